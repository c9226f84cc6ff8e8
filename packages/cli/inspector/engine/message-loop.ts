/** The message loop of a worker around the schedule. */
import type { Engine } from './engine.js';
import type { ToWorker } from './protocol.js';
import { Schedule } from './schedule.js';

/** Answers the page's messages by an engine. */
export function serve(engine: Engine): void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();

  /** Calls a function after the messages that have arrived. Timers would wait 4 ms each. */
  function later(work: () => void): void {
    waiting.push(work);
    channel.port2.postMessage(null);
  }

  const schedule = new Schedule((message) => self.postMessage(message), later, engine);
  self.onmessage = ({ data }: MessageEvent<ToWorker>) => schedule.receive(data);
}
