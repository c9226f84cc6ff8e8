/** The child process of `harness/child.ts`: runs one job and sends its result. */
import type { WorkerMessage } from './harness/child.js';
import { isJobName, JOBS } from './jobs/index.js';

const [name = '', parameters = ''] = process.argv.slice(2);

send(await run());

async function run(): Promise<WorkerMessage> {
  try {
    if (!isJobName(name)) throw new Error('there is no such job');
    const job = (await JOBS[name]()) as (parameters: unknown) => unknown;
    return { result: await job(JSON.parse(parameters)) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
