"""Writer for logs: values back to text, in one spelling."""

from __future__ import annotations

from tablescribe.domain.games.root.rootlog.values import Header, Line, Log, Turn, Unread, Winner


def write(log: Log) -> str:
    """Return a log as text: entries separated by `/`, numbers of one omitted, a line feed after each line."""
    return "".join(_line(line) + "\n" for line in log.lines)


def _line(line: Line) -> str:
    said = _said(line.says)
    if line.remark is None:
        return said
    remark = f"// {line.remark}".rstrip()
    return f"{said} {remark}" if said else remark


def _said(says: Header | Turn | Winner | Unread | None) -> str:
    if says is None:
        return ""
    if isinstance(says, Header):
        return f"{says.key}: {says.value}".rstrip()
    if isinstance(says, Turn):
        return f"{says.faction}:" + "/".join(entry.text() for entry in says.entries)
    if isinstance(says, Winner):
        return f"Winner: {says.factions}".rstrip()
    return says.text()
