import * as undici from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { robotsFetch, robotsInterceptor } from '../../src/index.js';
import { newClient } from './support/clients.js';
import { redirectTo, startPages } from './support/pages.js';
import { guardedAgent, VERSIONS } from './support/undici-versions.js';

test('fails as fetch does where robots.txt is not the reason', async () => {
  const pages = await startPages();
  pages.on('/loop', redirectTo('/loop'));
  pages.on('/mail', redirectTo('mailto:a@example.com'));
  const obey = robotsFetch(newClient());
  for (const path of ['/loop', '/mail']) await expect(obey(pages.origin + path)).rejects.toThrow(TypeError);
  expect(pages.visits.filter((visit) => visit === 'GET /loop').length).toBe(21);
  await expect(obey('/relative')).rejects.toThrow(TypeError);
  await expect(obey(`${pages.origin}/mail`, { redirect: 'error' })).rejects.toThrow(TypeError);
});

test('refuses wrong arguments', async () => {
  expect(() => robotsFetch({} as never)).toThrow('client is an instance of Object');
  expect(() => robotsFetch(newClient(), { dispatcher: {} as never })).toThrow('dispatcher is');
  const wrong = { dispatcher: {} } as RequestInit;
  await expect(robotsFetch(newClient())('http://host.example/', wrong)).rejects.toThrow('dispatcher is');
  expect(() => robotsFetch(newClient(), fetch as never)).toThrow(TypeError);
});

describe('a redirect', () => {
  test('is asked about before it is followed', async () => {
    const [pages, other] = [await startPages(), await startPages()];
    other.setRobots('User-agent: *\nDisallow: /shut\nDisallow: /caf%C3%A9\n');
    pages.on('/one', redirectTo('two#place', 301));
    pages.on('/two', redirectTo(`${other.origin}/open`, 307));
    pages.on('/three', redirectTo(`${other.origin}/shut`, 308));
    pages.on('/four', redirectTo(Buffer.from(`${other.origin}/café`).toString('latin1')));
    const obey = robotsFetch(newClient());
    const response = await obey(`${pages.origin}/one`);
    expect([response.status, response.redirected, await response.text()]).toEqual([200, true, 'GET /open ']);
    for (const [path, target] of [
      ['/three', '/shut'],
      ['/four', '/caf%C3%A9'],
    ]) {
      const refusal = { code: 'disallowed', url: other.origin + target };
      await expect(obey(pages.origin + path)).rejects.toMatchObject(refusal);
    }
    expect(other.requests).toEqual(['GET /robots.txt', 'GET /open']);
  });

  test('does not wait for itself behind an interceptor of the same client, which still asks about redirects', async () => {
    const pages = await startPages();
    pages.on('/robots.txt', (_, response) =>
      response.end('User-agent: *\nCrawl-delay: 1\nDisallow: /secret\n'),
    );
    pages.on('/page', (_, response) => response.end('page'));
    pages.on('/hop', redirectTo('/secret'));
    const client = newClient();
    const dispatcher = new undici.Agent().compose(robotsInterceptor(client), undici.interceptors.redirect());
    onTestFinished(() => dispatcher.close());
    const get = robotsFetch(client, { dispatcher });
    expect(await (await get(`${pages.origin}/page`)).text()).toBe('page');
    await expect(get(`${pages.origin}/hop`)).rejects.toMatchObject({ code: 'disallowed' });
  });

  test('goes through the dispatcher of the call, of the options, or the global one', async () => {
    const [pages, other] = [await startPages(), await startPages()];
    pages.on('/hop', redirectTo('/page'));
    pages.on('/away', redirectTo(`${other.origin}/secret`));
    for (const [, implementation] of VERSIONS) {
      const { agent, sent } = guardedAgent(implementation, pages.origin);
      const before = undici.getGlobalDispatcher();
      onTestFinished(() => undici.setGlobalDispatcher(before));
      const init = { dispatcher: agent } as unknown as RequestInit;
      for (const get of [
        (path: string) => robotsFetch(newClient())(pages.origin + path, init),
        (path: string) => robotsFetch(newClient(), { dispatcher: agent })(pages.origin + path),
        (path: string) => robotsFetch(newClient(), { dispatcher: agent })(new Request(pages.origin + path)),
        (path: string) => {
          undici.setGlobalDispatcher(agent as unknown as undici.Dispatcher);
          return robotsFetch(newClient())(pages.origin + path);
        },
      ]) {
        sent.length = 0;
        expect(await (await get('/hop')).text()).toBe('GET /page ');
        expect(sent.filter((line) => !line.endsWith('/robots.txt'))).toEqual([
          `GET ${pages.origin}/hop`,
          `GET ${pages.origin}/page`,
        ]);
        await expect(get('/away')).rejects.toThrow();
      }
      undici.setGlobalDispatcher(before);
    }
    expect(other.visits).toEqual([]);
  });
});

test.each(VERSIONS)('takes a dispatcher of %s as it is', async (_, { Agent }) => {
  const pages = await startPages();
  pages.on('/fields', (_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], 'x-latin-1': '\u00e9' });
    response.end('x'.repeat(1_000_000));
  });
  pages.on('/cut', (_, response) => {
    response.writeHead(200, { 'content-length': 4 });
    response.write('abc', () => response.destroy());
  });
  const impatient = new AbortController();
  pages.on('/slow', () => impatient.abort(new Error('enough')));
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const obey = robotsFetch(newClient(), { dispatcher });
  const response = await obey(`${pages.origin}/fields`);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(response.headers.get('x-latin-1')).toBe('\u00e9');
  expect((await response.text()).length).toBe(1_000_000);
  const cut = await obey(`${pages.origin}/cut`);
  await expect(cut.text()).rejects.toThrow('terminated');
  await expect(obey(`${pages.origin}/slow`, { signal: impatient.signal })).rejects.toThrow('enough');
  await expect(obey(`${pages.origin}/private`)).rejects.toMatchObject({ code: 'disallowed' });
});

describe('a body', () => {
  test.each([
    ['a text', () => 'text', 'text'],
    ['octets', () => Buffer.from('text'), 'text'],
    ['a form', () => new URLSearchParams({ a: 'b' }), 'a=b'],
    [
      'a form with a file',
      () => formOf('a', new Blob(['text'])),
      /name="a"; filename="blob"[\s\S]*\r\n\r\ntext\r\n/,
    ],
  ])('is sent a second time after a 307: %s', async (_, made, expected) => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/target', 307));
    const obey = robotsFetch(newClient());
    const init = { method: 'POST', body: made() };
    const text = await (await obey(`${pages.origin}/hop`, init)).text();
    expect(text).toMatch(/^POST \/target /);
    expect(text).toMatch(expected);
  });

  test('is that of a Request, with its headers and its referrer', async () => {
    const pages = await startPages();
    pages.on('/page', (request, response) => {
      const { referer, 'x-own': own, 'content-type': type } = request.headers;
      request.on('data', (chunk) => response.write(chunk));
      request.on('end', () => response.end(` ${referer} ${own} ${type}`));
    });
    const init = {
      method: 'POST',
      body: 'text',
      headers: { 'x-own': '1' },
      referrer: `${pages.origin}/from`,
    };
    const text = async (input: Request | string, more?: RequestInit) =>
      (await robotsFetch(newClient())(input, more)).text();
    const url = `${pages.origin}/page`;
    const seen = `text ${pages.origin}/from 1 text/plain;charset=UTF-8`;
    expect(await text(url, init)).toBe(seen);
    expect(await text(new Request(url, init))).toBe(seen);
    expect(await text(new Request(url, init), { headers: { 'x-own': '2' } })).toContain(' 2 ');
  });

  function formOf(name: string, file: Blob): FormData {
    const form = new FormData();
    form.set(name, file);
    return form;
  }
});

describe('a signal', () => {
  test('ends the wait for the robots.txt', async () => {
    const pages = await startPages();
    const obey = robotsFetch(newClient());
    for (const ask of [
      (signal: AbortSignal) => obey(`${pages.origin}/page`, { signal }),
      (signal: AbortSignal) => obey(new Request(`${pages.origin}/page`, { signal })),
    ]) {
      const impatient = new AbortController();
      pages.on('/robots.txt', () => impatient.abort(new Error('enough')));
      await expect(ask(impatient.signal)).rejects.toThrow('enough');
    }
    expect(pages.visits).toEqual([]);
  });

  test('ends a request after a redirect, and its turn', async () => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/slow'));
    const client = newClient({ pacing: { defaultDelayMs: 0 } });
    const obey = robotsFetch(client, { pace: true });
    const impatient = new AbortController();
    pages.on('/slow', () => impatient.abort(new Error('enough')));
    await expect(obey(`${pages.origin}/hop`, { signal: impatient.signal })).rejects.toThrow('enough');
    expect(await (await obey(`${pages.origin}/page`)).text()).toBe('GET /page ');
    expect(client.stats()).toMatchObject({ turns: 3, waiting: 0 });
  });
});
