/**
 * The options of the commands that use a queue.
 */

import { openSurveyQueue, type SurveyQueue } from '@robotstream/survey';
import { RobotsError } from 'robotstream';
import type { Arguments, OptionTable } from '../arguments.js';
import { InputError, UsageError } from '../exit.js';

export const QUEUE_OPTIONS: OptionTable = {
  queue: {
    value: 'URL',
    help: 'The Redis or Valkey server of the queue: redis://host:port. Needs the packages bullmq and @redis/client.',
  },
  name: {
    value: 'NAME',
    help: 'The name of the queue, if the server has several. Default: robotstream-survey.',
  },
};

/**
 * Opens the queue, passes it to `use`, and closes it.
 *
 * @throws {UsageError} (rejects) if `--queue` is missing, or is not the URL of a server
 * @throws {InputError} (rejects) if a package is missing, or the server cannot be reached
 */
export async function withQueue<Value>(
  args: Arguments,
  use: (queue: SurveyQueue) => Promise<Value>,
): Promise<Value> {
  const url = args.one('queue');
  if (url === undefined) throw new UsageError('--queue is missing; redis://host:port is expected');
  const name = args.one('name');
  let queue: SurveyQueue;
  try {
    queue = await openSurveyQueue({ url, name });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`--queue: ${error.message}`);
    throw new InputError((error as Error).message, { cause: error });
  }
  try {
    return await use(queue);
  } catch (error) {
    throw error instanceof RobotsError ? new InputError(error.message, { cause: error }) : error;
  } finally {
    await queue.close();
  }
}
