import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';

const FILE = [
  'User-agent: FooBot # ours',
  'Crawl-delay: 5',
  'Disallow: /private',
  'Sitemap: https://example.com/a.xml',
].join('\n');

/** A text as data. */
function text(start: number, value: string): object {
  return { start, end: start + value.length, text: value };
}

const sitemap = {
  line: 4,
  field: text(60, 'Sitemap'),
  value: text(69, 'https://example.com/a.xml'),
  url: 'https://example.com/a.xml',
};
const crawlDelay = { line: 2, field: text(26, 'Crawl-delay'), value: text(39, '5'), name: 'crawl-delay' };
const group = {
  userAgents: [
    { line: 1, field: text(0, 'User-agent'), value: text(12, 'FooBot'), name: 'FooBot', usable: true },
  ],
  rules: [
    {
      line: 3,
      field: text(41, 'Disallow'),
      value: text(51, '/private'),
      directive: 'disallow',
      pattern: '/private',
    },
  ],
  extensions: [{ ...crawlDelay, userAgentCount: 1 }],
};
const comment = { line: 1, comment: text(19, '# ours'), text: 'ours' };

test('nodes written as JSON have every member', () => {
  const document = parseSync(FILE);
  expect(JSON.parse(JSON.stringify(document))).toEqual({
    size: FILE.length,
    lineCount: 4,
    truncated: false,
    byteOrderMark: 'none',
    groups: [group],
    sitemaps: [sitemap],
    otherRecords: [crawlDelay],
    comments: [comment],
    diagnostics: [],
  });
});

test('lists of nodes are made once', () => {
  const document = parseSync(FILE);
  const [first] = document.groups;
  expect(document.groups[0]).toBe(first);
  expect(document.groupAt(3)).toBe(first);
  expect(first.rules).toBe(first.rules);
  expect(first.userAgents).toBe(first.userAgents);
  expect(first.extensions[0]).toBe(first.extensions[0]);
  expect(document.sitemaps[0]).toBe(document.sitemaps[0]);
});

test('patterns are right in whatever order they are read', () => {
  const patterns = Array.from({ length: 300 }, (_, nth) => `/some/path/number/${nth}`);
  const file = `User-agent: *\n${patterns.map((path) => `Disallow: ${path}`).join('\n')}`;
  const read = (first: number, step: number): string[] => {
    const [{ rules }] = parseSync(file).groups;
    const found: string[] = [];
    for (let nth = first; nth in rules; nth += step) found.push(rules[nth].pattern);
    return found;
  };
  expect(read(0, 1)).toEqual(patterns);
  expect(read(patterns.length - 1, -1)).toEqual([...patterns].reverse());
});
