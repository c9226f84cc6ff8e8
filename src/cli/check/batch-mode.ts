/**
 * `robotstream check --batch`: questions from standard input, answers to standard output.
 */
import { pipeline } from 'node:stream/promises';
import type { JudgeOptions } from '../batch/judge.js';
import { batchPipeline } from '../batch/pipeline.js';
import type { Surroundings } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { standardInput } from '../input.js';

/** @returns `failure` if a line or a URL could not be answered */
export async function runBatch(options: JudgeOptions, surroundings: Surroundings): Promise<ExitCode> {
  let code: ExitCode = EXIT.fine;
  const onFailure = (): void => {
    code = EXIT.failure;
  };
  await pipeline(standardInput(surroundings), batchPipeline({ ...options, onFailure }), surroundings.stdout, {
    end: false,
  });
  return code;
}
