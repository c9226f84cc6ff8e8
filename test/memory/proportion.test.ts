/** Twice the lines take twice the work, not four times: counted, not timed. */
import { describe, expect, test } from 'vitest';
import { isAllowed, parseSync, type RobotsDocument } from '../../src/core.js';
import { manyLines, NAMES_OF_MANY } from './many-lines.js';

const LINES = 1_000;

/** Doubled lines are a little more than doubled octets, as their numbers get longer, and some costs come in steps. */
const MOST_TIMES = 2.3;

/** What any file costs, however small. */
const FIXED_CALLS = 50;

/** What is asked of a file, each on a document of its own. */
const QUESTIONS: { readonly [name: string]: (document: RobotsDocument) => unknown } = {
  parse: (document) => document.lineCount,
  groups: (document) => document.groups.map(({ extensions }) => extensions),
  records: (document) => [document.otherRecords, document.sitemaps, document.comments],
  diagnostics: (document) => document.diagnostics,
  json: (document) => JSON.stringify(document),
  delay: (document) => document.crawlDelay('a'),
  verdict: (document) => document.matcher({ agents: 'a' }).isAllowed('/1/page'),
  explanation: (document) => document.matcher({ agents: 'a' }).check('/1/page').explanation,
  tenCrawlers: (document) =>
    document.matchers([...'abcdefghij']).map((matcher) => matcher.check('/1/page').rule?.line),
  groupsUnderKoster: (document) => document.groupsUnder('koster-1996').map(({ extensions }) => extensions),
};

describe.each(NAMES_OF_MANY)('%s', (name) => {
  const [once, twice] = [manyLines(name, LINES), manyLines(name, 2 * LINES)];

  test('twice the lines are twice the octets', () => {
    expect(twice.length).toBeLessThan(MOST_TIMES * once.length);
  });

  test.each(Object.entries(QUESTIONS))('%s', (_, ask) => {
    expectProportion((body) => ask(parseSync(body)), [once, twice]);
  });

  test('one question', () => {
    expectProportion((body) => isAllowed(body, '/1/page', { agents: 'a' }), [once, twice]);
  });
});

function expectProportion(run: (body: Uint8Array) => unknown, [once, twice]: readonly Uint8Array[]): void {
  const [callsOfOnce, callsOfTwice] = [countedCalls(() => run(once)), countedCalls(() => run(twice))];
  expect(callsOfTwice).toBeLessThan(MOST_TIMES * callsOfOnce + FIXED_CALLS);
  // What is not counted would be in proportion, too.
  expect(callsOfOnce).toBeGreaterThan(LINES / 2);
}

/** Methods that every step over octets takes, four at a time, or that every node and every decoding needs. */
const COUNTED = [
  [DataView.prototype, 'getInt32'],
  [Uint8Array.prototype, 'subarray'],
  [TextDecoder.prototype, 'decode'],
  [Array.prototype, 'push'],
  [Map.prototype, 'get'],
  [Map.prototype, 'set'],
] as unknown as [{ [name: string]: (...args: unknown[]) => unknown }, string][];

/** How many calls of the counted methods a run makes. */
function countedCalls(run: () => unknown): number {
  let calls = 0;
  const originals = COUNTED.map(([owner, name]) => owner[name]);
  for (const [owner, name] of COUNTED) {
    const original = owner[name];
    owner[name] = function (...args) {
      calls++;
      return original?.apply(this, args);
    };
  }
  try {
    run();
  } finally {
    for (const [index, [owner, name]] of COUNTED.entries()) owner[name] = originals[index] as never;
  }
  return calls;
}
