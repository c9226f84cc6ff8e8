/**
 * The report as comma-separated values (RFC 4180), with a line of headings.
 */
import { REPORT_KEYS, type ReportRow } from './rows.js';

/** The lines of the file, each ending with CR LF. */
export function* csvLines(rows: readonly ReportRow[]): Generator<string, void> {
  yield line(REPORT_KEYS);
  for (const row of rows) yield line(REPORT_KEYS.map((key) => cellOf(row[key])));
}

function cellOf(value: ReportRow[keyof ReportRow]): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'object') {
    const stated = Object.entries(value).filter(([, preference]) => preference !== 'unknown');
    return stated.map(([category, preference]) => `${category}=${preference}`).join(' ');
  }
  return String(value);
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** A cell in quotation marks where it needs them. A name that a spreadsheet would take for a formula gets an apostrophe. */
function quoted(cell: string): string {
  const text = /^[=+@-]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
