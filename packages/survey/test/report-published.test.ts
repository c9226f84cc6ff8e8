/** Published figures again: how the studies read files, and their figures beside a naive count. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applicableGroups, callersOf } from '../../../test/reference/agents.js';
import { referenceGroups, referenceVerdict } from '../../../test/reference/reference.js';
import { type Figure, FolderError, STUDIES, type StudyName, surveyPublished } from '../src/index.js';
import { readAsAlmanac } from '../src/report/published/almanac.js';
import { classOf, readAsCommonCrawl } from '../src/report/published/common-crawl.js';
import { judge, pathsToTry } from '../src/report/published/imc25.js';
import { folder, out, run, useFolder } from './support/survey-folder.js';

useFolder();

const octetsOf = (text: string) => new TextEncoder().encode(text);

/** How the metric of the Web Almanac removes comments, by the regular expression of its definition. */
const withoutComments = (text: string) => text.replace(/(\s+|^\s*)#.*$/gm, '');

describe('the metric of the Web Almanac', () => {
  test.each<[string, Record<string, Record<string, number>>]>([
    ['User-agent: GPTBot\nDisallow: /', { gptbot: { disallow: 1 } }],
    ['User-agent: a # x\n#\nUser-agent: b#c\nDisallow: /#d', { a: { disallow: 1 }, 'b#c': { disallow: 1 } }],
    ['User-agent: a\nSitemap: x\nUser-agent: b\nAllow: /', { a: {}, b: { allow: 1 } }],
    [' User-agent: a\n User-agent: b\n Disallow: /', { a: { other: 2 } }],
    ['User-agent: a/1.0\rDisallow: /\rconstructor', { 'a/1.0': { disallow: 1, other: 1 } }],
    ['Useragent: a\nDisallow: /', {}],
  ])('reads %j', (text, expected) => {
    const found = [...readAsAlmanac(text).byAgent].map(([name, counts]) => [
      name,
      Object.fromEntries(counts),
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test('removes comments as its regular expression does, and in linear time', () => {
    const pieces = ['#', ' ', '\n', '\r', 'a', '\u2028', '\t#', ' # b'];
    let state = 1;
    for (let nth = 0; nth < 3000; nth++) {
      let text = '';
      for (let i = 0; i < 12; i++) {
        state = (state * 1103515245 + 12345) % 2147483648;
        text += pieces[(state >> 16) % pieces.length];
      }
      const lines = withoutComments(text)
        .trim()
        .split(/[\r\n]+/)
        .filter(Boolean);
      expect(
        [...readAsAlmanac(text).byType.values()].reduce((sum, n) => sum + n, 0),
        text,
      ).toBe(lines.length);
    }
    expect(readAsAlmanac(`a: b${' '.repeat(500_000)}c # d`).byType.get('a')).toBe(1);
  });
});

describe('the reading of Common Crawl', () => {
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
    ['User-agent: a\nCrawl-delay: 1\n', {}],
  ])('reads %j', (text, expected) => {
    const found = [...(readAsCommonCrawl(octetsOf(text)) ?? [])].map(([name, rules]) => [
      name,
      classOf(rules),
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test('does not read what begins like HTML', () => {
    expect(readAsCommonCrawl(octetsOf('<!DOCTYPE html>\nUser-agent: a\nDisallow: /'))).toBeNull();
  });
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

/** Files on which the studies and this package differ, and some on which they do not. */
const BODIES = [
  '',
  'User-agent: *\nDisallow: /private\n',
  'User-agent: GPTBot\nDisallow: /\n',
  'User-agent: GPTBot\nDisallow: /*\n\nUser-agent: *\nDisallow:\n',
  'User-agent: CCBot/2.0\nDisallow: /\n',
  'User-agent: *\nDisallow:\n\n  User-agent: CCBot\n  Disallow: /private\n',
  'User-agent: *\nDisallow: /private\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n',
  'User-agent: GPTBot\nSitemap: https://a.example/s.xml\nUser-agent: CCBot\nDisallow: /\n',
  'Useragent: GPTBot\nDisallow : /private\n',
  'User-agent: gptbot\nDisallow: /\nUser-agent: GPTBot\nAllow: /private\n',
  'User-agent: GPTBot\nCrawl-delay: 5\n',
  'User-agent: CCBot\rDisallow: /\r',
];
const STATUSES = [200, 200, 200, 200, 404, 403, 503, 301, 429];
const PATHS = ['/', '/private', '/x', '/private/y'];
const AGENTS = ['GPTBot', 'CCBot'];

interface Shot {
  readonly url: string;
  readonly status: number;
  readonly fetchedAt: string;
  readonly body: string;
}

/** Captures of some sites in two months. Each has its own time. */
const SHOTS: readonly Shot[] = Array.from({ length: 400 }, (_, nth) => {
  const host = `${nth % 5 === 0 ? 'www.' : ''}site-${(nth * 7) % 23}.example`;
  return {
    url: `${nth % 3 === 0 ? 'http' : 'https'}://${host}/robots.txt`,
    status: STATUSES[(nth * 5) % STATUSES.length] as number,
    fetchedAt: new Date(Date.UTC(2026, nth % 2, 1, 0, nth)).toISOString(),
    body: BODIES[(nth * 11) % BODIES.length] as string,
  };
});

/** The last of some captures by a key and the month. */
function lastBy(shots: readonly Shot[], keyOf: (shot: Shot) => string): Shot[] {
  const last = new Map<string, Shot>();
  for (const shot of [...shots].sort((a, b) => (a.fetchedAt < b.fetchedAt ? -1 : 1)))
    last.set(`${keyOf(shot)} ${shot.fetchedAt.slice(0, 7)}`, shot);
  return [...last.values()];
}

const hostOf = ({ url }: Shot) => new URL(url).host;
const siteOf = (shot: Shot) => hostOf(shot).replace(/^www\./, '');

/** What this package counts, naively: the last capture of each site and month that is no redirect, if it has a file. */
const OUR_FILES = lastBy(
  SHOTS.filter(({ status }) => status !== 301),
  siteOf,
).filter(({ status }) => status === 200);

function isNamed(body: string, agent: string): boolean {
  const own = applicableGroups(referenceGroups(octetsOf(body), 'rfc9309'), callersOf([agent]), 'rfc9309');
  const star = applicableGroups(referenceGroups(octetsOf(body), 'rfc9309'), callersOf(['nobody']), 'rfc9309');
  return own !== null && JSON.stringify(own) !== JSON.stringify(star);
}

function degreeOf(body: string, agent: string): string {
  const allowed = PATHS.map(
    (path) => referenceVerdict(octetsOf(body), [agent], `https://a.example${path}`, 'rfc9309').allowed,
  );
  return allowed.every(Boolean) ? 'none' : allowed.some(Boolean) ? 'some' : 'all';
}

async function figuresOf(study: StudyName): Promise<readonly Figure[]> {
  const input = join(folder, 'captures.ndjson');
  const line = ({ status, ...shot }: Shot) =>
    JSON.stringify({
      ...shot,
      status,
      headers: { 'content-type': 'text/plain', ...(status === 301 ? { location: '/x' } : {}) },
    });
  writeFileSync(input, SHOTS.map(line).join('\n'));
  await run({ inputs: [input], format: 'parquet', agents: AGENTS, tables: ['captures', 'bodies'] });
  const { figures, csv, page, files, crawlers, differingReadings } = await surveyPublished(out(), study);
  expect(differingReadings).toBeGreaterThan(0);
  expect(differingReadings).toBeLessThanOrEqual(files * crawlers);
  expect(csv.split('\r\n').length - 2).toBe(
    figures.reduce((sum, { causes }) => sum + Math.max(causes.length, 1), 0),
  );
  expect(page).not.toContain('<script');
  for (const { theirs, ours, causes, ...figure } of figures) {
    const explained = causes.reduce((sum, { more, fewer }) => sum + more - fewer, 0);
    expect(theirs.count - ours.count, JSON.stringify(figure)).toBe(explained);
  }
  return figures;
}

/** The figures of one question and crawler, over the months. */
function sumOf(figures: readonly Figure[], question: string, agent: string, side: 'theirs' | 'ours'): number {
  return figures
    .filter((figure) => figure.question === question && figure.agent === agent)
    .reduce((sum, figure) => sum + figure[side].count, 0);
}

describe('published figures of generated months', () => {
  test('web-almanac', async () => {
    const figures = await figuresOf('web-almanac');
    const theirs = lastBy(SHOTS, ({ url }) => new URL(url).origin);
    for (const agent of AGENTS) {
      const line = new RegExp(`^user-agent\\s*:\\s*${agent}$`, 'im');
      const naive = theirs.filter(({ body }) =>
        line.test(withoutComments(body).trim().replaceAll('\r', '\n')),
      );
      expect(sumOf(figures, 'named', agent, 'theirs'), agent).toBe(naive.length);
      const ours = OUR_FILES.filter(({ body }) => isNamed(body, agent));
      expect(sumOf(figures, 'named', agent, 'ours'), agent).toBe(ours.length);
    }
    const counts = figures.filter(({ question, detail }) => question === 'class' && detail === '404');
    expect(counts.reduce((sum, figure) => sum + figure.theirs.count, 0)).toBe(
      theirs.filter(({ status }) => status === 404).length,
    );
    expect(new Set(figures.flatMap(({ causes }) => causes.map(({ cause }) => cause)))).toEqual(
      new Set(['units', 'status', 'spelling', 'indented', 'more-text', 'no-rule', 'rules-apart']),
    );
  });

  test('common-crawl', async () => {
    const figures = await figuresOf('common-crawl');
    const files = lastBy(SHOTS, ({ url }) => url).filter(({ status }) => status === 200);
    const hosts = (shots: readonly Shot[]) =>
      new Set(shots.map((shot) => `${hostOf(shot)} ${shot.fetchedAt.slice(0, 7)}`)).size;
    for (const agent of AGENTS) {
      const addressed = files.filter(({ body }) =>
        [...(readAsCommonCrawl(octetsOf(body)) ?? [])].some(
          ([name]) => name.toLowerCase() === agent.toLowerCase(),
        ),
      );
      expect(sumOf(figures, 'named', agent, 'theirs'), agent).toBe(hosts(addressed));
      const all = OUR_FILES.filter(({ body }) => isNamed(body, agent) && degreeOf(body, agent) === 'all');
      expect(sumOf(figures, 'disallow-all', agent, 'ours'), agent).toBe(all.length);
      const some = OUR_FILES.filter(({ body }) => degreeOf(body, agent) === 'some');
      expect(sumOf(figures, 'any-allow-part', agent, 'ours'), agent).toBe(some.length);
    }
    const causes = new Set(figures.flatMap((figure) => figure.causes.map(({ cause }) => cause)));
    for (const cause of [
      'units',
      'class',
      'several-agents',
      'last-agent',
      'case-apart',
      'equal-rules',
      'line-breaks',
    ])
      expect(causes).toContain(cause);
  });

  test('imc25', async () => {
    const figures = await figuresOf('imc25');
    const theirs = lastBy(
      SHOTS.filter(({ status }) => status === 200),
      siteOf,
    );
    for (const agent of AGENTS) {
      for (const degree of ['all', 'some', 'none'] as const) {
        const judged = theirs.filter(({ body }) => {
          const isAllowed = (url: string) => referenceVerdict(octetsOf(body), [agent], url, 'google').allowed;
          return judge(isAllowed, pathsToTry(body)) === degree;
        });
        expect(sumOf(figures, degree, agent, 'theirs'), `${agent} ${degree}`).toBe(judged.length);
        const ours = OUR_FILES.filter(({ body }) => degreeOf(body, agent) === degree);
        expect(sumOf(figures, degree, agent, 'ours'), `${agent} ${degree}`).toBe(ours.length);
      }
    }
  });
});

test.each(STUDIES)('%s needs the files of the captures', async (study) => {
  const input = join(folder, 'a.ndjson');
  writeFileSync(input, '{"url": "https://a.example/robots.txt", "status": 404}\n');
  await run({ inputs: [input], tables: ['captures', 'verdicts'] });
  const refused = surveyPublished(out(), study);
  await expect(refused).rejects.toThrow(/has no tables captures and bodies: .* --keep-bodies/);
  await expect(refused).rejects.toBeInstanceOf(FolderError);
  expect(existsSync(join(out(), 'captures'))).toBe(true);
});
