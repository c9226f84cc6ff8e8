/**
 * `robotstream check --batch`: octets of NDJSON in, text of NDJSON out, through a chain of small stages, in order and in bounded
 * memory. A slow reader of the output slows down the first stage.
 */
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import chain from 'stream-chain';
import { type Flushable, flushable, none } from 'stream-chain/defs.js';
import type { CommandContext } from '../../command.js';
import { EXIT, type ExitCode } from '../../exit.js';
import { standardInput } from '../../input.js';
import { exceptPause, lines, MAX_LINE_OCTETS, PAUSE, type Pause } from '../../lines.js';
import { BLOCK_CHARACTERS } from '../../output.js';
import type { DeciderOptions } from './decider.js';
import { judge } from './judge.js';
import { readQuestion } from './question.js';
import type { BatchFailure } from './result.js';

/**
 * Answers questions from standard input on standard output.
 *
 * @returns `failure` if a line or a URL could not be answered
 */
export async function runBatch(options: BatchOptions, context: CommandContext): Promise<ExitCode> {
  let code: ExitCode = EXIT.fine;
  const onFailure = (): void => {
    code = EXIT.failure;
  };
  const answers = batchPipeline({ ...options, onFailure });
  await pipeline(standardInput(context), answers, context.stdout, { end: false });
  return code;
}

/** How many blocks of output are buffered for the reader. */
const BLOCKS_AHEAD = 2;

export interface BatchOptions extends DeciderOptions {
  /** Called with every failure, in order. */
  readonly onFailure?: (failure: BatchFailure) => void;
  /** The longest line of input in octets; default {@link MAX_LINE_OCTETS}. */
  readonly maxLineOctets?: number | undefined;
}

/** The stages as one stream: write octets, read text. */
export function batchPipeline(options: BatchOptions): Duplex {
  const { onFailure = () => {}, maxLineOctets = MAX_LINE_OCTETS } = options;
  const answers = judge(options, onFailure);
  return chain([lines(maxLineOctets), exceptPause(readQuestion), exceptPause(answers), joinedUntilPause()], {
    writableObjectMode: false,
    readableObjectMode: true,
    readableHighWaterMark: BLOCKS_AHEAD,
  }) as unknown as Duplex;
}

/** The last stage: joins texts until they fill a block, or until a pause. */
function joinedUntilPause(): Flushable<string | Pause | typeof none, string | typeof none> {
  let block = '';
  return flushable((item: string | Pause | typeof none) => {
    const isText = item !== none && item !== PAUSE;
    if (isText) block += item;
    if (block === '' || (isText && block.length < BLOCK_CHARACTERS)) return none;
    const full = block;
    block = '';
    return full;
  });
}
