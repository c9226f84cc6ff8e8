/** A row of a redirect says where it leads, and the report answers it, within and across inputs. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../src/profiles.js';
import { READERS } from '../../../src/readers/index.js';
import { surveyAll, surveyReport, surveySites } from '../src/index.js';
import { withEngine } from '../src/report/engine.js';
import { MAX_HOPS } from '../src/report/redirects.js';
import { choosing } from '../src/report/statements.js';
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
import { folder, out, useFolder } from './support/survey-folder.js';
import { capture, members, record, response } from './support/warc-writer.js';

useFolder();

/** What rows say, in order: the host, what is refused, and the host that answers or the reason. */
function told(rows: readonly Reported[]): string[] {
  const host = (url: string) => new URL(url).hostname.replace('.example', '');
  return rows.map(({ url, restriction, reason, answeredBy }) =>
    [host(url), restriction, answeredBy === null ? reason : `by ${host(answeredBy)}`].join(' '),
  );
}

const redirect = (host: string, target: string, at?: string): Line => ({
  url: robots(host),
  to: robots(target),
  at,
});
const file = (host: string, body: string, at?: string): Line => ({ url: robots(host), body, at });

describe('a redirect', () => {
  test('a row says where a redirect leads, and nothing more', async () => {
    const [row] = await verdictsIn([
      { url: robots('a'), to: '//www.A.example/robots.txt' },
      file('t', CLOSED),
    ]);
    expect(row).toMatchObject({
      allowed: null,
      restriction: null,
      reason: 'redirect',
      authority: 'https://a.example',
    });
    expect(row?.location).toBe('https://www.a.example/robots.txt');
  });

  test('the file holds for the site that redirects, at its time, for each crawler and path', async () => {
    const body =
      'User-agent: GPTBot\nDisallow: /a\nCrawl-delay: 3\n\nUser-agent: *\nContent-Signal: ai-train=no\n';
    const lines = [redirect('a', 't', '2024-05'), file('t', body)];
    const rows = await answered(lines, { agents: ['GPTBot', 'OtherBot', '*'], paths: ['/', '/a'] });
    const own = rows.slice(6);
    expect(rows.slice(0, 6)).toEqual(
      own.map((row) => ({
        ...row,
        inputOffset: 0,
        url: robots('a'),
        authority: 'https://a.example',
        location: robots('t'),
        fetchedAt: '2024-05-01T00:00:00.000Z',
        datePrecision: 'month',
        answeredBy: robots('t'),
      })),
    );
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
    expect(told([rows[0], rows[2], rows[4]] as Reported[])).toEqual([
      'a all by a',
      'b all by www.b',
      'c all by d',
    ]);
    expect(rows[2]?.answeredBy).toBe('https://WWW.b.example:443/robots.txt');
  });

  test.each([
    [404, 'none'],
    [500, 'all'],
    [401, 'none'],
  ])('a target with the status %i', async (status, restriction) => {
    const rows = await answered([redirect('a', 't'), { url: robots('t'), status }]);
    expect(told(rows)[0]).toBe(`a ${restriction} by t`);
  });

  test('five hops; after a sixth redirect, in a loop or to itself, the profile says', async () => {
    const chain = [6, 5, 4, 3, 2, 1].map((left) => redirect(`left${left}`, `left${left - 1}`));
    const lines = [
      ...chain,
      file('left0', CLOSED),
      redirect('loop', 'back'),
      redirect('back', 'loop'),
      redirect('self', 'self'),
    ];
    const rows = await answered(lines);
    const followed = [5, 4, 3, 2, 1].map((left) => `left${left} all by left0`);
    const after = (said: string) => ['left6', 'loop', 'back', 'self'].map((host) => `${host} ${said}`);
    const [first, ...others] = after('none redirects-allow-all');
    expect(told(rows)).toEqual([first, ...followed, 'left0 all disallow-rule', ...others]);
    const koster = await answered(lines, { profile: 'koster-1996' });
    expect(told(koster).filter((text) => text.startsWith('loop'))).toEqual(['loop  ']);
    const temoto = await answered(lines, { profile: 'temoto-1' });
    expect(told(temoto).filter((text) => text.startsWith('self'))).toEqual([
      'self all redirects-disallow-all',
    ]);
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
      for (const pick of ['last', 'majority'] as const) {
        await surveyLines(inputs, {}, 'ndjson');
        const name = join(folder, 'sites.csv');
        await surveySites(out(), name, { pick });
        const rows = readFileSync(name, 'utf8').trim().split(/\r?\n/).slice(1);
        expect(rows.map((row) => row.split(',').slice(0, 4).join(' '))).toEqual([
          'a.example 2024-05 GPTBot all',
          'b.example 2024-05 GPTBot none',
          'shop.example 2024-05 GPTBot all',
        ]);
      }
      expect(await surveyReport(out())).toContain('3 captures of 3 sites');
    }
    expect((await reportedVerdicts()).find(({ url }) => url === robots('b'))?.answeredBy).toBe(
      `${robots('shop')}?from=b`,
    );
  });

  test('by the capture that is nearest in time: of two, the earlier one, and of several at a time the first', async () => {
    const rows = await answered([
      file('t', CLOSED, '2024-05-11T00:00:00Z'),
      file('t', OPEN, '2024-05-11T00:00:00Z'),
      file('t', OPEN, '2024-03-01T00:00:00Z'),
      { ...file('t', CLOSED), at: '1970-01-01' },
      redirect('near', 't'),
      redirect('same', 't', '2024-05-11T00:00:00Z'),
      redirect('late', 't', '2025'),
      redirect('between', 't', '2024-04-05T12:00:00Z'),
      redirect('early', 't', '1971'),
    ]);
    expect(
      told(rows)
        .slice(4)
        .map((text) => text.split(' by')[0]),
    ).toEqual(['near all', 'same all', 'late all', 'between none', 'early all']);
  });

  test('a revisit of a redirect, and a target in a revisit record', async () => {
    const moved = response('', { status: '301 Moved', headers: { Location: robots('t') } });
    const fields = { 'Content-Type': 'application/http; msgtype=response' };
    const again = { ...fields, 'WARC-Refers-To': '<urn:uuid:t.example>' };
    const octets = members([
      capture('a.example', '', { content: moved }),
      record({
        type: 'revisit',
        url: robots('a'),
        id: '<urn:uuid:2>',
        date: '2026-11-02T00:00:00Z',
        fields,
        content: moved,
      }),
      capture('t.example', CLOSED),
      record({
        type: 'revisit',
        url: robots('t'),
        id: '<urn:uuid:3>',
        date: '2026-11-02T00:00:00Z',
        fields: again,
        content: response(''),
      }),
    ]);
    writeFileSync(join(folder, 'a.warc.gz'), octets);
    await surveyAll({ inputs: [join(folder, 'a.warc.gz')], folder: out(), format: 'ndjson' });
    expect(told(await reportedVerdicts())).toEqual([
      'a all by t',
      'a all by t',
      't all disallow-rule',
      't all disallow-rule',
    ]);
  });

  test('every profile and reader follows as many redirects', () => {
    for (const { access } of [...Object.values(PROFILES), ...Object.values(READERS)])
      expect(access.maxRedirects).toBe(MAX_HOPS);
  });
});

describe('the tables', () => {
  const lines = [redirect('a', 't'), file('t', CLOSED), redirect('b', 'lost'), file('u', OPEN)];
  const said = ['a all by t', 't all disallow-rule', 'b  redirect-not-captured', 'u none no-matching-rule'];

  test.each(['parquet', 'ndjson', 'csv'] as const)('as %s tell where redirects lead', async (format) => {
    await surveyLines([lines], {}, format);
    expect(told(await reportedVerdicts())).toEqual(said);
  });

  test('that are read again tell it, too', async () => {
    await surveyLines([lines], { tables: ['captures', 'verdicts', 'bodies'] });
    renameSync(out(), join(folder, 'kept'));
    await surveyAll({ inputs: [join(folder, 'kept')], folder: out(), agents: ['OtherBot'] });
    expect(told(await reportedVerdicts())).toEqual(said);
  });
});

describe('across inputs', () => {
  test('a redirect, a chain, a loop; the nearest capture may be in another input', async () => {
    const lines = [
      [redirect('a', 't'), redirect('chain', 'hop'), redirect('loop', 'back'), redirect('lost', 'elsewhere')],
      [file('t', CLOSED), redirect('hop', 't'), redirect('back', 'loop'), redirect('near', 'n')],
      [file('n', OPEN, '2023'), redirect('far', 'n')],
      [file('n', CLOSED, '2024-05-09')],
    ];
    await surveyLines(lines);
    const split = (await reportedVerdicts()).map(withoutPlace).sort();
    const report = await surveyReport(out());
    await surveyLines([lines.flat()]);
    expect((await reportedVerdicts()).map(withoutPlace).sort()).toEqual(split);
    expect(split.filter((row) => row.includes('redirects-allow-all'))).toHaveLength(2);
    expect(split.filter((row) => row.includes('redirect-not-captured'))).toHaveLength(1);
    expect(split.find((row) => row.includes(robots('far')))).toContain('"restriction":"all"');
    expect(report).toContain('</html>');
  });

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
    const written = readFileSync(path, 'utf8').trim().split('\n');
    expect(rows).toEqual(written.map((row) => JSON.parse(row)));
    expect(rows).toHaveLength(20);
  });

  test('captures have numbers of 128 bits, and moments that tell them apart in any year', async () => {
    const [macros] = choosing({ by: 'host' }).filter((statement) => statement.includes('capture_of('));
    const rows = await withEngine(async (engine) => {
      await engine.rows(macros as string);
      return engine.rows(`
        SELECT regexp_matches(typeof(capture), '^U?HUGEINT$') AS isWide, count(DISTINCT capture)::INT AS captures, count(DISTINCT moment)::INT AS moments
        FROM (
          SELECT capture_of(source, inputOffset, offsetInMember) AS capture, moment_of(fetchedAt, capture) AS moment
          FROM (VALUES ('a', 1, 2), ('a', 12, NULL), ('a', 1, NULL), ('a', NULL, 1), ('1 a', NULL, NULL), ('a', NULL, NULL), ('b', 1, 2))
            AS captures(source, inputOffset, offsetInMember),
            (VALUES (TIMESTAMP '290000-01-01'), (TIMESTAMP '1000-01-01')) AS times(fetchedAt)
        ) GROUP BY ALL`);
    });
    expect(rows).toEqual([{ isWide: true, captures: 7, moments: 14 }]);
  });

  test('sites without months of their own get those of their redirects', async () => {
    await surveyLines([
      [redirect('http://a.example', 'https://b.example')],
      [file('b', CLOSED, '2024-06-01')],
    ]);
    const path = join(folder, 'sites.ndjson');
    await surveySites(out(), path);
    const rows = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows).toMatchObject([
      { site: 'a.example', month: '2024-05', restriction: 'all' },
      { site: 'b.example', month: '2024-06', restriction: 'all' },
    ]);
  });
});

/** A row without what differs between inputs, as a text. */
function withoutPlace(row: object): string {
  return JSON.stringify({ ...row, source: '', inputOffset: 0 });
}
