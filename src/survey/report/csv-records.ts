/**
 * The records of CSV files (RFC 4180).
 */
import { createReadStream } from 'node:fs';

/** The records of a CSV file that {@link csvWriter} wrote. Each chunk is searched once, however long a record is. */
export async function* csvRecords(path: string): AsyncGenerator<(string | null)[], void> {
  /** The chunks of the record that is not complete. */
  let unfinished: string[] = [];
  let isQuoted = false;
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const quotes = chunk.split('"').length - 1;
    if (quotes % 2 === 1) isQuoted = !isQuoted;
    const end = endOfRecords(chunk, isQuoted);
    if (end > 0) {
      yield* recordsOf(unfinished.join('') + chunk.slice(0, end));
      unfinished = [];
    }
    unfinished.push(chunk.slice(end));
  }
  const rest = unfinished.join('');
  if (rest !== '') yield* recordsOf(rest);
}

/**
 * Where the last record that ends in a chunk ends; 0 if none does. A line feed in a quoted field ends none.
 *
 * @param endsQuoted whether the end of the chunk is in a quoted field
 */
function endOfRecords(chunk: string, endsQuoted: boolean): number {
  let isQuoted = endsQuoted;
  for (let end = chunk.length; end > 0; end--) {
    const character = chunk[end - 1];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) return end;
  }
  return 0;
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
