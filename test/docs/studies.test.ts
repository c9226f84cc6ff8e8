/** examples/studies: how published studies read files, and their figures beside this package's for the same captures. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { referenceVerdict } from '../reference/reference.js';

const load = async <Module>(name: string): Promise<Module> =>
  (await import(`../../examples/studies/${name}.mjs`)) as Module;

const { readAsAlmanac, readAsCommonCrawl, pathsToTry, judge } = await load<{
  readAsAlmanac(text: string): Map<string, boolean>;
  readAsCommonCrawl(octets: Uint8Array): Map<string, string>;
  pathsToTry(text: string): Set<string>;
  judge(isAllowed: (url: string) => boolean, paths: ReadonlySet<string>): string;
}>('readings');

const octetsOf = (text: string) => new TextEncoder().encode(text);

test.each<[string, Record<string, boolean>]>([
  ['User-agent: GPTBot\nDisallow: /', { gptbot: true }],
  ['User-agent: a # x\n#\nUser-agent: b#c\nDisallow: /#d', { a: true, 'b#c': true }],
  ['User-agent: a\nSitemap: x\nUser-agent: b\nAllow: /', { a: false, b: true }],
  [' User-agent: a\n User-agent: b\n Disallow: /', { a: true }],
  ['User-agent: a/1.0\rDisallow: /\rconstructor', { 'a/1.0': true }],
  ['Useragent: a\nDisallow: /', {}],
])('the Web Almanac reads %j', (text, expected) => {
  expect(Object.fromEntries(readAsAlmanac(text))).toEqual(expected);
});

test.each<[string, Record<string, string>]>([
  ['User-agent: GPTBot\nDisallow: /\n', { GPTBot: 'disallow-all' }],
  [
    'User-agent: a\nUser-agent: b\nDisallow: /\nUser-agent: c\nUser-agent: d\nDisallow: /',
    { a: 'disallow-all', b: 'disallow-all', d: 'disallow-all' },
  ],
  ['\ufeffuser-agent : a # x\nDisallow:\n', { a: 'allow-all' }],
  [
    'User-agent: a\nDisallow: /*\nUser-agent: b\nAllow: /*\nUser-agent: c\nDisallow: /\nDisallow: /',
    { a: 'allow-part', b: 'allow-all', c: 'allow-part' },
  ],
  ['User-agent: a\rDisallow: /\r', {}],
  ['<!DOCTYPE html>\nUser-agent: a\nDisallow: /', {}],
])('Common Crawl reads %j', (text, expected) => {
  expect(Object.fromEntries(readAsCommonCrawl(octetsOf(text)))).toEqual(expected);
});

describe("the classifier of IMC'25", () => {
  test('tries the words after allow and disallow, and one of its own', () => {
    const text =
      'Disallow: /a # x\nallow:/b\r\nDisallow:\nDisallow: \n# allow: c d\nDisallow : /e\nDisallow:http://f';
    expect([...pathsToTry(text)]).toEqual(['/a', '/b\r', '', 'allow:', 'http', '/dummy-testing-path-54321']);
  });

  test.each([
    ['Disallow: /', 'all'],
    ['Disallow:', 'none'],
    ['Disallow: /a', 'some'],
    ['Disallow: /a$', 'some'],
    ['Disallow: /\nAllow: /$', 'some'],
    ['Disallow : /a', 'none'],
  ] as const)('judges %j', (rules, expected) => {
    const text = `User-agent: *\n${rules}`;
    const isAllowed = (url: string) => referenceVerdict(octetsOf(text), ['GPTBot'], url, 'google').allowed;
    expect(judge(isAllowed, pathsToTry(text))).toBe(expected);
  });
});

test('figures of a month: as each study counts, as this package counts, and a site on which they differ', async () => {
  const { figures } = await load<{
    figures(study: string, archives: readonly string[], agents: readonly string[]): Promise<object[]>;
  }>('figures');
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-studies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bodies = {
    a: 'User-agent: GPTBot\nDisallow: /\n',
    b: 'User-agent: GPTBot\nDisallow: /*\n',
    c: 'User-agent: *\nDisallow: /private\n',
    d: ' User-agent: GPTBot\n Disallow : /x\n',
  };
  const lines = Object.entries(bodies).map(([name, body], nth) => ({
    url: `https://www.${name}.example/robots.txt`,
    status: 200,
    headers: { 'content-type': 'text/plain' },
    fetchedAt: `2024-05-0${nth + 1}`,
    body,
  }));
  const later = { ...lines[0], status: 404, fetchedAt: '2024-05-09', body: '' };
  const archive = join(folder, 'captures.ndjson');
  writeFileSync(archive, [...lines, later].map((line) => JSON.stringify(line)).join('\n'));
  const of = (study: string) => figures(study, [archive], ['GPTBot']);
  const row = (question: string, theirs: number, ours: number, differing: string) => ({
    month: '2024-05',
    question,
    agent: 'GPTBot',
    theirs,
    ours,
    differing,
  });
  expect(await of('web-almanac')).toEqual([row('named', 2, 2, ''), row('named-with-rules', 2, 2, '')]);
  expect(await of('common-crawl')).toEqual([
    row('allow-part', 2, 1, 'b.example'),
    row('disallow-all', 1, 1, 'a.example'),
    row('named', 3, 2, 'a.example'),
  ]);
  expect(await of('imc25')).toEqual([
    row('all', 2, 1, 'a.example'),
    row('none', 1, 0, 'd.example'),
    row('some', 1, 2, 'd.example'),
  ]);
});
