/**
 * Captures as lines of JSON.
 */

import type { Block } from '../../../decoding/src/block.js';
import { type PlacedLine, placedLines } from '../archives/line-reader.js';
import type { InputFault } from '../octets/input-fault.js';
import { type Capture, MAX_DECODED_BATCH_OCTETS } from './capture.js';
import { givenCapture, notACapture } from './given-capture.js';
import { withoutContentCoding } from './http-message.js';

/** Reads the captures of an input whose URLs are of interest, in order, in batches. Lines that are not captures become faults. */
export async function* ndjsonCaptures(
  blocks: AsyncIterable<Block | InputFault>,
  wantsUrl: (url: string) => boolean,
): AsyncGenerator<(Capture | InputFault)[], void> {
  for await (const lines of placedLines(blocks)) {
    let captures: (Capture | InputFault)[] = [];
    let decodedOctets = 0;
    for (const line of lines) {
      if (!('kind' in line) && line.text.trim() === '') continue;
      const item = 'kind' in line ? line : await captureOf(line);
      if (item.kind === 'capture' && !wantsUrl(item.url)) continue;
      captures.push(item);
      if (item.kind === 'capture') decodedOctets += item.payload?.octets.length ?? 0;
      if (decodedOctets < MAX_DECODED_BATCH_OCTETS) continue;
      yield captures;
      captures = [];
      decodedOctets = 0;
    }
    yield captures;
  }
}

async function captureOf(line: PlacedLine): Promise<Capture | InputFault> {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return notACapture(line, `the line is not JSON: ${(error as Error).message}`);
  }
  const given = givenCapture(value, line);
  if (given.kind === 'fault' || given.coding === undefined || given.payload === null) return given;
  const { octets, isCutOff } = await withoutContentCoding(given.payload, given.coding);
  return { ...given, payload: { ...given.payload, octets, isCutOff } };
}
