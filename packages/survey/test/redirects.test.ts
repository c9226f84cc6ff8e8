/** Redirects are answered within a survey, by the report. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { surveyAll, surveySites } from '../src/index.js';
import { folder, out, useFolder } from './support/survey-folder.js';

useFolder();

const CLOSED = 'User-agent: *\nDisallow: /\n';
const OPEN = 'User-agent: *\nDisallow:\n';

type Line = readonly [
  url: string,
  answer: { readonly to?: string; readonly body?: string; readonly status?: number },
  date?: string,
];

const DATE = '2024-05-10T00:00:00Z';

/** Surveys captures, those of each list as an input, and returns what is said of the sites: `site month restriction`. */
async function sitesOf(inputs: readonly (readonly Line[])[]): Promise<string[]> {
  const names = inputs.map((lines, i) => {
    const path = join(folder, `${i}.ndjson`);
    const text = lines.map(([url, { to, body, status = to === undefined ? 200 : 301 }, fetchedAt = DATE]) =>
      JSON.stringify({
        url,
        status,
        body,
        fetchedAt,
        ...(to !== undefined && { headers: { location: to } }),
      }),
    );
    writeFileSync(path, text.join('\n'));
    return path;
  });
  await surveyAll({ inputs: names, folder: out(), tables: ['captures', 'verdicts'], agents: ['GPTBot'] });
  const file = join(folder, 'sites.ndjson');
  await surveySites(out(), file);
  const rows = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  return rows
    .map((row) => JSON.parse(row) as { site: string; month: string; restriction: string })
    .map(({ site, month, restriction }) => `${site} ${month.slice(0, 7)} ${restriction}`)
    .sort();
}

const robots = (origin: string) => `${origin}/robots.txt`;

test('from http to https, to www, to another site in another input, each for the site that redirects', async () => {
  const sites = await sitesOf([
    [
      [robots('http://a.example'), { to: 'https://a.example/robots.txt' }],
      [robots('https://b.example'), { to: '//www.b.example/robots.txt' }],
      [robots('https://c.example'), { to: 'https://D.example:443/robots.txt#x' }],
      [robots('https://e.example'), { to: 'https://f.example/robots.txt' }],
    ],
    [
      [robots('https://a.example'), { body: CLOSED }, '2024-06-01'],
      [robots('https://www.b.example'), { body: CLOSED }],
      [robots('https://d.example'), { body: CLOSED }],
      [robots('https://f.example'), { status: 404 }],
    ],
  ]);
  expect(sites).toEqual([
    'a.example 2024-05 all',
    'a.example 2024-06 all',
    'b.example 2024-05 all',
    'c.example 2024-05 all',
    'd.example 2024-05 all',
    'e.example 2024-05 none',
    'f.example 2024-05 none',
  ]);
});

test('by the capture of the target that is nearest in time, the earlier one of two', async () => {
  const t = robots('https://t.example');
  const sites = await sitesOf([
    [
      [t, { body: OPEN }, '2024-03-01T00:00:00Z'],
      [t, { body: CLOSED }, '2024-05-11T00:00:00Z'],
      [robots('https://near.example'), { to: t }],
      [robots('https://early.example'), { to: t }, '2024-01-01T00:00:00Z'],
      [robots('https://between.example'), { to: t }, '2024-04-05T12:00:00Z'],
    ],
  ]);
  expect(sites.filter((site) => !site.startsWith('t.'))).toEqual([
    'between.example 2024-04 none',
    'early.example 2024-01 none',
    'near.example 2024-05 all',
  ]);
});

test('of five hops, and not of six, of a loop, or to a target that is missing or has no payload', async () => {
  const chain: Line[] = [6, 5, 4, 3, 2, 1].map((left) => [
    robots(`https://left${left}.example`),
    { to: robots(`https://left${left - 1}.example`) },
  ]);
  const sites = await sitesOf([
    [
      ...chain,
      [robots('https://left0.example'), { body: CLOSED }],
      [robots('https://loop.example'), { to: robots('https://back.example') }],
      [robots('https://back.example'), { to: robots('https://loop.example') }],
      [robots('https://self.example'), { to: robots('https://self.example') }],
      [robots('https://lost.example'), { to: 'https://elsewhere.example/robots.txt' }],
      [robots('https://page.example'), { to: 'https://left0.example/' }],
    ],
  ]);
  expect(sites).toEqual([0, 1, 2, 3, 4, 5].map((left) => `left${left}.example 2024-05 all`));
});
