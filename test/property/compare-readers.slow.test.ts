/**
 * Comparisons with readers against brute force: every URL over a small alphabet up to a length, put to the matchers one by one.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences } from '../../src/compare/index.js';
import { type Matcher, parseSync } from '../../src/core.js';
import { READERS, type ReaderName } from '../../src/readers/index.js';
import { byEffort } from '../support/effort.js';
import { fileOver, pathsOver } from '../support/small-files.js';

/** Letters of URLs, each list for another oddity of the readers. */
const ALPHABETS = [
  ['/', 'a', 'b', '?'],
  ['/', 'a', '*', '$', '%2A'],
  ['/', '$', '%24', '*', '%2A', 'a'],
  ['/', 'a', '%61', '%2F', '?'],
  ['/', '.', '%2E', 'a', '?'],
  ['/', 'index.html', 'a', '?'],
  ['/', 'a', '%C3%A9', '%c3%a9', '+', '%20'],
] as const;

/** All URLs over an alphabet, by its index. */
const URLS = ALPHABETS.map(pathsOver);

const aFile = fc
  .nat({ max: ALPHABETS.length - 1 })
  .chain((alphabet) => fc.record({ alphabet: fc.constant(alphabet), text: fileOver(ALPHABETS[alphabet]) }));

/** The files are always the same, so that the share that is found is, too. */
const FILES = fc.sample(aFile, { numRuns: byEffort({ quick: 60, full: 300 }), seed: 9309 });

/** The share of pairs of lines, over all readers, whose difference may be missed although one of the URLs tried shows it. */
const MOST_MISSED = 0.01;

/** Services of which nothing is documented by which such files would be read differently. */
const READ_ALIKE: readonly ReaderName[] = ['amazonbot', 'applebot', 'bing', 'naver', 'seznam', 'yandex'];

function pairOn(path: string, before: Matcher, after: Matcher): string | null {
  const [one, other] = [before, after].map((matcher) => matcher.check(`http://host${path}`));
  return one.allowed === other.allowed ? null : `${one.rule?.line ?? 0} ${other.rule?.line ?? 0}`;
}

/** The pairs of lines that were missed, and the number of all pairs, over all readers. */
const missed: string[] = [];
let allPairs = 0;

describe('differences between rfc9309 and', () => {
  test.each(Object.keys(READERS) as ReaderName[])('%s are real', (name) => {
    let pairs = 0;
    for (const { text, alphabet } of FILES) {
      const document = parseSync(text);
      const before = document.matcher({ agents: 'FooBot' });
      const after = document.matcher({ agents: 'FooBot', profile: READERS[name] });
      const { opens, closes } = differences(before, after);
      const found = new Set<string | null>();
      for (const { path, before: one, after: other } of [...opens, ...closes]) {
        expect(pairOn(path, before, after)).toBe(`${one.line} ${other.line}`);
        found.add(`${one.line} ${other.line}`);
      }
      const expected = new Set(URLS[alphabet].map((path) => pairOn(path, before, after)));
      expected.delete(null);
      pairs += expected.size;
      for (const pair of expected) if (!found.has(pair)) missed.push(`${name}: ${pair} of ${text}`);
    }
    expect(pairs > 0).toBe(!READ_ALIKE.includes(name));
    allPairs += pairs;
  });

  test('hardly any pair of lines is missed, over all readers', () => {
    expect(missed.length, missed.join('\n\n')).toBeLessThanOrEqual(MOST_MISSED * allPairs);
  });
});
