/**
 * @robotstream/client as a program for the scripted servers: robotstream-conform --servers -- node robotstream-client.mjs [PROFILE]
 */

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { createClient } from '@robotstream/client';
import { ProxyAgent } from 'undici';

const [, , profile = 'rfc9309'] = process.argv;

/** Longer than any time limit of a request. */
const WAIT_MS = 100_000;

/** The clock of the script: each question brings the time, and the time limits of requests pass when the runner says that one waits. */
class ScriptClock {
  nowMs = 0;
  #waitedMs = 0;
  #timers = new Set();

  now() {
    return this.nowMs;
  }

  monotonicNow() {
    return this.nowMs + this.#waitedMs;
  }

  setTimeout(callback, ms) {
    const timer = { dueMs: this.#waitedMs + ms, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer) {
    this.#timers.delete(timer);
  }

  async wait() {
    this.#waitedMs += WAIT_MS;
    for (const timer of [...this.#timers].sort((a, b) => a.dueMs - b.dueMs)) {
      if (timer.dueMs > this.#waitedMs || !this.#timers.delete(timer)) continue;
      timer.callback();
      await setImmediate();
    }
  }
}

let crawler;
let client;
let clock;
let dispatcher;

async function answer(question) {
  const { id, agents, url, now, proxy, ca } = question;
  if (question.crawler !== crawler) {
    await client?.close();
    crawler = question.crawler;
    clock = new ScriptClock();
    // The proxy finds the servers. With a dispatcher, the client still refuses redirects to addresses that are not public.
    dispatcher ??= new ProxyAgent({ uri: proxy, requestTls: { ca: readFileSync(ca) } });
    client = createClient({
      userAgent: `${agents[0]}/1.0`,
      agents,
      profile,
      clock,
      dispatcher,
    });
  }
  clock.nowMs = now * 1000;
  const { allowed, verdict } = await client.check(url);
  // A fetch in the background belongs to the question that has caused it.
  while (client.stats().fetching > 0) await setImmediate();
  console.log(JSON.stringify({ id, allowed, line: verdict?.rule?.line ?? 0 }));
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    if (message.waiting) clock.wait();
    else answer(message);
  })
  .on('close', () => client?.close());
