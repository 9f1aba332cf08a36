"""Messages pasted from an inbox."""

import pytest

from engine.messages.pasted import Pasted, pasted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "От: Аня\nДата: 2026-03-02T20:00:00+03:00\nТема: Ночь. Аня. Доктор.\n\nЛечить Лиса",
            Pasted("Аня", "2026-03-02T20:00:00+03:00", "Ночь. Аня. Доктор.", "Лечить Лиса"),
        ),
        (
            "Заголовок: Ночь. Аня. Доктор.\nТекст: Лечить Лиса\nСпасибо: всем",
            Pasted(None, None, "Ночь. Аня. Доктор.", "Лечить Лиса\nСпасибо: всем"),
        ),
        ("\nFrom: Аня\nЛечить: Лис", Pasted("Аня", None, None, "Лечить: Лис")),
        ("Лечить Лиса", Pasted(None, None, None, "Лечить Лиса")),
        ("От: Аня\nОт: Лис", Pasted("Аня", None, None, "От: Лис")),
        ("", Pasted(None, None, None, "")),
    ],
)
def test_heads_are_told_from_the_text(text, expected):
    assert pasted(text) == expected
