/** The bounds on the cost of a verdict in steps, which do not depend on the machine. */
import { describe, expect, test } from 'vitest';
import { HOSTILE_FAMILIES, type HostileFamily, rulesOfFamily } from '../../test/match/hostile-rules.js';
import { naiveDecision } from '../../test/match/naive-decision.js';
import { type Rule, rulesOf, tableOf } from '../../test/match/tables.js';
import { toOctets } from '../../test/reference/octets.js';
import { byEffort } from '../../test/support/effort.js';
import { readDocument } from '../../test/support/ways.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from '../limits.js';
import { PROFILES } from '../profiles.js';
import { NO_RULE } from './decision.js';
import { matchingRanks } from './explain/explanation.js';
import { judgeOnce } from './judge.js';
import { OCTET_KINDS } from './octet-forms.js';
import { readRequestPath } from './read-url.js';
import { CompiledRules, candidatesOf } from './rules.js';
import { callersOf } from './select/callers.js';

/** How large a hostile file is: the largest that is read whole, or one that takes a tenth of the time. */
const FILE_OCTETS = byEffort({ quick: 100 * 1024, full: PARSING_LIMIT_OCTETS });

/** How long a hostile path is at most. */
const PATH_OCTETS = byEffort({ quick: 2048, full: Infinity });

const FAMILIES = HOSTILE_FAMILIES.map((family) => {
  const shorter = { ...family, path: family.path.slice(0, PATH_OCTETS) };
  return [family.name, shorter] as const;
});

/** How many rules a matcher has in which one is found about as fast as among a hundred. */
const MANY_RULES = byEffort({ quick: 10_000, full: 40_000 });

const AXES = PROFILES.rfc9309.rules;
const LITERAL_AXES = { ...AXES, specialCharacters: false };

/**
 * The steps that one question about a file may take after those that it is granted: docs/internals/matcher.md, "One question about a
 * file".
 */
function pathIndexBound(pathOctets: number, documentOctets: number): number {
  const ofTheRuleThatIsTried = 2 * (pathOctets + LINE_LIMIT_OCTETS);
  const words = (pathOctets >> 5) + 2;
  const toBuild = 2 * pathOctets + 256 * words;
  // Each part is looked for as it is and, in the query, with its escapes decoded.
  return ofTheRuleThatIsTried + toBuild + 2 * words * 2 * documentOctets;
}

/**
 * The steps that the rules of a matcher may take: those that they are granted; one more state of the automaton, or the rule that is tried; and
 * a scan with an index of the path.
 */
function rulesBound(pathOctets: number, patternOctets: number): number {
  const granted = 1024 + 4 * (pathOctets + patternOctets);
  const oneMoreState = 20 * patternOctets;
  return granted + oneMoreState + pathIndexBound(pathOctets, patternOctets) + 2 * patternOctets;
}

describe.each(FAMILIES)('%s', (_, family) => {
  const table = tableOf(rulesOfFamily(family, FILE_OCTETS));
  const bound = rulesBound(family.path.length, table.octets.length);

  test('the first question and later ones are within their bound', () => {
    const compiled = new CompiledRules(table, AXES);
    const decision = compiled.decide(family.path);
    expect(compiled.steps).toBeLessThanOrEqual(bound);
    untilBuilt(compiled);
    for (let nth = 0; nth < 5; nth++) {
      expect(compiled.decide(family.path)).toBe(decision);
      expect(compiled.steps).toBeLessThanOrEqual(bound);
      compiled.decide('/none');
    }
  });
});

describe.each(FAMILIES)('%s, in one pass', (_, family) => {
  const file = fileOf(rulesOfFamily(family, FILE_OCTETS));
  const callers = callersOf('a');

  test('is within its bound', () => {
    judgeOnce(file, family.path, PROFILES.rfc9309, callers);
    const { left } = readRequestPath(family.path, OCTET_KINDS[AXES.form]);
    expect(-left).toBeLessThanOrEqual(pathIndexBound(family.path.length, file.length));
  });

  test('gives the answer of the document', () => {
    const { path } = family;
    const matcher = readDocument(file).matcher({ agents: 'a' });
    expect(judgeOnce(file, path, PROFILES.rfc9309, callers).isAllowed).toBe(matcher.isAllowed(path));
  });
});

test.each(FAMILIES)('%s: an explanation finds every rule that matches within the same bound', (_, family) => {
  const table = tableOf(rulesOfFamily(family, FILE_OCTETS));
  const candidates = candidatesOf(table, AXES);
  const request = readRequestPath(family.path, OCTET_KINDS[AXES.form]);
  request.grant(table.octets.length);
  const ranks = matchingRanks(candidates, request);
  expect(-request.left).toBeLessThanOrEqual(
    pathIndexBound(family.path.length, candidates.patterns.textLength),
  );
  const decision = new CompiledRules(table, AXES).decide(family.path);
  expect(ranks.length === 0 ? NO_RULE : candidates.patterns.rules[candidates.patternOfRank[ranks[0]]]).toBe(
    decision,
  );
});

/** A file of one group, for the caller `a`. */
function fileOf(rules: readonly Rule[]): Uint8Array {
  const records = rules.map(({ isAllow, pattern }) => `${isAllow ? 'allow' : 'disallow'}:${pattern}\n`);
  return toOctets(`user-agent:a\n${records.join('')}`).subarray(0, PARSING_LIMIT_OCTETS);
}

/** With as much of the rules and the path as the naive matcher can judge in reasonable time. */
test.each(FAMILIES)('%s: decides as the naive matcher does', (_, family) => {
  const rules = rulesOfFamily(family, FILE_OCTETS)
    .slice(0, 60)
    .map(({ isAllow, pattern }) => ({ isAllow, pattern: pattern.slice(0, 80) }));
  const table = tableOf(rules);
  const paths = [family.path.slice(0, 200), family.path.slice(0, 37), `${family.path.slice(0, 90)}X`];
  const first = paths.map((path) => new CompiledRules(table, AXES).decide(path));
  const compiled = new CompiledRules(table, AXES);
  untilBuilt(compiled);
  const later = paths.map((path) => compiled.decide(path));
  const expected = paths.map((path) => naiveDecision(rules, path, AXES));
  expect(first).toEqual(expected);
  expect(later).toEqual(expected);
});

describe('the cost hardly depends on the number of rules', () => {
  test.each<[string, (nth: number) => string, string]>([
    ['literals', (nth) => `-/section-${nth}/page`, '/section-77/page/index.html?sort=up'],
    ['wildcards after one stem', (nth) => `-/*/section-${nth}/`, '/shop/section-77/page/index.html?sort=up'],
    ['wildcards after many stems', (nth) => `-/dir-${nth}/*/private`, '/dir-77/page/private/x'],
    ['anchored', (nth) => `-/*.ext-${nth}$`, '/shop/page/file.ext-77'],
    ['parameters', (nth) => `-/*?*id-${nth}=`, '/shop/page/file?sort=up&id-77=5'],
  ])('%s', (_, pattern, path) => {
    const steps = [100, MANY_RULES].map((count) => {
      const rules = rulesOf(Array.from({ length: count }, (_rule, nth) => pattern(nth)));
      const compiled = new CompiledRules(tableOf(rules), AXES);
      untilBuilt(compiled);
      expect(compiled.decide(path)).toBe(77);
      return compiled.steps;
    });
    expect(steps[1]).toBeLessThanOrEqual(steps[0] * 1.5);
  });
});

test('the octets that a scan compares are counted', () => {
  const family = HOSTILE_FAMILIES.find(({ name }) => name === 'anchored tails') as HostileFamily;
  const table = tableOf(rulesOfFamily(family, FILE_OCTETS));
  const compiled = new CompiledRules(table, AXES);
  compiled.decide(family.path);
  expect(compiled.steps).toBeGreaterThan(table.octets.length / 2);
});

test('the octets that a scan compares of rules that differ late are counted', () => {
  const rules = rulesOf(Array.from({ length: 1000 }, (_, nth) => `-/the-same-for-all-${nth}`));
  const compiled = new CompiledRules(tableOf(rules), AXES);
  compiled.decide('/the-same-for-all-but-one');
  expect(compiled.steps).toBeGreaterThan(1000 * '/the-same-for-all-'.length);
});

test('patterns without special characters are literals to the scan and the automaton', () => {
  const rules = rulesOf(['-/*a*b', '+/a$', '-/**']);
  const compiled = new CompiledRules(tableOf(rules), LITERAL_AXES);
  const paths = ['/*a*b', '/a$', '/**', '/xaxb', '/a', '/%2a%2a'];
  const expected = paths.map((path) => naiveDecision(rules, path, LITERAL_AXES));
  expect(paths.map((path) => compiled.decide(path))).toEqual(expected);
  untilBuilt(compiled);
  expect(paths.map((path) => compiled.decide(path))).toEqual(expected);
});

/** Asks questions until the automaton is built, then one more, so that no question that follows is the last one again. */
function untilBuilt(compiled: CompiledRules): void {
  for (let nth = 0; compiled.automaton === null && nth < 10_000; nth++) compiled.decide(`/${nth}`);
  compiled.decide('/none');
}
