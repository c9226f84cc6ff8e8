/**
 * The last stages: an answer or a failure to its line, and lines to blocks that are worth a write.
 */
import { type Flushable, flushable, none } from 'stream-chain/defs.js';
import type { Failure } from './failures.js';
import type { Told } from './judge.js';
import { PAUSE, type Pause } from './pause.js';

/** How much text waits for company, in characters. */
const BLOCK_CHARACTERS = 64 * 1024;

/** A line of output. The id is JSON text already, so it comes out as it went in. */
export function writeLine(item: Told | Failure): string {
  if (item.kind === 'answer') return `{"id":${item.id},${JSON.stringify(item.answer).slice(1)}\n`;
  const { id, code, message } = item;
  return `{"id":${id},"error":${JSON.stringify({ code, message })}}\n`;
}

/** A stage that joins lines until there are enough of them, or there is a pause. */
export function joined(): Flushable<string | Pause | typeof none, string | typeof none> {
  let block = '';
  return flushable((line: string | Pause | typeof none) => {
    const isText = line !== none && line !== PAUSE;
    if (isText) block += line;
    if (block === '' || (isText && block.length < BLOCK_CHARACTERS)) return none;
    const full = block;
    block = '';
    return full;
  });
}
