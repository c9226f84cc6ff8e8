/** Groups whose crawlers do not read what the groups for `*` state, compared with what the document says to each crawler. */
import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import { lint } from './lint.js';

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
