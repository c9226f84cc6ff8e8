/**
 * Comparisons against brute force: every URL over a small alphabet up to a length, put to the matchers one by one.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { differences, reachOf, ruleUses } from '../../src/compare/index.js';
import { type Matcher, type ProfileName, parseSync } from '../../src/core.js';
import { checkProperty } from '../support/property.js';
import { fileOver, pathsOver } from '../support/small-files.js';

const PROFILE_NAMES: readonly ProfileName[] = ['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996'];

/** Letters of URLs, each list for another oddity of the readings. */
const ALPHABETS = [
  ['/', 'a', 'b', '?'],
  ['/', 'a', '?', ':', '%3A', '%3a'],
  ['/', 'a', '%61', '%', '2', 'F', '%2F'],
  ['/', '.', '%2E', 'a', '?'],
  ['/', '$', '%24', '*', '%2A', 'a'],
  ['/', '2', '0', '%20', '%12'],
  ['/', 'index.htm', 'l', 'a', '?'],
] as const;

/** All URLs over an alphabet, by its index. */
const URLS = ALPHABETS.map(pathsOver);

const aComparison = fc.nat({ max: ALPHABETS.length - 1 }).chain((alphabet) =>
  fc.record({
    alphabet: fc.constant(alphabet),
    before: fileOver(ALPHABETS[alphabet]),
    after: fileOver(ALPHABETS[alphabet]),
    profileBefore: fc.constantFrom(...PROFILE_NAMES),
    profileAfter: fc.constantFrom(...PROFILE_NAMES),
    isOneFile: fc.boolean(),
  }),
);

/** Every run puts some thousand URLs to two matchers. */
const RUNS = { runsShare: 0.2 };

function matcherOf(file: string, profile: ProfileName): Matcher {
  return parseSync(file).matcher({ agents: 'FooBot', profile });
}

/** A path after an authority, so that `//` does not begin one. */
function urlOf(path: string): string {
  return `http://host${path}`;
}

/** Far more steps than the default, so that every comparison of such small files ends by itself. */
const ENOUGH = { maxSteps: 20_000_000 };

describe('comparisons', () => {
  checkProperty(
    'say everything or nothing exactly if every URL is allowed, or none is',
    fc.property(aComparison, ({ alphabet, before, profileBefore }) => {
      const matcher = matcherOf(before, profileBefore);
      const answers = new Set(URLS[alphabet].map((path) => matcher.isAllowed(urlOf(path))));
      const { extent, allowedPath, disallowedPath } = reachOf(matcher, ENOUGH);
      expect(extent).not.toBe('unknown');
      if (answers.has(true)) expect(allowedPath).not.toBeNull();
      if (answers.has(false)) expect(disallowedPath).not.toBeNull();
      if (allowedPath !== null) expect(matcher.isAllowed(urlOf(allowedPath))).toBe(true);
      if (disallowedPath !== null) expect(matcher.isAllowed(urlOf(disallowedPath))).toBe(false);
      expect(extent === 'everything').toBe(disallowedPath === null);
      expect(extent === 'nothing').toBe(allowedPath === null);
    }),
    RUNS,
  );

  checkProperty(
    'find a URL for every rule that decides about one',
    fc.property(aComparison, ({ alphabet, before, profileBefore }) => {
      const matcher = matcherOf(before, profileBefore);
      const lines = new Set(URLS[alphabet].map((path) => matcher.check(urlOf(path)).rule?.line));
      for (const { line, use, path } of ruleUses(matcher, ENOUGH)) {
        expect(use).not.toBe('unknown');
        if (lines.has(line)) expect([line, use]).toEqual([line, 'decides']);
        if (path !== null) expect(matcher.check(urlOf(path)).rule?.line).toBe(line);
      }
    }),
    RUNS,
  );

  checkProperty(
    'find every pair of rules that decide differently',
    fc.property(aComparison, (comparison) => {
      const { alphabet, before, after, profileBefore, profileAfter, isOneFile } = comparison;
      const first = matcherOf(before, profileBefore);
      const second = matcherOf(isOneFile ? before : after, profileAfter);
      const expected = new Set<string>();
      for (const path of URLS[alphabet]) {
        const one = first.check(urlOf(path));
        const other = second.check(urlOf(path));
        if (one.allowed !== other.allowed) expected.add(`${one.rule?.line ?? 0} ${other.rule?.line ?? 0}`);
      }
      const { opens, closes, isExhaustive } = differences(first, second, ENOUGH);
      expect(isExhaustive).toBe(true);
      const found = [...opens, ...closes];
      for (const { path, before: one, after: other } of found) {
        expect(first.isAllowed(urlOf(path))).toBe(one.allowed);
        expect(second.isAllowed(urlOf(path))).toBe(other.allowed);
        expect(one.allowed).not.toBe(other.allowed);
      }
      const pairs = new Set(found.map(({ before: one, after: other }) => `${one.line} ${other.line}`));
      expect([...expected].filter((pair) => !pairs.has(pair))).toEqual([]);
    }),
    RUNS,
  );

  checkProperty(
    'a file does not differ from itself',
    fc.property(aComparison, ({ before, profileBefore }) => {
      const { opens, closes, isExhaustive } = differences(
        matcherOf(before, profileBefore),
        matcherOf(before, profileBefore),
        ENOUGH,
      );
      expect({ opens, closes, isExhaustive }).toEqual({ opens: [], closes: [], isExhaustive: true });
    }),
    RUNS,
  );
});
