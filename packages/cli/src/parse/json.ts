/**
 * A robots.txt as JSON: the document, or its events while the file is read. Both are made in chunks, because the text of a
 * large file may exceed the maximum length of a string.
 */
import type { Writable } from 'node:stream';
import { lineDiagnostics, lineEventBatches, type RobotsDocument, type RobotsEvent } from 'robotstream';
import { print } from '../../../command-line/src/output.js';
import { jsonText } from '../../../command-line/src/terminal.js';

/** The text of `JSON.stringify(document)`, with a line for each group, record and diagnostic. */
export function* documentJson(document: RobotsDocument): Generator<string, void> {
  let before = '{\n';
  for (const [key, value] of Object.entries(document.toJSON())) {
    yield `${before}  ${jsonText(key)}: `;
    yield* Array.isArray(value) && value.length > 0 ? listJson(value) : [jsonText(value)];
    before = ',\n';
  }
  yield '\n}\n';
}

function* listJson(list: readonly unknown[]): Generator<string, void> {
  for (const [i, item] of list.entries()) yield `${i === 0 ? '[' : ','}\n    ${jsonText(item)}`;
  yield '\n  ]';
}

/**
 * Prints the events of a file as NDJSON while the file is read.
 *
 * @returns whether a line has a diagnostic of severity error, or the file is longer than the parsing limit
 */
export async function printEvents(
  octets: AsyncIterable<Uint8Array>,
  output: Writable,
  maxOctets: number | undefined,
): Promise<boolean> {
  let hasErrors = false;
  const eventLine = (event: RobotsEvent): string => {
    if (!('terminator' in event)) {
      hasErrors ||= event.type === 'limit';
      return `${jsonText(event)}\n`;
    }
    const diagnostics = lineDiagnostics(event);
    hasErrors ||= diagnostics.some(({ severity }) => severity === 'error');
    return `${jsonText({ ...event.toJSON(), diagnostics })}\n`;
  };
  async function* texts(): AsyncGenerator<string, void> {
    for await (const events of lineEventBatches(octets, { maxOctets })) yield events.map(eventLine).join('');
  }
  await print(output, texts());
  return hasErrors;
}
