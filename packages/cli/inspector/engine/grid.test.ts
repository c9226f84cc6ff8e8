import fc from 'fast-check';
import { callerNamed } from 'robotstream/crawlers/internal';
import { PROFILES, type ProfileName, parseSync } from 'robotstream/web';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../../test/support/property.js';
import { type GridRows, typedUrls, verdictGrid } from './grid.js';
import { CELL, type GridQuestion } from './question.js';

const FILE = `user-agent: *
disallow: /a
allow: /a/b

user-agent: FooBot
disallow: /`;

function judged(file: string, question: Partial<GridQuestion>) {
  const steps = verdictGrid(parseSync(file), { urls: '', crawlers: '', profile: 'rfc9309', ...question });
  const partial: GridRows[] = [];
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { partial, grid: step.value };
    partial.push(structuredClone(step.value()));
  }
}

describe('the grid', () => {
  test('has a row for each URL and a column for each crawler', () => {
    const { grid } = judged(FILE, { urls: '/a\n/a/b\n/c', crawlers: 'FooBot, BarBot' });
    expect([...grid.cells]).toEqual([
      ...[CELL.disallowed, CELL.disallowed],
      ...[CELL.disallowed, CELL.allowed],
      ...[CELL.disallowed, CELL.allowed],
    ]);
    expect([...grid.ruleLines]).toEqual([6, 2, 6, 3, 6, 0]);
    expect(grid.rowsDone).toBe(3);
  });

  test('leaves a row without verdicts if its URL cannot be judged, and says why', () => {
    const { grid } = judged(FILE, { urls: '/a\nnot a URL\n/c', crawlers: 'BarBot' });
    expect([...grid.cells]).toEqual([CELL.disallowed, CELL.unanswered, CELL.allowed]);
    expect(grid.urls.map(({ fault }) => fault === null)).toEqual([true, false, true]);
    expect(grid.urls[1]?.fault).toBe(
      'This is neither an http, https or ftp URL nor a path that begins with a single /.',
    );
  });

  test('leaves a column without verdicts if its crawler cannot be asked about', () => {
    const { grid } = judged(FILE, { urls: '/a', crawlers: 'FooBot @nobots BarBot' });
    expect([...grid.cells]).toEqual([CELL.disallowed, CELL.unanswered, CELL.disallowed]);
  });

  test('is sent row by row while it grows', () => {
    const urls = Array.from({ length: 20 }, (_, i) => `/${i}`).join('\n');
    const { partial } = judged(FILE, { urls, crawlers: 'FooBot, BarBot' });
    expect(partial.map(({ rowsDone }) => rowsDone)).toEqual([7, 15]);
    const [first] = partial;
    expect(first?.cells.subarray(0, 14)).not.toContain(CELL.unanswered);
  });

  test('can be empty', () => {
    expect(judged(FILE, { urls: '', crawlers: 'FooBot' }).grid).toMatchObject({ urls: [], rowsDone: 0 });
    expect(judged(FILE, { urls: '/', crawlers: '' }).grid).toMatchObject({ crawlers: [], rowsDone: 1 });
  });
});

test('URLs are lines without the white space around them; blank lines and comments are left out', () => {
  expect(typedUrls(' /a \r\n\r# note\n/b\u00a0')).toEqual([
    { url: '/a', line: 1 },
    { url: '/b', line: 4 },
  ]);
});

const line = fc.oneof(
  fc.constantFrom(
    'user-agent: *',
    'user-agent: GPTBot',
    'user-agent: Googlebot',
    '',
    'disallow:',
    'useragent googlebot-news',
  ),
  fc
    .tuple(fc.constantFrom('allow', 'disallow'), fc.stringMatching(/^[/*][ab*$/%]{0,6}$/))
    .map(([directive, pattern]) => `${directive}: ${pattern}`),
);

checkProperty(
  'every cell is the verdict of the library',
  fc.property(
    fc.array(line, { maxLength: 12 }),
    fc.array(fc.stringMatching(/^\/([ab%$*][ab/%$*]{0,4})?$/), { minLength: 1, maxLength: 4 }),
    fc.uniqueArray(fc.constantFrom('GPTBot', 'Googlebot-News', 'AdsBot-Google', 'FooBot', '*'), {
      minLength: 1,
    }),
    fc.constantFrom(...(Object.keys(PROFILES) as ProfileName[])),
    (lines, urls, crawlers, profile) => {
      const file = lines.join('\n');
      const { grid } = judged(file, { urls: urls.join('\n'), crawlers: crawlers.join(), profile });
      const document = parseSync(file);
      for (const [row, url] of urls.entries()) {
        for (const [column, crawler] of crawlers.entries()) {
          const [matcher] = document.matchers([callerNamed(crawler)], { profile });
          const { allowed, rule } = matcher.check(url);
          const cell = row * crawlers.length + column;
          expect(grid.cells[cell]).toBe(allowed ? CELL.allowed : CELL.disallowed);
          expect(grid.ruleLines[cell]).toBe(rule?.line ?? 0);
        }
      }
    },
  ),
  { runsShare: 0.2 },
);
