/**
 * The events of a file as NDJSON, while it is being read.
 */
import type { Writable } from 'node:stream';
import { type Diagnostic, isLineEvent, lineEventBatches, type RobotsEvent } from '../../index.js';
import { inBlocks, print } from '../output.js';

/**
 * Prints one line for each event.
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
      const data = isLineEvent(event) ? event.toJSON() : event;
      hasErrors ||= isError(data);
      yield `${JSON.stringify(data)}\n`;
    }
  }
  await print(output, blocks());
  return hasErrors;
}

function isError(data: object): boolean {
  if ('type' in data && data.type === 'limit') return true;
  const diagnostics = 'diagnostics' in data ? (data.diagnostics as readonly Diagnostic[]) : [];
  return diagnostics.some(({ severity }) => severity === 'error');
}
