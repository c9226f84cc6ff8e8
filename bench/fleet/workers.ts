/** Worker processes of a queue, which can be killed, and what all of them have used together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type ProcessUse, processUse } from './process-use.js';

const NONE: ProcessUse = { cpuSeconds: 0, peakOctets: 0 };

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  use: ProcessUse;
}

export class Workers {
  readonly #argsOf: (worker: number) => readonly string[];
  readonly #running: Running[];
  /** What the processes that have ended used. */
  #usedCpuSeconds = 0;
  #peakOctets = 0;
  #output = '';

  /** @param argsOf the arguments of Node for each worker */
  constructor(count: number, argsOf: (worker: number) => readonly string[]) {
    this.#argsOf = argsOf;
    this.#running = Array.from({ length: count }, (_, worker) => this.#start(worker));
  }

  #start(worker: number): Running {
    const child = spawn(process.execPath, this.#argsOf(worker), { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (text) => {
      this.#output += text;
    });
    return { child, ended: new Promise((resolve) => child.once('close', resolve)), use: NONE };
  }

  /** What they have written to standard error. */
  get output(): string {
    return this.#output;
  }

  /** CPU time of all so far, and the memory of the largest. */
  use(): ProcessUse {
    let cpuSeconds = this.#usedCpuSeconds;
    for (const running of this.#running) {
      running.use = processUse(running.child.pid ?? 0) ?? running.use;
      cpuSeconds += running.use.cpuSeconds;
      this.#peakOctets = Math.max(this.#peakOctets, running.use.peakOctets);
    }
    return { cpuSeconds, peakOctets: this.#peakOctets };
  }

  /** Kills one, whatever it is doing, and starts another in its place. */
  async kill(worker: number): Promise<void> {
    const { child, ended } = this.#running[worker] as Running;
    this.use();
    child.kill('SIGKILL');
    await ended;
    this.#usedCpuSeconds += (this.#running[worker] as Running).use.cpuSeconds;
    this.#running[worker] = this.#start(worker);
  }

  /** Resolves to their exit codes when all have ended. None is killed meanwhile. */
  ended(): Promise<(number | null)[]> {
    return Promise.all(this.#running.map(({ ended }) => ended));
  }

  /** Whether all have ended. */
  get haveEnded(): boolean {
    return this.#running.every(({ child }) => child.exitCode !== null || child.signalCode !== null);
  }

  /** Kills all for good. */
  stop(): void {
    for (const { child } of this.#running) child.kill('SIGKILL');
  }
}
