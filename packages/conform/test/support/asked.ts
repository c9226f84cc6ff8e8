/** Asks a program questions about nothing, for tests of the asking. */
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { ask, type Reply } from '../../src/program/ask.js';
import type { CommandLine } from '../../src/program/process.js';

export const LIMIT_MS = 10_000;

/** Asks the questions 1 to `count`, under a time limit that passes only if the test moves the clock. */
export async function asked(
  command: CommandLine,
  count: number,
  { maxRestarts = 100, timers = new ManualClock() } = {},
) {
  const complaints: string[] = [];
  const questions = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    json: () => JSON.stringify({ id: index + 1, url: `/${index + 1}` }),
  }));
  const { replies, restarts } = await ask(questions, {
    command,
    maxRestarts,
    limitMs: LIMIT_MS,
    timers,
    signal: new AbortController().signal,
    onComplaint: (complaint) => complaints.push(complaint),
  });
  return { kinds: [...replies.values()].map(kindOf), replies, restarts, complaints };
}

/** A reply in a word. */
function kindOf(reply: Reply): string {
  return reply.kind === 'verdict' ? (reply.allowed ? 'yes' : 'no') : reply.kind;
}
