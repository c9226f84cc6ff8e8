/**
 * The records of CSV files (RFC 4180).
 */
import { createReadStream } from 'node:fs';

/** The records of a CSV file that {@link csvWriter} wrote. Each chunk is searched once, however long a record is. */
export async function* csvRecords(path: string): AsyncGenerator<(string | null)[], void> {
  /** The lines of the record that is not complete, and whether it ends in a quoted field, where a line feed ends no record. */
  let unfinished: string[] = [];
  let isQuoted = false;
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    for (const line of chunk.split(LINE_START)) {
      unfinished.push(line);
      if (line.split('"').length % 2 === 0) isQuoted = !isQuoted;
      if (isQuoted || !line.endsWith('\n')) continue;
      yield* recordsOf(unfinished.join(''));
      unfinished = [];
    }
  }
  const rest = unfinished.join('');
  if (rest !== '') yield* recordsOf(rest);
}

const LINE_START = /(?<=\n)/;

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
