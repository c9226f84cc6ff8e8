/** What questions about usage cost, in steps: docs/usage.md, "What it costs". */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SharedAnswers } from '../../packages/survey/src/rows/shared-answers.js';
import { crawlerReport, crawlersOf } from '../../src/crawlers/index.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from '../../src/limits.js';
import { PathIndex } from '../../src/match/path-index.js';
import { PatternSet } from '../../src/match/pattern.js';
import { callersOf } from '../../src/match/select/callers.js';
import { parseSync } from '../../src/parse.js';
import { PROFILES } from '../../src/profiles.js';
import { type RobotsDocument, usageUnder } from '../../src/robots-document.js';
import { UsageQuestion } from '../../src/usage/usage.js';
import { HOSTILE_FAMILIES, type HostileFamily, rulesOfFamily } from '../match/hostile-rules.js';
import { byEffort } from '../support/effort.js';

afterEach(() => void vi.restoreAllMocks());

const FILE_OCTETS = byEffort({ quick: 16 * 1024, full: PARSING_LIMIT_OCTETS });
const PATH_OCTETS = byEffort({ quick: 1024, full: Infinity });

const FAMILIES = HOSTILE_FAMILIES.map((family): [string, HostileFamily] => [
  family.name,
  { ...family, path: family.path.slice(0, PATH_OCTETS) },
]);

const CRAWLERS = crawlersOf('ai').map(({ token }) => token);

/** Lines with the patterns of a family, in one group for each of some crawlers. */
function documentOf(family: HostileFamily, agents: readonly string[], line: (pattern: string) => string) {
  const rules = rulesOfFamily(family, FILE_OCTETS / 2 / agents.length);
  const lines = rules.map(({ pattern }) => line(pattern)).join('\n');
  return parseSync(agents.map((agent) => `user-agent: ${agent}\n${lines}\n`).join(''));
}

const contentUsage = (pattern: string): string => `content-usage: ${pattern} train-ai=n`;
const contentSignal = (pattern: string): string =>
  `content-signal: ${pattern} search=yes,search=no,ai-train=no,use=full,ai-input=yes`;

const READING = { vocabulary: 'vocab-08', ofHeader: undefined } as const;

function questionAbout(document: RobotsDocument, url: string): UsageQuestion {
  return new UsageQuestion(usageUnder(document, PROFILES.rfc9309), url, READING);
}

/** The bound of one question about a file, in the words of docs/internals/matcher.md, and a step for each line and key. */
function bound(path: string, document: RobotsDocument): number {
  const ofThePatternThatIsTried = 2 * (path.length + LINE_LIMIT_OCTETS);
  const bits = Math.ceil(Math.log2(path.length + 1)) + 1;
  const granted = 1024 + 8 * (path.length + document.size);
  const ofTheIndex = 2 * path.length * bits + 8 * document.size * bits;
  return granted + ofThePatternThatIsTried + ofTheIndex;
}

describe.each(FAMILIES)('%s', (_, family) => {
  test.each([
    ['Content-Usage', contentUsage],
    ['Content-Signal', contentSignal],
  ])('the patterns of %s lines', (_field, line) => {
    const document = documentOf(family, ['*'], line);
    const matcher = document.matcher({ agents: 'a' });
    for (let nth = 0; nth < 2; nth++) {
      const question = questionAbout(document, family.path);
      question.of(matcher);
      expect(question.steps).toBeLessThanOrEqual(bound(family.path, document));
    }
  });

  test('the groups of many crawlers, and lines for everyone', () => {
    const ofGroups = documentOf(family, CRAWLERS, contentUsage);
    const common = documentOf(family, ['*'], contentSignal).octets;
    const document = parseSync(
      `sitemap: x\n${new TextDecoder().decode(common).replace(/^.*\n/, '')}${new TextDecoder().decode(ofGroups.octets)}`,
    );
    const question = questionAbout(document, family.path);
    for (const matcher of document.matchers(CRAWLERS)) question.of(matcher);
    const ofLines = CRAWLERS.length * 8 * document.lineCount;
    expect(question.steps).toBeLessThanOrEqual(bound(family.path, document) + ofLines);
  });
});

test('a pattern is read once for a document, and tried once for all keys and crawlers of a question', () => {
  const add = vi.spyOn(PatternSet.prototype, 'add');
  const endOfPart = vi.spyOn(PathIndex.prototype, 'endOfPart');
  const path = `/${'0'.repeat(8000)}`;
  const long = `/*${'0'.repeat(4000)}b`;
  const document = parseSync(
    `${CRAWLERS.map((token) => `user-agent: ${token}\n`).join('')}${`${contentSignal(long)}\n${contentUsage(long)}\n`.repeat(10)}`,
  );
  for (let nth = 0; nth < 3; nth++) document.usage('GPTBot', path);
  expect(add).toHaveBeenCalledTimes(20);
  expect(endOfPart.mock.calls.length).toBeLessThanOrEqual(3 * 20);
  endOfPart.mockClear();
  crawlerReport(document, CRAWLERS, { url: path, profile: 'rfc9309' });
  expect(endOfPart.mock.calls.length).toBeLessThanOrEqual(20);
  endOfPart.mockClear();
  const answers = new SharedAnswers(document, [path], PROFILES.rfc9309);
  for (const token of CRAWLERS) answers.of(callersOf(token));
  expect(endOfPart.mock.calls.length).toBeLessThanOrEqual(20);
  expect(add).toHaveBeenCalledTimes(20);
  endOfPart.mockClear();
  const readings = new Set(crawlerReport(document, CRAWLERS, { url: path }).map(({ profile }) => profile));
  expect(readings.size).toBeGreaterThan(1);
  expect(endOfPart.mock.calls.length).toBeLessThanOrEqual(readings.size * 20);
});

test('a preference is parsed once, and what it repeats is kept once', () => {
  const document = parseSync(
    `user-agent: *\ncontent-usage: a, b=1\ncontent-signal: ${'x=1,search=yes,'.repeat(1000)}y`,
  );
  const usages = ['/', '/a'].map((url) => document.usage('a', url));
  const labels = usages.map((usage) => (usage.applies ? usage.contentUsage.unknownLabels : []));
  const signals = usages.map((usage) => (usage.applies ? usage.contentSignal.unknownSignals : []));
  expect(labels[0]).toHaveLength(2);
  expect(signals[0].map(({ key, value }) => `${key}=${value}`)).toEqual(['x=1', 'y=']);
  for (const each of [labels, signals]) each[1].forEach((one, i) => void expect(one).toBe(each[0][i]));
});

test('what usage costs is taken from the steps of a report', () => {
  const rules = Array.from({ length: 20 }, (_, i) => `disallow: /${i}*x\nallow: /${i}*x\n`).join('');
  const hostile = `${contentUsage(`/*${'0'.repeat(2000)}b`)}\n`.repeat(100);
  const options = { url: `/${'0'.repeat(30_000)}`, maxSteps: 20_000 };
  const extentOf = (lines: string) =>
    crawlerReport(parseSync(`user-agent: *\n${rules}${lines}`), ['a'], options)[0].extent;
  expect(extentOf('')).toBe('everything');
  expect(extentOf(hostile)).toBe('unknown');
});
