/** `check --urls` with sitemaps that are fetched: an index leads to its sitemaps, and what cannot be read is told. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { useCommand } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';

const command = useCommand();

/** A site of fixed bodies by path; any other path is a 404. */
async function siteOf(
  bodiesOf: (origin: string) => { readonly [path: string]: string | Uint8Array },
  asked: string[] = [],
) {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const body = bodies[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const bodies = bodiesOf(origin);
  return origin;
}

const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

test('an index leads to its sitemaps, each URL is judged by its own site, and missing ones are told', async () => {
  const origin = await siteOf((own) => ({
    '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
    '/index.xml': index(`${own}/a.xml`, `${own}/b.xml.gz`, `${own}/gone.xml`, `${own}/index.xml`),
    '/a.xml': urlset(`${own}/1`, `${own}/private/2`),
    '/b.xml.gz': gzipSync(urlset(`${own}/private/3`, '/relative')),
  }));
  const args = ['check', '--urls', `${origin}/index.xml`, '--agent', 'ExampleBot', '--json'];
  const { code, stdout, stderr } = await command.run(args);
  expect(fromNdjson(stdout).map(({ url, allowed, line }) => [url, allowed, line])).toEqual([
    [`${origin}/1`, true, 0],
    [`${origin}/private/2`, false, 2],
    [`${origin}/private/3`, false, 2],
  ]);
  expect(stderr).toContain(`1 sitemap, unreadable: ${origin}/gone.xml: the server responds with 404`);
  expect(stderr).toContain(`1 relative URL`);
  expect(code).toBe(2);
});

test('a file judges the URLs of a sitemap that is fetched', async () => {
  const origin = await siteOf((own) => ({ '/s.xml': urlset(`${own}/a`, `${own}/b`) }));
  const args = ['check', '-', '--urls', `${origin}/s.xml`, '--agent', 'ExampleBot'];
  const { code, stdout } = await command.run(args, { input: 'User-agent: *\nDisallow: /b\n' });
  expect(stdout).toContain('1 of 2 URLs are disallowed.');
  expect(code).toBe(1);
});

test('an index of one host does not lead to addresses that only this machine can reach', async () => {
  const asked: string[] = [];
  const origin = await siteOf(
    (own) => ({
      '/index.xml': index(`${own.replace('127.0.0.1', '127.0.0.2')}/secret`, `${own}/a.xml`),
      '/a.xml': urlset('/a'),
    }),
    asked,
  );
  const args = ['check', '-', '--urls', `${origin}/index.xml`, '--agent', 'ExampleBot'];
  const { code, stdout, stderr } = await command.run(args, { input: '' });
  expect(stdout).toContain('0 of 1 URL is disallowed.');
  expect(stderr).toContain('1 sitemap, unreadable: ');
  expect([code, asked]).toEqual([2, ['/index.xml', '/a.xml']]);
});
