/** `robotstream check --batch` over more questions than its memory could hold. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byEffort } from '../../../test/support/effort.js';
import { type Program, program } from '../../../test/support/program.js';
import { useBuiltCommand } from './support/command.js';
import { toNdjson } from './support/ndjson.js';

const QUESTIONS = byEffort({ quick: 40_000, full: 300_000 });

/** The memory is measured twice, and half of the questions are asked in between: of the fewest, more than 5 MiB. */
const MEASURED_BEFORE = [QUESTIONS / 4, (QUESTIONS * 3) / 4];

/** The noise is some 100 KiB. */
const GROWTH_OCTETS = 1024 * 1024;

/** Pipes and streams hold some 500 questions in both directions, of some 280 octets each. */
const AHEAD_QUESTIONS = 4_000;

const command = useBuiltCommand();
let probe: Program;
beforeAll(async () => {
  probe = await program(new URL('../../../test/support/memory-probe.ts', import.meta.url));
});
afterAll(() => probe.remove());

test('a long stream is answered in order, in bounded memory, no faster than it is read', async () => {
  const main = command.main;
  const child = spawn(process.execPath, ['--import', probe.file, main, 'check', '--batch'], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  }) as ChildProcessByStdio<Writable, Readable, null>;
  const reachable: number[] = [];
  let asked = 0;
  let answered = 0;
  let onAllAnswered = (): void => {};

  async function* questions(): AsyncGenerator<string, void> {
    for (; asked < QUESTIONS; asked++) {
      if (MEASURED_BEFORE.includes(asked)) await measure();
      const body = `User-agent: *\nDisallow: /${asked}/\n# ${'-'.repeat(200)}\n`;
      yield toNdjson([{ id: asked, body, agents: ['a'], url: `/${asked}/${asked % 7}` }]);
    }
  }

  /** Measures the command while no question is in progress. */
  async function measure(): Promise<void> {
    if (answered < asked) {
      await new Promise<void>((resolve) => {
        onAllAnswered = resolve;
      });
    }
    child.send('measure');
    const [octets] = await once(child, 'message');
    reachable.push(octets);
  }

  const fed = pipeline(Readable.from(questions(), { highWaterMark: 1 }), child.stdin);
  const exited = once(child, 'exit');
  let rest = '';
  let mostAhead = 0;
  for await (const chunk of child.stdout.setEncoding('latin1')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const start = `{"id":${answered},"url":"/${answered}/${answered % 7}","allowed":false,"line":2,`;
      if (!line.startsWith(start)) throw new Error(`answer ${answered} is ${line}`);
      answered++;
    }
    mostAhead = Math.max(mostAhead, asked - answered);
    if (answered === asked) onAllAnswered();
  }
  await fed;
  expect([answered, rest]).toEqual([QUESTIONS, '']);
  expect((await exited)[0]).toBe(0);
  expect(mostAhead).toBeLessThan(AHEAD_QUESTIONS);
  const [before = 0, after = 0] = reachable;
  console.log(
    `batch: grew by ${after - before} octets over ${QUESTIONS / 2} questions; at most ${mostAhead} ahead`,
  );
  expect(reachable).toHaveLength(2);
  expect(after - before).toBeLessThan(GROWTH_OCTETS);
});
