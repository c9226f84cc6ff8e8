/** `openUrl` fetches files other than a robots.txt, over real sockets. */
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import { openWith } from '../../src/fetch/open-url.js';
import { readSettings } from '../../src/fetch/settings.js';
import { openUrl } from '../../src/index.js';
import { type Site, startSite } from '../client/support/site.js';
import { FtpPeer, serving } from './support/ftp-peer.js';
import { until } from './support/sockets.js';

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
  const closed = new Promise<void>((resolve) => {
    site.answer((_, response) => {
      response.once('close', resolve);
      response.writeHead(404).write('x');
    });
  });
  const clock = new ManualClock();
  const opened = await openUrl(site.origin, { ...OPTIONS, clock });
  expect([opened.status, clock.pending]).toEqual([404, 1]);
  await opened.close();
  await closed;
  expect(clock.pending).toBe(0);
});

test('a reader who is slow does not run into the time limit of the body, and nothing is left at its end', async () => {
  const clock = new ManualClock();
  let send = (_text: string): void => {};
  site.answer((_, response) => {
    response.flushHeaders();
    send = (text) => void (text === 'last' ? response.end(text) : response.write(text));
  });
  const { body } = await openUrl(site.origin, { ...OPTIONS, clock });
  void until(() => clock.hasTimerIn(DEFAULT_TIMEOUTS.bodyMs)).then(() => send('first'));
  const chunks: string[] = [];
  for await (const chunk of body) {
    chunks.push(Buffer.from(chunk).toString());
    clock.elapse(DEFAULT_TIMEOUTS.bodyMs);
    if (chunks.length === 1) send('last');
  }
  expect([chunks, clock.pending]).toEqual([['first', 'last'], 0]);
});

test('a redirect to FTP is an error, and so is one that the caller refuses', async () => {
  const ftp = await FtpPeer.start(serving('a'));
  site.answer({ status: 302, headers: { location: ftp.robotsUrl } });
  await expect(openUrl(site.origin, OPTIONS)).rejects.toMatchObject({
    code: 'redirect-invalid',
    message: `${site.origin}/ redirects to FTP`,
  });
  await ftp.closed();
  const refusal = new Error('not there');
  const opened = openWith(new URL(site.origin), readSettings(OPTIONS), () => Promise.reject(refusal));
  await expect(opened).rejects.toBe(refusal);
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
        message: 'the body has more than 512000 octets',
      });
  }
});

test('no response is an error', async () => {
  for (const scheme of ['http', 'https']) {
    const opened = openUrl(`${scheme}://127.0.0.1:${CLOSED_PORT}/`, OPTIONS);
    await expect(opened).rejects.toMatchObject({ code: 'connect-failed' });
  }
  site.answer((request, response) => response.writeHead(302, { location: request.url }).end());
  await expect(openUrl(site.origin, OPTIONS)).rejects.toMatchObject({ code: 'redirect-loop' });
});

test('the signal aborts it', async () => {
  const controller = new AbortController();
  site.answer(() => controller.abort(new Error('enough')));
  await expect(openUrl(site.origin, { ...OPTIONS, signal: controller.signal })).rejects.toThrow('enough');
});

const NO_URL = { toString: () => 'http://127.0.0.1/' };
test.each(['ftp://127.0.0.1/', '/sitemap.xml', '', 'mailto:a@b.c', NO_URL])('%j is refused', async (url) => {
  const opened = openUrl(url as string, OPTIONS);
  await expect(opened).rejects.toThrow(/^url is .*; .*an absolute http or https URL/);
});
