import { expect, test } from 'vitest';
import { ANSWERS } from './answers.js';
import { Engine } from './engine.js';
import type { FromWorker, ToWorker } from './protocol.js';
import type { GridQuestion } from './question.js';
import { Schedule } from './schedule.js';

/** A schedule whose work is done by hand, one slice at a time, each of one step. */
function scheduleByHand() {
  const sent: FromWorker[] = [];
  const later: (() => void)[] = [];
  let now = 0;
  const schedule = new Schedule(
    (message) => sent.push(message),
    (work) => later.push(work),
    new Engine(ANSWERS),
    () => (now += 1000),
  );
  return {
    sent,
    receive: (...messages: ToWorker[]) => {
      for (const message of messages) schedule.receive(message);
    },
    slice: () => later.shift()?.(),
    rest: () => {
      for (let work = later.shift(); work !== undefined; work = later.shift()) work();
    },
  };
}

const QUESTION: GridQuestion = { urls: '/a\n/b', crawlers: 'FooBot', profile: 'rfc9309' };
const file = (text: string): ToWorker => ({
  type: 'file',
  slot: 'file',
  octets: new TextEncoder().encode(text),
});
const verdicts = (id: number, question = QUESTION): ToWorker => ({
  type: 'question',
  id,
  kind: 'verdicts',
  question,
});
const explain = (id: number): ToWorker => ({
  type: 'question',
  id,
  kind: 'explanation',
  question: { url: '/a', crawler: 'FooBot', profile: 'rfc9309' },
});

test('a question gets one answer, about the file sent before it', () => {
  const { receive, rest, sent } = scheduleByHand();
  receive(file('user-agent: *\ndisallow: /a'), verdicts(1));
  rest();
  expect(sent).toMatchObject([
    { type: 'answer', id: 1, answer: { cells: Uint8Array.of(1, 0), rowsDone: 2 } },
  ]);
});

test('a newer question of the same kind replaces an older one', () => {
  const { receive, rest, sent } = scheduleByHand();
  receive(verdicts(1), verdicts(2));
  rest();
  expect(sent.map(({ id }) => id)).toEqual([2]);
});

test('a long answer is sent as it grows, and a cheap question does not wait for it', () => {
  const { receive, slice, rest, sent } = scheduleByHand();
  const urls = Array.from({ length: 40 }, (_, i) => `/${i}`).join('\n');
  receive(verdicts(1, { ...QUESTION, urls }));
  slice();
  receive(explain(2));
  rest();
  const seen = sent.map(({ type, id }) => `${type} ${id}`);
  expect(seen).toEqual(['progress 1', 'answer 2', 'progress 1', 'answer 1']);
  expect(sent[0]).toMatchObject({ progress: { rowsDone: 15 } });
});

test('a cancelled question gets no answer', () => {
  const { receive, rest, sent } = scheduleByHand();
  receive(verdicts(1), { type: 'cancel', id: 1 });
  rest();
  expect(sent).toEqual([]);
});

test('a new file drops questions about the old one', () => {
  const { receive, rest, sent } = scheduleByHand();
  receive(verdicts(1), explain(2), file(''), explain(3));
  rest();
  expect(sent.map(({ id }) => id)).toEqual([3]);
});

test('a question that cannot be answered gets the reason', () => {
  const { receive, rest, sent } = scheduleByHand();
  const urls = Array.from({ length: 1001 }, (_, i) => `/${i}`).join('\n');
  const crawlers = Array.from(
    { length: 100 },
    (_, i) => `Bot${String.fromCharCode(97 + (i % 26)).repeat(i + 1)}`,
  ).join();
  receive(verdicts(1, { ...QUESTION, urls, crawlers }));
  rest();
  expect(sent).toEqual([
    {
      type: 'failure',
      id: 1,
      message:
        '1,001 URLs for 100 crawlers are 100,100 verdicts, and the page shows at most 100,000. Ask about fewer URLs or crawlers.',
    },
  ]);
});
