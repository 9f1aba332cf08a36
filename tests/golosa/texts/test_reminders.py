"""What the rules forbid and a program can only remind of stands in the posts that everybody reads."""


def test_c14_the_opening_reminds_of_what_is_forbidden(table):
    table.new()
    opening = table.run("notice", "opening", "-C", table.folder)
    assert "Вскрывать свою роль и обсуждать игру вне темы запрещено." in opening
