/**
 * The records of CSV files (RFC 4180).
 */
import { createReadStream } from 'node:fs';

/** The records of a CSV file that {@link csvWriter} wrote. */
export async function* csvRecords(path: string): AsyncGenerator<(string | null)[], void> {
  let text = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    text += chunk;
    const end = text.lastIndexOf('\r\n');
    // A line ending may be part of a quoted field: then the number of quotes before it is odd.
    if (end === -1 || (text.slice(0, end).split('"').length & 1) === 0) continue;
    yield* recordsOf(text.slice(0, end));
    text = text.slice(end + 2);
  }
  if (text !== '') yield* recordsOf(text);
}

/** The records of a text that ends where a record does (RFC 4180 §2). */
function* recordsOf(text: string): Generator<(string | null)[], void> {
  let record: (string | null)[] = [];
  for (let at = 0; ; ) {
    const { value, end } = text[at] === '"' ? quotedField(text, at) : plainField(text, at);
    record.push(value);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (text[end] === ',') continue;
    yield record;
    record = [];
    if (at >= text.length) return;
  }
}

interface CsvField {
  readonly value: string | null;
  readonly end: number;
}

/** A field without quotes; null if it is empty. */
function plainField(text: string, start: number): CsvField {
  FIELD_END.lastIndex = start;
  const end = FIELD_END.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end) || null, end };
}

const FIELD_END = /,|\r?\n/g;

/** A field in quotes. No regular expression: a long field would exhaust its stack. */
function quotedField(text: string, start: number): CsvField {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) throw new Error('a quoted field does not end');
  const next = text[end + 1] ?? '\n';
  if (!',\r\n'.includes(next)) throw new Error('text follows a quoted field');
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
