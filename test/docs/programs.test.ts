/** The whole programs of `examples`, over a real server on loopback and real files: an ingest job, a check of a site, a study of archives. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { RobotsClient } from '../../packages/client/src/index.js';
import { newClient, PATIENT } from '../../packages/client/test/client/support/clients.js';
import { startPages } from '../../packages/client/test/client/support/pages.js';
import { capture } from '../../packages/survey/test/support/warc-writer.js';

const load = async <Module>(name: string): Promise<Module> =>
  (await import(`../../examples/${name}.mjs`)) as Module;

interface Ingested {
  readonly url: string;
  readonly taken: boolean;
  readonly why: string;
  readonly reasons?: readonly { readonly statement: string }[];
  readonly text?: string;
}

test('an ingest job takes the pages that may be used, and says why it does not take the others', async () => {
  const { ingest } = await load<{
    ingest(job: {
      client: RobotsClient;
      agent: string;
      use: string;
      urls: readonly string[];
      takesUnknown?: boolean;
    }): AsyncIterable<Ingested>;
  }>('ingest');
  const site = await startPages();
  site.setRobots('User-agent: *\nDisallow: /private\nAllow: /\nContent-Usage: /news/ train-ai=y\n');
  const serve = (path: string, html: string, headers = {}) =>
    site.on(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
    });
  serve('/news/a', '<p>a');
  serve('/news/b', '<meta name="robots" content="noai"><p>b');
  serve('/news/c', '<p>c', { 'content-usage': 'train-ai=n' });
  serve('/other', '<p>other');
  site.on('/missing', (_, response) => void response.writeHead(404).end());
  const paths = ['/news/a', '/news/b', '/news/c', '/other', '/private/d', '/missing'];
  const client = newClient({ pacing: { defaultDelayMs: 0, minDelayMs: 0 } });
  const job = { client, agent: 'ExampleBot', use: 'train-ai', urls: paths.map((path) => site.origin + path) };
  const inShort = async (takesUnknown: boolean) => {
    const records: string[] = [];
    for await (const { url, taken, why, reasons = [], text } of ingest({ ...job, takesUnknown })) {
      const because = reasons.map(({ statement }) => statement).join();
      records.push([new URL(url).pathname, taken ? 'taken' : 'left', why, because, text ?? ''].join(' | '));
    }
    return records;
  };
  expect(await inShort(false)).toEqual([
    '/news/a | taken | allowed | Content-Usage: train-ai=y | <p>a',
    '/news/b | left | disallowed | robots: noai | ',
    '/news/c | left | disallowed | Content-Usage: train-ai=n | ',
    '/other | left | unknown |  | ',
    '/private/d | left | disallowed |  | ',
    '/missing | left | status 404 |  | ',
  ]);
  expect((await inShort(true))[3]).toBe('/other | taken | unknown |  | <p>other');
  expect(site.visits).not.toContain('GET /private/d');
});

test('a check of a site finds what is wrong, and which pages search engines cannot fetch', async () => {
  const { report } = await load<{
    report(
      site: string,
      paths: readonly string[],
      options: object,
    ): Promise<{ lines: string[]; problems: number }>;
  }>('site-report');
  const reportOn = (...paths: string[]) => report(site.origin, paths, { timeouts: PATIENT.timeouts });
  const site = await startPages();
  site.setRobots('User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisalow: /a\nDisallow: /products\n');
  const { lines, problems } = await reportOn('/products', '/blog');
  expect(lines[0]).toBe(`${site.origin}/robots.txt: success, status 200`);
  expect(lines).toContainEqual(expect.stringMatching(/^line 5: warning: .*"Disalow"/));
  expect(lines.filter((line) => /^(?:Googlebot|bingbot): Disallowed/.test(line))).toHaveLength(2);
  expect(lines).toContain('train-ai: 1 AI crawlers may fetch nothing');
  expect(problems).toBe(lines.filter((line) => /^line |^Googlebot|^bingbot/.test(line)).length);
  site.setRobots(404);
  expect(await reportOn('/products')).toMatchObject({ problems: 0 });
  site.setRobots(503);
  expect(await reportOn('/products')).toMatchObject({ problems: 1 });
});

test('a study of archives counts the sites of each month, whatever is damaged', async () => {
  const { study } = await load<{
    study(
      archives: readonly string[],
      agents: readonly string[],
      onFault: (fault: { message: string }) => void,
    ): Promise<Map<string, object>>;
  }>('archive-study');
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-study-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, records: readonly Buffer[]): string => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.concat(records.map((octets) => gzipSync(octets))));
    return path;
  };
  const shut = 'User-agent: GPTBot\nDisallow: /\n';
  const archives = [
    write('may.warc.gz', [
      capture('a.example', shut, { date: '2024-05-02T00:00:00Z' }),
      capture('b.example', '', { date: '2024-05-03T00:00:00Z' }),
      Buffer.from('damaged'),
    ]),
    write('june.warc.gz', [
      capture('a.example', shut, { date: '2024-06-02T00:00:00Z' }),
      capture('b.example', 'User-agent: *\nDisallow: /a\n', { date: '2024-06-03T00:00:00Z' }),
    ]),
  ];
  const faults: string[] = [];
  const counts = await study(archives, ['GPTBot', 'ExampleBot'], ({ message }) => faults.push(message));
  const none = { none: 0, paths: 0, few: 0, many: 0, most: 0, all: 0 };
  expect(Object.fromEntries(counts)).toEqual({
    '2024-05,GPTBot': { ...none, none: 1, all: 1 },
    '2024-05,ExampleBot': { ...none, none: 2 },
    '2024-06,GPTBot': { ...none, few: 1, all: 1 },
    '2024-06,ExampleBot': { ...none, none: 1, few: 1 },
  });
  expect(faults).toHaveLength(1);
});
