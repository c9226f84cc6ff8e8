/**
 * `robotstream check --batch`: octets of NDJSON in, text of NDJSON out, through a chain of small stages, in order and in bounded
 * memory. A slow reader of the output slows down the first stage.
 */
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import chain from 'stream-chain';
import { type Flushable, flushable, none } from 'stream-chain/defs.js';
import type { CommandContext } from '../../../../command-line/src/command.js';
import { EXIT, type ExitCode } from '../../../../command-line/src/exit.js';
import { type Line, LineCutter, MAX_LINE_OCTETS } from '../../../../command-line/src/lines.js';
import { standardInput } from '../../input.js';
import { type JudgeOptions, judge } from './judge.js';
import { readQuestions } from './question.js';

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

export interface BatchOptions extends JudgeOptions {
  /** The longest line of input in octets; default {@link MAX_LINE_OCTETS}. */
  readonly maxLineOctets?: number | undefined;
}

/** The stages as one stream: write octets, read text. */
export function batchPipeline(options: BatchOptions): Duplex {
  return chain([linesOfChunks(options.maxLineOctets), readQuestions, judge(options)], {
    writableObjectMode: false,
    readableObjectMode: true,
    readableHighWaterMark: BLOCKS_AHEAD,
  }) as unknown as Duplex;
}

/** The first stage: a chunk to the lines that end in it. The end of input ends the last line. */
function linesOfChunks(maxLineOctets = MAX_LINE_OCTETS): Flushable<Buffer | typeof none, Line[]> {
  const cutter = new LineCutter(maxLineOctets);
  return flushable((chunk: Buffer | typeof none) => (chunk === none ? cutter.end() : cutter.cut(chunk)));
}
