/**
 * `check --batch`: octets of NDJSON in, text of NDJSON out, one small stage after the other, in order and in bounded
 * memory. A reader that falls behind holds up the first stage.
 */
import type { Duplex } from 'node:stream';
import chain from 'stream-chain';
import type { Failure } from './failures.js';
import { type JudgeOptions, judge, type Told } from './judge.js';
import { lines } from './lines.js';
import { passing } from './pause.js';
import { readQuestion } from './question.js';
import { joined, writeLine } from './text.js';

/** The longest line of input, in octets. */
export const MAX_LINE_OCTETS = 64 * 1024 * 1024;

/** Blocks of output that are made ahead. */
const BLOCKS_AHEAD = 2;

export interface BatchOptions extends JudgeOptions {
  /** Told of every failure, in order. */
  readonly onFailure?: (failure: Failure) => void;
  /** The longest line of input; default {@link MAX_LINE_OCTETS}. */
  readonly maxLineOctets?: number;
}

/** The pipeline: a stream to be written octets, and to be read text. */
export function batchPipeline(options: BatchOptions): Duplex {
  const { onFailure = () => {}, maxLineOctets = MAX_LINE_OCTETS } = options;
  const noteFailure = (item: Told | Failure): Told | Failure => {
    if (item.kind === 'failure') onFailure(item);
    return item;
  };
  return chain(
    [
      lines(maxLineOctets),
      passing(readQuestion),
      passing(judge(options)),
      passing(noteFailure),
      passing(writeLine),
      joined(),
    ],
    { writableObjectMode: false, readableObjectMode: true, readableHighWaterMark: BLOCKS_AHEAD },
  ) as unknown as Duplex;
}
