/** Turns and free hosts, compared with a naive model that looks at every host in every millisecond. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { checkProperty } from '../../../../test/support/property.js';
import type { EndTurn } from '../../src/pacing/host-turns.js';
import { pacing } from './support/pacing.js';

const host = fc.constantFrom('a', 'b', 'c');
const request = fc.record({
  kind: fc.constantFrom('take' as const, 'try' as const),
  host,
  delayMs: fc.constantFrom(0, 3, 10),
  lasts: fc.boolean(),
});
const step = fc.oneof(
  { weight: 4, arbitrary: request },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), nth: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 12 }) }),
  },
);

interface ModelRequest {
  readonly name: string;
  readonly delayMs: number;
  readonly lasts: boolean;
}

/** One host of the model. */
class ModelHost {
  dueAt = 0;
  delayMs = 0;
  running = 0;
  readonly queue: ModelRequest[] = [];
  /** Whether it has had a turn, had none free, or a turn of it ended, since it was yielded. */
  isBusy = false;
}

/** What should happen, and when. */
class Model {
  now = 0;
  readonly events: string[] = [];
  readonly hosts = new Map<string, ModelHost>();
  readonly lasting = new Map<string, { host: ModelHost; delayMs: number }>();
  readonly #perHost: number;

  constructor(perHost: number) {
    this.#perHost = perHost;
  }

  of(name: string): ModelHost {
    const known = this.hosts.get(name) ?? new ModelHost();
    this.hosts.set(name, known);
    return known;
  }

  isFree(at: ModelHost): boolean {
    return at.running < this.#perHost && this.now >= at.dueAt;
  }

  ask(kind: 'take' | 'try', name: string, hostName: string, delayMs: number, lasts: boolean): void {
    const at = this.of(hostName);
    at.isBusy = true;
    if (kind === 'take') at.queue.push({ name, delayMs, lasts });
    else if (at.queue.length === 0 && this.isFree(at)) this.#begin(at, { name, delayMs, lasts });
    else this.events.push(`${this.now} ${name} refused`);
    this.settle();
  }

  end(name: string): void {
    const turn = this.lasting.get(name);
    if (turn === undefined) return;
    this.lasting.delete(name);
    turn.host.running--;
    turn.host.isBusy = true;
    turn.host.dueAt = Math.max(turn.host.dueAt, this.now + turn.delayMs);
    this.settle();
  }

  pass(ms: number): void {
    for (let i = 0; i < ms; i++) {
      this.now++;
      this.settle();
    }
  }

  /** The earliest time at which a request that comes now can have a turn. */
  freeAt(name: string): number {
    const at = this.of(name);
    const busyMs = at.running >= this.#perHost ? at.delayMs : 0;
    return Math.max(this.now + busyMs, at.dueAt) + at.queue.length * at.delayMs;
  }

  settle(): void {
    for (const [name, at] of this.hosts) {
      while (at.queue.length > 0 && this.isFree(at)) this.#begin(at, at.queue.shift() as ModelRequest);
      if (!at.isBusy || at.queue.length > 0 || !this.isFree(at)) continue;
      at.isBusy = false;
      this.events.push(`${this.now} ${name} is free`);
    }
  }

  #begin(at: ModelHost, { name, delayMs, lasts }: ModelRequest): void {
    this.events.push(`${this.now} ${name} begins`);
    at.delayMs = delayMs;
    at.dueAt = Math.max(at.dueAt, this.now + delayMs);
    if (!lasts) return;
    at.running++;
    this.lasting.set(name, { host: at, delayMs });
  }
}

checkProperty(
  'turns begin, tries are refused, and hosts become free when a naive model says so',
  fc.asyncProperty(
    fc.array(step, { maxLength: 30 }),
    fc.integer({ min: 1, max: 2 }),
    async (steps, perHost) => {
      const clock = new ManualClock();
      const { pacer } = pacing({ clock, perHost });
      const model = new Model(perHost);
      const events: string[] = [];
      const note = (text: string) => void events.push(`${clock.monotonicNow()} ${text}`);
      const ends = new Map<string, EndTurn>();
      const free = pacer.hostsFree(undefined);
      const iteration = (async () => {
        for await (const name of free) note(`${name} is free`);
      })();
      for (const [i, one] of steps.entries()) {
        if (one.kind === 'pass') {
          await clock.advance(one.ms);
          model.pass(one.ms);
        } else if (one.kind === 'end') {
          const name = [...model.lasting.keys()][one.nth % Math.max(model.lasting.size, 1)] ?? '';
          ends.get(name)?.();
          model.end(name);
        } else {
          const name = `request ${i}`;
          const { host: key, delayMs, lasts } = one;
          const asked =
            one.kind === 'try'
              ? pacer.tryTake({ key, delayMs, lasts })
              : pacer.take({ key, delayMs, lasts, signal: undefined });
          void asked.then(
            (end) => {
              note(`${name} ${end === undefined ? 'refused' : 'begins'}`);
              if (end !== undefined) ends.set(name, end);
            },
            () => {},
          );
          model.ask(one.kind, name, key, delayMs, lasts);
        }
        await rest();
        expect(sorted(events)).toEqual(sorted(model.events));
        for (const name of ['a', 'b', 'c'])
          expect(clock.monotonicNow() + (await pacer.freeInMs(name))).toBe(model.freeAt(name));
      }
      await pacer.close(new Error('closed'));
      await expect(iteration).rejects.toThrow('closed');
      expect(clock.pending).toBe(0);
    },
  ),
  { runsShare: 0.1 },
);

/** Hosts do not wait for each other, so events of several hosts at one time have no order. */
function sorted(events: readonly string[]): readonly string[] {
  return [...events].sort();
}
