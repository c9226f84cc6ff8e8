/** A pacer by a clock that the test moves. */

import { ManualClock } from '../../../../../test/support/manual-clock.js';
import type { EndTurn } from '../../../src/pacing/host-turns.js';
import { Pacer, type PacerOptions } from '../../../src/pacing/pacer.js';

/** A pacer, what has had its turn and when, and a way to ask for turns. */
export function pacing({
  clock = new ManualClock(),
  ...options
}: Partial<PacerOptions> & { clock?: ManualClock } = {}) {
  const start = clock.now();
  const begun: string[] = [];
  const ends = new Map<string, EndTurn>();
  let turns = 0;
  const pacer = new Pacer({
    clock,
    perHost: 1,
    ttlMs: 3000,
    store: undefined,
    onTurn: () => turns++,
    ...options,
  });
  const ask = (
    name: string,
    {
      host = 'a.example',
      delayMs = 100,
      lasts = false,
      signal,
    }: {
      host?: string;
      delayMs?: number;
      lasts?: boolean;
      signal?: AbortSignal;
    } = {},
  ): Promise<unknown> =>
    pacer.take({ key: host, delayMs, lasts, signal }).then(
      (end) => {
        begun.push(`${name} ${clock.now() - start}`);
        ends.set(name, end);
      },
      (error) => error,
    );
  return { clock, pacer, begun, ask, end: (name: string) => ends.get(name)?.(), turns: () => turns };
}
