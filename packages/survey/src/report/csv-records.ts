/**
 * CSV as text: its records, and their fields.
 */

/** The records of a text that ends where a record does (RFC 4180 §2). */
export function* csvRecords(text: string): Generator<(string | null)[], void> {
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
