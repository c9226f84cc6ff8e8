/** Newline-delimited JSON, for tests. */

export function toNdjson(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** @throws {Error} if the text does not end with a line break, or a line is not JSON */
// biome-ignore lint/suspicious/noExplicitAny: the tests check the parsed values
export function fromNdjson(text: string): any[] {
  if (text === '') return [];
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}
