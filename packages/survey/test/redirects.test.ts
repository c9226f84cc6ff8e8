/** A row of a redirect says where it leads, and the report answers it, within and across inputs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../src/profiles.js';
import { READERS } from '../../../src/readers/index.js';
import { checkProperty } from '../../../test/support/property.js';
import { surveyReport, surveySites } from '../src/index.js';
import { withEngine } from '../src/report/engine.js';
import { MAX_HOPS } from '../src/report/redirects.js';
import {
  answered,
  CLOSED,
  type Line,
  OPEN,
  type Reported,
  reportedVerdicts,
  robots,
  surveyLines,
  verdictsIn,
} from './support/redirecting.js';
import { folder, out, readLines, useFolder } from './support/survey-folder.js';

useFolder();

/** What rows say, in order: the host, what is refused, and the host that answers or the reason. */
function told(rows: readonly Reported[]): string[] {
  const host = (url: string) => new URL(url).hostname.replace('.example', '');
  return rows.map(({ url, restriction, reason, answeredBy }) =>
    [host(url), restriction, answeredBy === null ? reason : `by ${host(answeredBy)}`].join(' '),
  );
}

const redirect = (host: string, to: string, at?: string): Line => ({ url: robots(host), to: robots(to), at });
const file = (host: string, body: string, at?: string): Line => ({ url: robots(host), body, at });

describe('a redirect', () => {
  test('a row says where a redirect leads, and nothing more', async () => {
    const [row] = await verdictsIn([
      { url: robots('a'), to: '//www.A.example/robots.txt' },
      file('t', CLOSED),
    ]);
    const location = 'https://www.a.example/robots.txt';
    const expected = { allowed: null, restriction: null, reason: 'redirect', authority: 'https://a.example' };
    expect(row).toMatchObject({ ...expected, location });
  });

  test('the file holds for the site that redirects, at its time, for each crawler and path', async () => {
    const body = 'User-agent: GPTBot\nDisallow: /a\n\nUser-agent: *\nContent-Signal: ai-train=no\n';
    const rows = await answered([redirect('a', 't', '2024-05'), file('t', body)], {
      agents: ['GPTBot', 'OtherBot', '*'],
      paths: ['/', '/a'],
    });
    const place = { inputOffset: 0, url: robots('a'), authority: 'https://a.example', location: robots('t') };
    const time = { fetchedAt: '2024-05-01T00:00:00.000Z', datePrecision: 'month' };
    const own = rows.slice(6).map((row) => ({ ...row, ...place, ...time, answeredBy: robots('t') }));
    expect(rows.slice(0, 6)).toEqual(own);
    expect(rows.map(({ pattern }) => pattern)).toContain('/a');
  });

  test('from http to https, to www, to a URL in another form', async () => {
    const rows = await answered([
      redirect('http://a.example', 'https://a.example'),
      file('a', CLOSED),
      { url: robots('b'), to: '//www.b.example/robots.txt' },
      { url: 'https://WWW.b.example:443/robots.txt', body: CLOSED },
      { url: robots('c'), to: 'https://u:p@D.example:443/robots.txt#x' },
      { url: 'https://d.example/robots.txt#y', body: CLOSED },
    ]);
    const redirected = [rows[0], rows[2], rows[4]] as Reported[];
    expect(told(redirected)).toEqual(['a all by a', 'b all by www.b', 'c all by d']);
    expect(rows[2]?.answeredBy).toBe('https://WWW.b.example:443/robots.txt');
  });

  test('five hops; after a sixth redirect, in a loop or to itself, the profile says', async () => {
    const chain = [6, 5, 4, 3, 2, 1].map((left) => redirect(`left${left}`, `left${left - 1}`));
    const loops = [redirect('loop', 'back'), redirect('back', 'loop'), redirect('self', 'self')];
    const lines = [...chain, file('left0', CLOSED), ...loops];
    const rows = await answered(lines);
    const followed = [5, 4, 3, 2, 1].map((left) => `left${left} all by left0`);
    const after = (said: string) => ['left6', 'loop', 'back', 'self'].map((host) => `${host} ${said}`);
    const [first, ...others] = after('none redirects-allow-all');
    expect(told(rows)).toEqual([first, ...followed, 'left0 all disallow-rule', ...others]);
    const koster = await answered(lines, { profile: 'koster-1996' });
    expect(told(koster).filter((text) => text.startsWith('loop'))).toEqual(['loop  ']);
    const temoto = await answered(lines, { profile: 'temoto-1' });
    expect(told(temoto).at(-1)).toBe('self all redirects-disallow-all');
  });

  test('a target that is not captured, has no payload, or is no robots.txt', async () => {
    const lines = [
      redirect('lost', 'elsewhere'),
      redirect('bare', 'empty'),
      { url: robots('empty'), status: 200 },
      { url: robots('page'), to: 'https://t.example/' },
      file('t', CLOSED),
      redirect('chain', 'lost'),
      { url: 'https://t.example/', body: OPEN },
    ];
    const lost = ['lost', 'bare', 'page', 'chain'].map((host) => `${host}  redirect-not-captured`);
    expect(told(await answered(lines)).filter((row) => row.includes('redirect'))).toEqual(lost);
    expect(told(await answered(lines, { all: true }))[3]).toBe('page none by t');
  });

  test('a robots.txt with a query answers, and is not what its own site says', async () => {
    const lines = [
      file('shop', CLOSED),
      redirect('a', 'shop'),
      { url: robots('b'), to: `${robots('shop')}?from=b` },
      { url: `${robots('shop')}?from=b`, body: OPEN, at: '2024-05-11T00:00:00Z' },
    ];
    for (const inputs of [[lines], lines.map((line) => [line])]) {
      await surveyLines(inputs);
      for (const pick of ['last', 'majority'] as const) {
        const name = join(folder, 'sites.ndjson');
        await surveySites(out(), name, { pick });
        expect(readLines(name).map(({ site, restriction }) => `${site} ${restriction}`)).toEqual([
          'a.example all',
          'b.example none',
          'shop.example all',
        ]);
      }
      expect(await surveyReport(out())).toContain('3 captures of 3 sites');
    }
  });

  test('by the capture that is nearest in time: of two, the earlier one, and of several at a time the first', async () => {
    const days = ['2024-05-11', '2024-05-11T00:00:00Z', '2024-03-01', '1970-01-01'];
    const files = [CLOSED, OPEN, OPEN, CLOSED].map((body, nth) => file('t', body, days[nth]));
    const times = ['2024-05-10', '2024-05-11', '2025', '2024-04-05T12:00:00Z', '1971'];
    const rows = await answered([...files, ...times.map((at) => redirect('a', 't', at))]);
    expect(rows.slice(4).map(({ restriction }) => restriction)).toEqual(['all', 'all', 'all', 'none', 'all']);
  });

  test('every profile and reader follows as many redirects', () => {
    for (const { access } of [...Object.values(PROFILES), ...Object.values(READERS)])
      expect(access.maxRedirects).toBe(MAX_HOPS);
  });
});

describe('across inputs', () => {
  test('docs/survey-report.sql has the same rows', async () => {
    const lines = [
      [redirect('a', 't'), redirect('chain', 'hop'), redirect('loop', 'back'), redirect('near', 'n')],
      [file('t', CLOSED), redirect('hop', 't'), redirect('back', 'loop'), file('n', OPEN, '2024-05-09')],
      [file('n', CLOSED, '2023'), redirect('own', 'n', '2023')],
    ];
    await surveyLines(lines, { agents: ['GPTBot', { crawler: 'Googlebot' }] });
    const [whole = ''] = readFileSync('docs/survey-report.sql', 'utf8').split('\n-- With --join');
    const statements = whole.replaceAll("'tables/", `'${out()}/`).split(';\n').slice(0, -1);
    const rows = await withEngine(async (engine) => {
      let last: readonly unknown[] = [];
      // Twice, as a person does in one session.
      for (const statement of [...statements, ...statements]) last = await engine.rows(statement);
      return last;
    });
    const path = join(folder, 'sites.ndjson');
    await surveySites(out(), path);
    expect(rows).toEqual(readLines(path));
    expect(rows).toHaveLength(20);
  });
});

const host = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const at = fc.constantFrom(null, '2024-01-01', '2024-01-02', '2024-01-03T12:00:00.5Z', '2024-01-05', '1969');

/** A capture, mostly a redirect. The body is another in each, so that it says which capture answers. */
const line: fc.Arbitrary<Line> = fc
  .oneof(
    { weight: 4, arbitrary: fc.record({ url: host, to: host, at }) },
    { weight: 2, arbitrary: fc.record({ url: host, body: fc.constantFrom(OPEN, CLOSED), at }) },
    { weight: 1, arbitrary: fc.record({ url: host, status: fc.constantFrom(404, 500, 200), at }) },
  )
  .map(({ url, to, ...others }: Line) => ({ ...others, url: robots(url), to: to && robots(to) }));

const MS_OF = (one: Line): number => (one.at ? Date.parse(one.at) : 0);

interface Told {
  readonly url: string;
  readonly allowed: boolean | null;
  readonly answeredBy: string | null;
  readonly reason: string | null;
}

/** What a capture that is no redirect says. */
function own({ body, status = 200 }: Line): Pick<Told, 'allowed' | 'reason'> {
  if (body !== undefined)
    return body === OPEN
      ? { allowed: true, reason: 'no-matching-rule' }
      : { allowed: false, reason: 'disallow-rule' };
  if (status === 404) return { allowed: true, reason: 'status-allows-all' };
  return status === 500
    ? { allowed: false, reason: 'status-disallows-all' }
    : { allowed: null, reason: null };
}

const hasNoPayload = ({ to, body, status = 200 }: Line): boolean =>
  to === undefined && body === undefined && status === 200;

/** Follows redirects one by one, and looks at every capture for each. */
function naive(one: Line, all: readonly Line[]): Told {
  const { url } = one;
  let here = one;
  for (let hops = 0; here.to !== undefined; hops++) {
    if (hops === 5) return { url, allowed: true, reason: 'redirects-allow-all', answeredBy: null };
    const { to } = here;
    let best: Line | undefined;
    for (const other of all) {
      if (other.url !== to || hasNoPayload(other)) continue;
      const distance = (capture: Line) => Math.abs(MS_OF(capture) - MS_OF(one));
      if (best === undefined || distance(other) < distance(best)) best = other;
      else if (distance(other) === distance(best) && MS_OF(other) < MS_OF(best)) best = other;
    }
    if (best === undefined) return { url, allowed: null, reason: 'redirect-not-captured', answeredBy: null };
    here = best;
  }
  return { url, ...own(here), answeredBy: here === one ? null : here.url };
}

const texts = (rows: readonly Told[]): string[] =>
  rows.map(({ url, allowed, reason, answeredBy }) => [url, allowed, reason, answeredBy].join(' ')).sort();

checkProperty(
  'a redirect has the answer of a resolver that follows each by itself, however captures are spread over inputs',
  fc.asyncProperty(
    fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
    async (inputs) => {
      await surveyLines(inputs);
      const all = inputs.flat();
      expect(texts(await reportedVerdicts())).toEqual(texts(all.map((one) => naive(one, all))));
    },
  ),
  { runsShare: 0.02 },
);
