/** The worker: a message loop around the schedule. */
import type { ToWorker } from './protocol.js';
import { Schedule } from './schedule.js';

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Calls a function after the messages that have arrived. Timers would wait 4 ms each. */
function later(work: () => void): void {
  waiting.push(work);
  channel.port2.postMessage(null);
}

const schedule = new Schedule((message) => self.postMessage(message), later);
self.onmessage = ({ data }: MessageEvent<ToWorker>) => schedule.receive(data);
