/** `openUrl` fetches files other than a robots.txt, over real sockets. */
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { openUrl } from '../../src/index.js';
import { type Site, startSite } from '../client/support/site.js';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const OPTIONS = { userAgent: 'ExampleBot/1.0' };

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('gives status, redirects, headers and the decoded body', async () => {
  site.answer((request, response) => {
    if (request.url === '/old.xml') response.writeHead(301, { location: '/new.xml' }).end();
    else {
      const headers = { 'content-encoding': 'gzip', 'content-type': 'application/xml' };
      response.writeHead(200, headers).end(gzipSync('<urlset/>'));
    }
  });
  const opened = await openUrl(`${site.origin}/old.xml`, OPTIONS);
  expect(opened).toMatchObject({
    status: 200,
    finalUrl: `${site.origin}/new.xml`,
    redirects: [{ url: `${site.origin}/old.xml`, status: 301, location: `${site.origin}/new.xml` }],
    headers: { 'content-type': 'application/xml' },
  });
  expect(await textOf(opened.body)).toBe('<urlset/>');
  expect(site.requests.map(({ headers }) => headers['user-agent'])).toEqual([
    'ExampleBot/1.0',
    'ExampleBot/1.0',
  ]);
});

test('every status is a result, and close ends an endless body', async () => {
  site.answer((_, response) => {
    response.writeHead(404).write('x');
  });
  const opened = await openUrl(site.origin, OPTIONS);
  expect(opened.status).toBe(404);
  await opened.close();
});

test('leaving the body early closes the connection', async () => {
  const closed = new Promise<void>((resolve) => {
    site.answer((_, response) => {
      response.once('close', resolve);
      response.write('first');
    });
  });
  const { body } = await openUrl(site.origin, OPTIONS);
  for await (const chunk of body) {
    expect(Buffer.from(chunk).toString()).toBe('first');
    break;
  }
  await closed;
});

test('a body that is cut off is an error', async () => {
  site.answer((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('12', () => response.destroy());
  });
  const { body } = await openUrl(site.origin, OPTIONS);
  await expect(textOf(body)).rejects.toMatchObject({ name: 'RobotsError' });
});

test('a body that decodes to more than maxOctets is an error', async () => {
  const most = 512_000;
  for (const octets of [most, most + 1]) {
    site.answer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(octets)));
    });
    const { body } = await openUrl(site.origin, { ...OPTIONS, maxOctets: most });
    const read = textOf(body).then((text) => text.length);
    if (octets === most) expect(await read).toBe(most);
    else
      await expect(read).rejects.toMatchObject({
        code: 'malformed-response',
        message: /more than 512000 octets/,
      });
  }
});

test('no response is an error', async () => {
  await expect(openUrl(`http://127.0.0.1:${CLOSED_PORT}/`, OPTIONS)).rejects.toMatchObject({
    code: 'connect-failed',
  });
  site.answer((request, response) => response.writeHead(302, { location: request.url }).end());
  await expect(openUrl(site.origin, OPTIONS)).rejects.toMatchObject({ code: 'redirect-loop' });
});

test('the signal aborts it', async () => {
  const controller = new AbortController();
  site.answer(() => controller.abort(new Error('enough')));
  await expect(openUrl(site.origin, { ...OPTIONS, signal: controller.signal })).rejects.toThrow('enough');
});

test.each(['ftp://127.0.0.1/', '/sitemap.xml', '', 'mailto:a@b.c'])('%j is refused', async (url) => {
  await expect(openUrl(url, OPTIONS)).rejects.toThrow(/^url is .*; .*an absolute http or https URL/);
});
