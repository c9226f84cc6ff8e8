/** The stages of `check --batch`, and the command over more questions than its memory could hold. */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { byEffort } from '../../../test/support/effort.js';
import { type Program, program } from '../../../test/support/program.js';
import { checkProperty } from '../../../test/support/property.js';
import { memberText } from '../src/check/batch/json-member.js';
import { type BatchOptions, batchPipeline } from '../src/check/batch/pipeline.js';
import { BATCH_FAILURES, type BatchFailure } from '../src/check/batch/result.js';
import { useBuiltCommand } from './support/command.js';
import { fromNdjson, toNdjson } from './support/ndjson.js';

const encoder = new TextEncoder();
const question = { id: 1, body: 'User-agent: *\nDisallow: /é', agents: ['a'], url: '/' };

/** Everything the pipeline puts out for some chunks. */
async function answersOf(chunks: Iterable<Uint8Array>, options: Partial<BatchOptions> = {}): Promise<string> {
  let text = '';
  await pipeline(Readable.from(chunks), batchPipeline({ profile: 'rfc9309', ...options }), async (blocks) => {
    for await (const block of blocks) text += block;
  });
  return text;
}

function* inChunks(octets: Uint8Array, length: number): Generator<Uint8Array, void> {
  for (let at = 0; at < octets.length; at += length) yield octets.subarray(at, at + length);
}

describe('chunks', () => {
  const input = encoder.encode(
    `\ufeff${JSON.stringify(question)}\r\n\n{"id":2}\nnonsense é\n${JSON.stringify({ ...question, id: 'é', urls: ['/é', '/x'], url: null })}`,
  );

  test('cut anywhere, with an empty chunk between, give the same answers', async () => {
    const whole = await answersOf([input]);
    for (let cut = 0; cut <= input.length; cut++) {
      const chunks = [input.subarray(0, cut), new Uint8Array(0), input.subarray(cut)];
      expect(await answersOf(chunks.map((chunk) => Buffer.from(chunk)))).toBe(whole);
    }
  });
});

describe('a line of too many arrays and objects', () => {
  const many = (count: number, container: string) => Array(count).fill(container).join();

  test.each(['{}', '[]', '[[]]', '{"a":[{}]}'])('%s', async (container) => {
    const lines = [
      `{"id":1,"urls":[${many(100_001, container)}]}`,
      JSON.stringify({ ...question, id: 2 }),
      `[${many(100_001, container)}`,
      JSON.stringify({ ...question, id: 3 }),
    ];
    const text = await answersOf([encoder.encode(lines.join('\n'))]);
    const message = (line: number) => `input line ${line} holds more than 100000 arrays and objects`;
    expect(fromNdjson(text)).toMatchObject([
      { id: null, error: { code: 'line-too-long', message: message(1) } },
      { id: 2, allowed: true },
      { id: null, error: { code: 'line-too-long', message: message(3) } },
      { id: 3, allowed: true },
    ]);
  });

  test('brackets in strings do not count, nor do other values', async () => {
    const body = `User-agent: a\nDisallow: /"\\{[\\\\"#${'{['.repeat(150_000)}`;
    const urls = Array(150_000).fill('/[{"\\');
    const text = await answersOf([
      encoder.encode(JSON.stringify({ id: urls.length, body, agents: ['a'], urls })),
    ]);
    expect(fromNdjson(text)).toHaveLength(urls.length);
  });

  test('as many as are allowed', async () => {
    const id = JSON.parse(`[${many(99_997, '{}')}]`);
    const [answer] = fromNdjson(await answersOf([encoder.encode(JSON.stringify({ ...question, id }))]));
    expect(answer).toMatchObject({ id, allowed: true });
  });
});

describe('a line that is too long', () => {
  const fits = JSON.stringify(question);
  const maxLineOctets = encoder.encode(fits).length;
  const rest = `\n${fits}\n`;

  test.each([1, 5, 16, 1000])(
    'is an error, whether it comes in chunks of %d octets or not',
    async (length) => {
      for (const excess of [1, 2, 10, 500]) {
        const failures: BatchFailure[] = [];
        const onFailure = (failure: BatchFailure) => failures.push(failure);
        const input = encoder.encode(
          `${fits}\n${fits}${' '.repeat(excess)}${rest}${'x'.repeat(maxLineOctets + excess)}`,
        );
        const text = await answersOf(inChunks(input, length), { maxLineOctets, onFailure });
        expect(fromNdjson(text)).toMatchObject([
          { id: 1, allowed: true },
          { id: null, error: { code: 'line-too-long', message: expect.stringContaining('input line 2 ') } },
          { id: 1, allowed: true },
          { id: null, error: { code: 'line-too-long', message: expect.stringContaining('input line 4 ') } },
        ]);
        expect(failures.map(({ code }) => code)).toEqual(['line-too-long', 'line-too-long']);
      }
    },
  );

  test('is dropped as it arrives', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    function* endless(): Generator<Uint8Array, void> {
      for (let i = 0; i < 512; i++) yield chunk;
      yield encoder.encode(rest);
    }
    globalThis.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const sample = function* (): Generator<Uint8Array, void> {
      for (const one of endless()) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        yield one;
      }
    };
    const text = await answersOf(sample(), { maxLineOctets: 4 * chunk.length });
    expect(fromNdjson(text)).toMatchObject([{ error: { code: 'line-too-long' } }, { allowed: true }]);
    expect(most).toBeLessThan(64 * chunk.length);
  });
});

describe('a slow reader', () => {
  /** How many blocks may wait: the two that the pipeline allows, one in progress, and some in the reader's buffer. */
  const MOST_BLOCKS = 4;

  test.each([
    ['many lines', 1],
    ['lines of many URLs', 20_000],
  ])('holds up %s', async (_, urlsEach) => {
    let asked = 0;
    const line = encoder.encode(
      toNdjson([{ ...question, url: undefined, urls: Array(urlsEach).fill('/x') }]),
    );
    function* questions(): Generator<Uint8Array, void> {
      for (;;) {
        asked++;
        yield line;
      }
    }
    let held = 0;
    const release: (() => void)[] = [];
    const reader = new Writable({
      objectMode: true,
      highWaterMark: 1,
      write: (_block, _encoding, done) => {
        held++;
        release.push(done);
      },
    });
    const stages = batchPipeline({ profile: 'rfc9309' });
    const abort = new AbortController();
    const run = pipeline(Readable.from(questions()), stages, reader, { signal: abort.signal });
    run.catch(() => {});

    const first = await settled(() => asked);
    expect(held).toBe(1);
    expect(stages.readableLength).toBeLessThanOrEqual(MOST_BLOCKS);
    release.pop()?.();
    expect(await settled(() => asked)).toBeGreaterThanOrEqual(first);
    expect(held).toBe(2);

    abort.abort();
    await expect(run).rejects.toThrow('abort');
    const last = asked;
    await settled(() => asked);
    expect(asked).toBe(last);
  });

  /** The number once it stops growing. Without backpressure it never would. */
  async function settled(number: () => number): Promise<number> {
    const MOST = 100_000;
    for (let last = -1, still = 0; still < 100; ) {
      await new Promise(setImmediate);
      still = number() === last ? still + 1 : 0;
      last = number();
      if (last > MOST) throw new Error('nothing holds it up');
    }
    return number();
  }
});

test('an error of the input ends the pipeline', async () => {
  function* failing(): Generator<Uint8Array, void> {
    yield encoder.encode(toNdjson([question]));
    throw new Error('the input fails');
  }
  await expect(answersOf(failing())).rejects.toThrow('the input fails');
});

test('every error code can occur', async () => {
  const seen = new Set<string>();
  const lines = [
    'x',
    '{}',
    JSON.stringify({ ...question, agents: [''] }),
    JSON.stringify({ ...question, url: 'x' }),
    'x'.repeat(999),
  ];
  await answersOf([encoder.encode(lines.join('\n'))], {
    maxLineOctets: 500,
    onFailure: ({ code }) => seen.add(code),
  });
  expect([...seen].sort()).toEqual(Object.keys(BATCH_FAILURES).sort());
});

checkProperty(
  'the text of a member means what JSON.parse reads',
  fc.property(
    fc.dictionary(fc.oneof(fc.constantFrom('id', 'x', ''), fc.string()), fc.jsonValue()),
    fc.constantFrom(undefined, 1, '\t'),
    (object, indent) => {
      const json = JSON.stringify(object, null, indent);
      const text = memberText(json, 'id');
      const read = JSON.parse(json) as { id?: unknown };
      if (!Object.hasOwn(read, 'id')) return text === undefined;
      return text !== undefined && JSON.stringify(JSON.parse(text)) === JSON.stringify(read.id);
    },
  ),
  { runsShare: 0.2 },
);

describe('many crawlers of one question', () => {
  const rules = Array.from({ length: 1_500 }, (_, nth) => `disallow: /${nth}/a\n`).join('');
  const body = `user-agent: a\n${rules}\nuser-agent: b\nuser-agent: c\n${rules.replaceAll('/a', '/b')}`;

  test('get their own answers about more URLs than the texts of answers are kept for', async () => {
    const urls = Array.from({ length: 1_500 }, (_, nth) => `/${nth}/${nth % 2 === 0 ? 'a' : 'b'}`);
    const each = ['a', 'b', 'c', 'd', 'a'];
    const together = await answersOf([encoder.encode(toNdjson([{ id: 1, body, each, urls }]))]);
    const apart = await answersOf([
      encoder.encode(toNdjson(each.map((agent) => ({ id: 1, body, agents: [agent], urls })))),
    ]);
    const answers = fromNdjson(together);
    expect(answers.map(({ agent }) => agent)).toEqual(each.flatMap((agent) => urls.map(() => agent)));
    expect(answers.map(({ agent: _, ...answer }) => answer)).toEqual(fromNdjson(apart));
  });

  test('share the text of an answer', async () => {
    const each = Array.from({ length: 100 }, (_, nth) => `other-${nth}`);
    const line = encoder.encode(toNdjson([{ id: 1, body, each, urls: ['/1/a', '/1/b'] }]));
    const stringify = vi.spyOn(JSON, 'stringify');
    try {
      await answersOf([line]);
      const answers = stringify.mock.calls.filter(([value]) => typeof value === 'object');
      expect(answers).toHaveLength(2);
    } finally {
      stringify.mockRestore();
    }
  });
});

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
