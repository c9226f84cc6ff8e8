/**
 * A survey on many machines: a queue of inputs in Redis or Valkey, by BullMQ.
 *
 * A job is an input. A worker that dies loses the lock of its job, and another worker takes the job over. A job that is done
 * twice gives the same part twice, and the second replaces the first. Parts that were made with other options are not replaced:
 * the folder is that of one survey.
 */
import { createHash } from 'node:crypto';
import { type EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { aRedisUrl, optionalPackage } from '@robotstream/client/internal';
import type { Job, Queue, Worker } from 'bullmq';
import { RobotsError } from 'robotstream';
import { checkOptions } from 'robotstream/internal';
import { distinctInputs, inputFacts, withStoredParts } from '../captures/read-input.js';
import { FolderError, inFolder } from '../part/folder.js';
import type { PartEnd, PartResult } from '../part/part.js';
import { type SurveyFacts, surveyFacts } from '../part/survey-file.js';
import { removeAbandoned } from '../part/unfinished.js';
import { aFolder, aListOfNames, questionsOf, type SurveyQuestions, withoutFile } from '../questions.js';
import { hostOf } from '../remote/remote-options.js';
import { SiteList } from '../rows/site-list.js';
import type { PartFormat } from '../stored/survey-folder.js';
import { endingIfItThrows, WorkerPool } from '../worker-pool.js';
import { Ledger } from './ledger.js';
import {
  type Bullmq,
  connectionTo,
  type QueueConnection,
  refused,
  refuseEviction,
} from './queue-connection.js';
import {
  ENQUEUE_OPTIONS,
  type EnqueueOptions,
  QUEUE_OPTIONS,
  type QueueOptions,
  type QueueStatus,
  WORK_OPTIONS,
  type WorkOptions,
} from './queue-options.js';
import { QueuePace } from './queue-pace.js';

/** How often an input is tried. */
const MAX_ATTEMPTS = 5;

/** The wait before the second attempt; it doubles with each further one. */
const FIRST_RETRY_MS = 1000;

/** How long a worker may be silent before its job is taken over. A worker renews its lock after half that time. */
const LOCK_MS = 30_000;

/** How often a job may be taken over. When a worker dies, the input is not to blame. */
const MAX_TAKEN_OVER = 1000;

/** How many jobs are added, or read, in one command. */
const CHUNK_JOBS = 1000;

const DEFAULT_NAME = 'robotstream-survey';

/** A job: an input and what to make of it. */
interface JobData {
  readonly input: string;
  readonly format: PartFormat;
  readonly questions: SurveyQuestions;
}

/**
 * Opens a queue of inputs on a Redis or Valkey server. Needs the packages `bullmq` and `@redis/client`.
 *
 * @throws {TypeError} (rejects) if an option is unknown or malformed
 * @throws {RobotsError} (rejects) `store-package-missing`
 * @example
 * ```js
 * import { openSurveyQueue } from '@robotstream/survey';
 *
 * const queue = await openSurveyQueue({ url: 'redis://127.0.0.1:6379' });
 * console.log(await queue.enqueue({ inputs: ['captures.warc.gz'], agents: ['GPTBot'] }));
 * await queue.close();
 * ```
 */
export async function openSurveyQueue(options: QueueOptions): Promise<SurveyQueue> {
  checkOptions('openSurveyQueue', options, QUEUE_OPTIONS);
  aRedisUrl(options.url, 'url');
  return SurveyQueue.open(options);
}

/**
 * A queue of inputs. {@link openSurveyQueue} makes one.
 *
 * @example
 * ```js
 * import { openSurveyQueue } from '@robotstream/survey';
 *
 * const queue = await openSurveyQueue({ url: 'redis://127.0.0.1:6379' });
 * await queue.work({ folder: 'tables', jobs: 2, endWhenEmpty: true });
 * console.log((await queue.status()).done);
 * await queue.close();
 * ```
 */
export class SurveyQueue {
  readonly #bullmq: Bullmq;
  readonly #connect: () => QueueConnection;
  readonly #connection: QueueConnection;
  readonly #name: string;
  readonly #queue: Queue<JobData, PartResult>;

  /** Opens the queue for {@link openSurveyQueue}, which checks the options. */
  static async open({ url, name = DEFAULT_NAME }: QueueOptions): Promise<SurveyQueue> {
    const bullmq = await optionalPackage('bullmq', 'A queue', () => import('bullmq'));
    const redis = await optionalPackage('@redis/client', 'A queue', () => import('@redis/client'));
    return new SurveyQueue(bullmq, () => connectionTo(url, bullmq, redis), name);
  }

  // Private, so that the declaration for TypeScript names no type of a package that may be missing.
  private constructor(bullmq: Bullmq, connect: () => QueueConnection, name: string) {
    this.#bullmq = bullmq;
    this.#connect = connect;
    this.#connection = connect();
    this.#name = name;
    this.#queue = new bullmq.Queue<JobData, PartResult>(name, { connection: this.#connection.client });
    this.#queue.on('error', () => {}); // operations reject; the client connects again
  }

  /**
   * Adds inputs. One that the queue has already, with the same questions, is not added again.
   *
   * @returns how many inputs the names are: one for all names of a file
   * @throws {TypeError} (rejects) if an option is unknown or not as documented
   * @throws {JoinError} (rejects) if the list of sites is none
   * @throws {RobotsError} (rejects) `store-failed` if the server cannot be reached, is full, or may evict inputs when it is full
   */
  async enqueue(options: EnqueueOptions): Promise<number> {
    checkOptions('enqueue', options, ENQUEUE_OPTIONS);
    aListOfNames(options.inputs, 'inputs');
    const { inputs, format = 'parquet' } = options;
    questionsOf(options); // checks the options before the list is read
    const { sites, by = 'host' } = options;
    const list = sites === undefined ? undefined : await SiteList.read(sites, by);
    const questions = questionsOf(options, list?.facts);
    await this.#reached();
    await refuseEviction(this.#connection);
    const distinct = [...(await distinctInputs(await withStoredParts(inputs)))];
    for (let at = 0; at < distinct.length; at += CHUNK_JOBS) {
      const jobs = distinct.slice(at, at + CHUNK_JOBS).map(([id, input]) => ({
        name: 'part',
        data: { input, format, questions },
        opts: {
          jobId: jobIdOf({ input: id, format, questions }),
          attempts: MAX_ATTEMPTS,
          backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
        },
      }));
      await this.#queue.addBulk(jobs).catch(refused);
    }
    return distinct.length;
  }

  /**
   * The state of the queue.
   *
   * @throws {RobotsError} (rejects) `store-failed` if the server cannot be reached
   */
  async status(): Promise<QueueStatus> {
    await this.#reached();
    const counts = await this.#queue.getJobCounts(
      'waiting',
      'delayed',
      'prioritized',
      'active',
      'completed',
      'failed',
    );
    const failed: { input: string; reason: string }[] = [];
    for (let at = 0; at < (counts.failed ?? 0); at += CHUNK_JOBS) {
      const jobs = await this.#queue.getFailed(at, at + CHUNK_JOBS - 1);
      for (const { data, failedReason } of jobs)
        failed.push({ input: data.input, reason: failedReason ?? '' });
    }
    return {
      waiting: (counts.waiting ?? 0) + (counts.delayed ?? 0) + (counts.prioritized ?? 0),
      active: counts.active ?? 0,
      done: counts.completed ?? 0,
      failed,
    };
  }

  /**
   * Puts every input that failed back into the queue. Returns how many there were.
   *
   * @throws {RobotsError} (rejects) `store-failed` if the server cannot be reached
   */
  async retry(): Promise<number> {
    await this.#reached();
    const { failed = 0 } = await this.#queue.getJobCounts('failed');
    if (failed > 0) await this.#queue.retryJobs({ state: 'failed', count: failed }).catch(refused);
    return failed;
  }

  /**
   * Takes inputs from the queue and makes their parts, until the signal aborts or, with `endWhenEmpty`, nothing is left.
   *
   * @throws {TypeError | RangeError} (rejects) if an option is unknown or not as documented
   * @throws {RobotsError} (rejects) `threads-unavailable` if the threads cannot be started
   * @throws {FolderError} (rejects) if the folder has the parts of another survey, or cannot be written; the inputs in progress are
   *   tried again, by other workers
   */
  async work(options: WorkOptions): Promise<void> {
    checkOptions('work', options, WORK_OPTIONS);
    aFolder(options.folder, 'folder');
    const { folder, jobs = 1, ratePerHost, endWhenEmpty = false, userAgent, headers, signal } = options;
    await inFolder(folder, () => removeAbandoned(folder));
    const pace = new QueuePace(this.#connection.counter, this.#name, ratePerHost);
    const pool = await WorkerPool.start(jobs, pace);
    const makePart = pool.work();
    const ledgers = new Map<string, Promise<Ledger>>();
    /** The ledger of the folder. It is opened for the first job, which says what survey it is. Jobs of another survey are refused. */
    const ledgerOf = (survey: SurveyFacts) => {
      const ledger = ledgers.get(survey.options) ?? Ledger.open(folder, survey, true);
      ledgers.set(survey.options, ledger);
      return ledger;
    };
    const ending = new AbortController();
    const onEvent = endingIfItThrows(options.onEvent, ending);
    const { client: connection } = this.#connect();
    const worker: Worker<JobData, PartResult> = new this.#bullmq.Worker<JobData, PartResult>(
      this.#name,
      async (job, token) => {
        const { input, format, questions } = job.data;
        await this.#awaitTurn(job, token, pace);
        try {
          const ledger = await ledgerOf(surveyFacts(format, questions));
          const facts = await inputFacts(input);
          const name = (await ledger.find(facts))?.input ?? input;
          const remote = { userAgent, headers, known: null, hasTurn: true };
          const end = await makePart({ input, name, folder, format, questions, remote }, (progress) =>
            onEvent({ kind: 'progress', input, progress }),
          );
          const { result, facts: read } = end as PartEnd; // whatever version it has
          await ledger.add(name, { ...facts, ...read }, result);
          return result;
        } catch (error) {
          if (!(error instanceof FolderError)) throw error;
          // All other inputs would fail, too. This one is not to blame, so it is put back without a failed attempt.
          ending.abort(error);
          await job.moveToWait(token);
          throw new this.#bullmq.WaitingError();
        }
      },
      {
        connection,
        concurrency: jobs,
        lockDuration: LOCK_MS,
        maxStalledCount: MAX_TAKEN_OVER,
        autorun: false,
      },
    );
    worker.on('completed', (job, result) => onEvent({ kind: 'done', input: job.data.input, result }));
    worker.on('failed', (job, error) => {
      if (job === undefined) return;
      onEvent({ kind: 'failed', input: job.data.input, error, isLast: job.attemptsMade >= MAX_ATTEMPTS });
    });
    worker.on('error', (error) => onEvent({ kind: 'disconnected', error }));
    try {
      const running = worker.run();
      const end = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
      await this.#untilEnd(endWhenEmpty, end);
      await worker.close();
      await running;
      ending.signal.throwIfAborted();
    } finally {
      await pool.close();
      for (const ledger of ledgers.values()) await ledger.then((open) => open.close()).catch(() => {}); // refused
      connection.disconnect();
    }
  }

  /** Closes the connection. */
  async close(): Promise<void> {
    if (this.#isConnected) await this.#queue.close();
    this.#connection.client.disconnect();
  }

  get #isConnected(): boolean {
    return this.#connection.client.status === 'ready';
  }

  /** Waits for the connection. Rejects if the next attempt to connect fails. The client goes on trying. */
  async #reached(): Promise<void> {
    if (this.#isConnected) return;
    try {
      await once(this.#connection.client as unknown as EventEmitter, 'ready');
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      const text = `The server of the queue cannot be reached: ${message || code}`;
      throw new RobotsError('store-failed', text, { cause: error });
    }
  }

  /** Resolves when the signal aborts or, with `endWhenEmpty`, when the queue is empty. */
  async #untilEnd(endWhenEmpty: boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (endWhenEmpty) {
        const { waiting, active } = await this.status().catch(() => UNKNOWN_STATUS);
        if (waiting === 0 && active === 0) return;
      }
      await wait(LOOK_MS, undefined, { signal }).catch(() => {}); // aborted
    }
  }

  /** Puts the job back into the queue until its host may be asked again. */
  async #awaitTurn(job: Job<JobData>, token: string | undefined, pace: QueuePace): Promise<void> {
    const host = hostOf(job.data.input);
    const at = host === undefined ? null : await pace.turnAt(host);
    if (at === null) return;
    await job.moveToDelayed(at, token);
    throw new this.#bullmq.DelayedError();
  }
}

const UNKNOWN_STATUS = { waiting: 1, active: 0 };

/** How often a worker looks whether the queue is empty, and all workers are done. */
const LOOK_MS = 500;

/** The same input with the same questions has the same id. */
function jobIdOf({ input, format, questions }: JobData): string {
  const data = { input, format, questions: withoutFile(questions) };
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}
