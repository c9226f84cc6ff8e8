/** The report of the sites of a list. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { JoinError, type SurveyReportOptions, surveyReport, surveySites } from '../src/index.js';
import { folder, out, run, useFolder } from './support/survey-folder.js';

useFolder();

const HOSTS = ['a.example', 'www.b.example', 'shop.c.co.uk', 'c.co.uk', 'd.example'];

/** A survey with two captures of each host. */
async function surveyOfHosts(): Promise<void> {
  const input = join(folder, 'captures.ndjson');
  const line = (host: string, day: number) =>
    JSON.stringify({ url: `https://${host}/robots.txt`, fetchedAt: `2026-01-0${day}`, body: 'Disallow: /' });
  writeFileSync(input, HOSTS.flatMap((host) => [line(host, 1), line(host, 2)]).join('\n'));
  await run({ inputs: [input], format: 'parquet', tables: ['captures', 'verdicts'] });
}

function listOf(content: string | Uint8Array): string {
  const file = join(folder, 'sites.txt');
  writeFileSync(file, content);
  return file;
}

/** The sites of the table, in its order. */
async function sitesOf(options: SurveyReportOptions): Promise<string[]> {
  const file = join(folder, 'sites.ndjson');
  await surveySites(out(), file, options);
  const text = readFileSync(file, 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line).site);
}

describe('a list of sites', () => {
  test.each<[string, string | Uint8Array]>([
    ['a line each', 'a.example\nb.example\nnone.example\n'],
    ['other spellings', '\ufeffhttps://www.A.example/x\r\n\r\n# b\r\n  B.example:443\t\r\nNone.example'],
    ['gzip', gzipSync('a.example\nwww.b.example\nb.example\nnone.example\n')],
  ])('leaves others out: %s', async (_, content) => {
    await surveyOfHosts();
    const sites = listOf(content);
    expect(await sitesOf({ sites })).toEqual(['a.example', 'b.example']);
    const page = await surveyReport(out(), { sites });
    expect(page).toContain('4 captures of 2 sites');
    expect(page).toContain('Only the 3 sites of a list count. 1 of them have no capture.');
  });

  test('counts the hosts of a domain, and goes with a join', async () => {
    await surveyOfHosts();
    const sites = listOf('www.c.co.uk\nd.example\n');
    expect(await sitesOf({ sites, by: 'domain' })).toEqual(['c.co.uk', 'd.example']);
    expect(await sitesOf({ sites })).toEqual(['c.co.uk', 'd.example']);
    const ranks = join(folder, 'ranks.csv');
    writeFileSync(ranks, 'domain,place\nc.co.uk,1\na.example,2\n');
    const file = join(folder, 'joined.ndjson');
    const counts = await surveySites(out(), file, { sites, join: { file: ranks, on: 'domain' } });
    expect(counts).toEqual({ sites: 2, sitesWithoutRow: 1, rows: 2, rowsWithoutSite: 1 });
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['is empty', '', /sites\.txt has no lines; a host in each line is expected/],
    ['has comments alone', '# a\n\n', /sites\.txt has no lines/],
    ['is a table', 'rank,host\n1,a.example\n', /has a line "rank,host"; a host in each line is expected/],
    ['has a wildcard', '*.example\n', /has a line "\*\.example"; a host in each line is expected/],
    [
      'is no text',
      Buffer.from([0x61, 0xff, 0xfe, 0x0a]),
      /has a line "a��"; a host in each line is expected/,
    ],
    [
      'is cut off',
      gzipSync('a.example\n').subarray(0, 20),
      /cannot be read: the input ends within the gzip member/,
    ],
  ])('is refused if it %s', async (_, content, message) => {
    await surveyOfHosts();
    const refused = surveyReport(out(), { sites: listOf(content) });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(JoinError);
  });
});
