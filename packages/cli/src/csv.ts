/**
 * Comma-separated values (RFC 4180), for spreadsheets.
 */

/** A line, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** A cell in quotation marks where it needs them. A name that a spreadsheet would take for a formula gets an apostrophe. */
function quoted(cell: string): string {
  const text = /^[=+@\t\r-]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
