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
        (
            "От: Аня\nКому: Ведущий\nТема: Ночь\nОтправлено: 02 мар 2026, 23:12\n\nЛечить Лиса",
            Pasted("Аня", "02 мар 2026, 23:12", "Ночь", "Лечить Лиса"),
        ),
        ("To: Host\nFrom: Аня\nЛечить Лиса", Pasted("Аня", None, None, "Лечить Лиса")),
        # As the last head it may be the order's own word: it stays.
        (
            "От: Аня\nТема: Ночь. Лечить\nКому: Лис\n\nСпасибо!",
            Pasted("Аня", None, "Ночь. Лечить", "Кому: Лис\n\nСпасибо!"),
        ),
    ],
)
def test_heads_are_told_from_the_text(text, expected):
    assert pasted(text) == expected
