/**
 * A robots.txt as JSON: the document, or its events while the file is read. Both are made in chunks, because the text of a
 * large file may exceed the maximum length of a string.
 */
import type { Writable } from 'node:stream';
import { lineDiagnostics, lineEventBatches, type RobotsDocument, type RobotsEvent } from 'robotstream';
import { inBlocks, print } from '../../../command-line/src/output.js';
import { jsonText } from '../../../command-line/src/terminal.js';

/** The text of `JSON.stringify(document)`, with a line for each group, record and diagnostic. */
export function* documentJson(document: RobotsDocument): Generator<string, void> {
  let before = '{\n';
  for (const [key, value] of Object.entries(document.toJSON())) {
    yield `${before}  ${jsonText(key)}: `;
    if (Array.isArray(value)) yield* listJson(value);
    else yield jsonText(value);
    before = ',\n';
  }
  yield '\n}\n';
}

function* listJson(list: readonly unknown[]): Generator<string, void> {
  if (list.length === 0) {
    yield '[]';
    return;
  }
  let before = '[\n';
  for (const item of list) {
    yield `${before}    ${jsonText(item)}`;
    before = ',\n';
  }
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
  async function* blocks(): AsyncGenerator<string, void> {
    for await (const events of lineEventBatches(octets, { maxOctets })) yield* inBlocks(eventLines(events));
  }
  function* eventLines(events: readonly RobotsEvent[]): Generator<string, void> {
    for (const event of events) {
      if ('terminator' in event) {
        const diagnostics = lineDiagnostics(event);
        hasErrors ||= diagnostics.some(({ severity }) => severity === 'error');
        yield `${jsonText({ ...event.toJSON(), diagnostics })}\n`;
      } else {
        hasErrors ||= event.type === 'limit';
        yield `${jsonText(event)}\n`;
      }
    }
  }
  await print(output, blocks());
  return hasErrors;
}
