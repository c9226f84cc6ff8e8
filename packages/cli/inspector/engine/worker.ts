/** The worker: it runs the script of the page, which has no document there, and so answers the page's questions. */
import { ANSWERS } from './answers.js';
import { Engine } from './engine.js';
import type { ToWorker } from './protocol.js';
import { Schedule } from './schedule.js';

/** Answers the page's messages. */
export function serveAnswers(): void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();

  /** Calls a function after the messages that have arrived. Timers would wait 4 ms each. */
  function later(work: () => void): void {
    waiting.push(work);
    channel.port2.postMessage(null);
  }

  const schedule = new Schedule((message) => self.postMessage(message), later, new Engine(ANSWERS));
  self.onmessage = ({ data }: MessageEvent<ToWorker>) => schedule.receive(data);
}

/** What this file needs of Trusted Types, which not every browser has. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/**
 * Makes a function that starts workers from the text of a script. Browsers refuse workers from files on disk, but not those of a
 * page's own text. Under the page's policy, no other address becomes a worker or a script, and no text becomes markup or code.
 */
export function workerStarter(script: string): () => Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const trusted =
    trustedTypes?.createPolicy('inspector', { createScriptURL: (own) => own }).createScriptURL(url) ?? url;
  return () => new Worker(trusted);
}
