import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/lint/octets-of.js';
import { parseSync } from '../parse.js';
import { READERS } from '../readers/index.js';
import { fix } from './fix.js';
import { lint } from './lint.js';
import { LINT_RULES, RULE_IDS, type RuleId } from './rules.js';

/** The examples that show only a part of a file. */
const WHOLE_EXAMPLES: { readonly [id in RuleId]?: string } = {
  'line-too-long': `User-agent: *\nDisallow: /${'a'.repeat(17_000)}\n`,
  'parsing-limit': `User-agent: *\n#${'a'.repeat(512_000)}\nDisallow: /private/\n`,
};

const OPTIONS = { url: 'https://example.com/robots.txt', readers: [READERS['python-3.11']] };

/** How many findings of a rule a file has. */
function count(id: RuleId, text: string): number {
  const { findings } = lint(parseSync(octetsOf(text)), OPTIONS);
  return findings.filter(({ rule }) => rule === id).length;
}

describe.each(RULE_IDS)('%s', (id) => {
  const { example, better, autofix, sources, why, title, fix: repair } = LINT_RULES[id];

  test('the example has one finding, and the better file none', () => {
    expect(count(id, WHOLE_EXAMPLES[id] ?? example)).toBe(1);
    expect(count(id, better)).toBe(0);
  });

  test('says what, why and how in whole sentences, with a source', () => {
    for (const text of [title, why, repair, ...(autofix === undefined ? [] : [autofix.does])]) {
      expect(text).toMatch(/^[A-Z"].*[.)]$/s);
    }
    expect(sources.length).toBeGreaterThan(0);
  });

  if (autofix === undefined) {
    test('no finding has a fix', () => {
      const { findings } = lint(parseSync(octetsOf(example)), OPTIONS);
      expect(findings.filter(({ rule }) => rule === id).map((finding) => finding.fix)).toEqual(
        WHOLE_EXAMPLES[id] === undefined ? [null] : [],
      );
    });
  } else {
    test('the fix makes the better file of the example', () => {
      const { octets, fixed, refusal } = fix(parseSync(octetsOf(example)));
      expect(fixed.map(({ finding }) => finding.rule)).toContain(id);
      expect(refusal).toBeNull();
      expect(count(id, new TextDecoder().decode(octets))).toBe(0);
    });
  }
});

test('no rule is listed twice', () => {
  expect(new Set(RULE_IDS).size).toBe(RULE_IDS.length);
});

const operatorsFound = (name: string) => {
  const { findings } = lint(parseSync(`User-agent: ${name}\nDisallow: /\n`));
  return findings.filter(({ rule }) => rule === 'incomplete-operator').map(({ message }) => message);
};

test('crawlers of one operator are incomplete if one alone is refused', () => {
  expect(operatorsFound('Diffbot').concat(operatorsFound('GPTBot')).join()).toContain('of the same operator');
});

test.each(['Lightpanda', 'img2dataset'])(
  '%s is a program that anybody runs, so no other has its operator',
  (name) => {
    expect(operatorsFound(name)).toEqual([]);
  },
);

const messageOf = (text: string, id: string): string | undefined =>
  lint(parseSync(text)).findings.find(({ rule }) => rule === id)?.message;

const group = (agent: string, ...lines: string[]): string =>
  `${[`User-agent: ${agent}`, ...lines].join('\n')}\n\n`;

test.each([
  ['Content-Signal: ai-train=no', 'Content-Signal'],
  ['Content-Usage: train-ai=n', 'Content-Usage'],
])('a group loses %s', (line, field) => {
  const text = group('*', line, 'Disallow: /x') + group('FooBot', 'Disallow: /x');
  expect(messageOf(text, 'group-loses-wildcard-usage')).toBe(
    `FooBot reads its own group, and not the ${field} of the groups for "*". Repeat the line in the group, unless it is not meant for the crawler.`,
  );
  const document = parseSync(text);
  const [all, foo] = ['BarBot', 'FooBot'].map((agent) => JSON.stringify(document.usage(agent, '/')));
  expect(all).not.toBe(foo);
  expect(foo).toBe(JSON.stringify(parseSync(text.replace(line, '#')).usage('FooBot', '/')));
});

test('a group loses Crawl-delay', () => {
  const text = group('*', 'Crawl-delay: 5', 'Disallow: /x') + group('FooBot', 'Disallow: /x');
  expect(messageOf(text, 'group-loses-wildcard-delay')).toMatch(
    /^FooBot reads its own group, and not the Crawl-delay /,
  );
  const document = parseSync(text);
  expect(['BarBot', 'FooBot'].map((agents) => document.crawlDelay(agents))).toEqual([5, undefined]);
});

test('crawlers without a delay, groups that repeat the line and groups that are closed lose nothing', () => {
  const lost = (text: string) =>
    messageOf(text, 'group-loses-wildcard-delay') ?? messageOf(text, 'group-loses-wildcard-usage');
  const all = group('*', 'Crawl-delay: 5', 'Content-Signal: ai-train=no', 'Disallow: /x');
  expect(
    lost(all + group('FooBot', 'Crawl-delay: 1', 'Content-Signal: ai-train=yes', 'Disallow: /x')),
  ).toBeUndefined();
  expect(lost(all + group('FooBot', 'Disallow: /'))).toBeUndefined();
  expect(
    lost(group('*', 'Crawl-delay: 5', 'Disallow: /x') + group('Googlebot', 'Disallow: /x')),
  ).toBeUndefined();
});
