/**
 * A survey whose inputs are jobs of BullMQ, `{ input }`, in any number of processes that share a folder. A worker that dies loses its job to another one,
 * and an input that is surveyed twice has the same part. Start Redis, then a worker for each processor, then add the inputs:
 *
 *     node examples/bullmq-survey.mjs work tables
 *     node examples/bullmq-survey.mjs add CC-MAIN-2024-*.robotstxt.warc.gz
 */
import { pathToFileURL } from 'node:url';
import { createClient } from '@redis/client';
import { surveyAll } from '@robotstream/survey';
import { createNodeRedisClient, Queue, Worker } from 'bullmq';

const QUEUE = 'survey';

/**
 * Adds inputs. One that fails is tried five times.
 *
 * @param {import('bullmq').Queue} queue
 * @param {readonly string[]} inputs the names of files, or http, https or s3 URLs
 */
export async function addInputs(queue, inputs) {
  const opts = { attempts: 5, backoff: { type: 'exponential', delay: 1000 } };
  await queue.addBulk(inputs.map((input) => ({ name: input, data: { input }, opts })));
}

/**
 * A worker that makes the parts of one input after another.
 *
 * @param {string} name the name of the queue
 * @param {Omit<import('@robotstream/survey').SurveyAllOptions, 'inputs'>} survey the same options for all workers of a folder
 * @param {import('bullmq').WorkerOptions} options
 */
export function surveyWorker(name, survey, options) {
  const makeParts = ({ data }) => surveyAll({ ...survey, inputs: [data.input], resume: true });
  // A job is taken over once for each worker that died with it.
  return new Worker(name, makeParts, { maxStalledCount: 10, ...options });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , verb, ...rest] = process.argv;
  const connection = createNodeRedisClient(createClient({ url: process.env.REDIS_URL }));
  if (verb === 'work') surveyWorker(QUEUE, { folder: rest[0] }, { connection });
  else {
    const queue = new Queue(QUEUE, { connection });
    await addInputs(queue, rest);
    await queue.close();
    connection.disconnect();
  }
}
