/** A fetch that obeys, over real servers. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import * as undici from 'undici';
import { describe, expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { RefusalError, robotsFetch } from '../../src/index.js';
import { newClient } from './support/clients.js';
import { redirectTo, startPages } from './support/pages.js';
import { guardedAgent, VERSIONS } from './support/undici-versions.js';

/** Something that can be awaited, and is no promise. */
function thenable<Value>(value: Value): PromiseLike<Value> {
  const promise = Promise.resolve(value);
  return Object.assign(Object.create(null), { [['then'][0]]: promise.then.bind(promise) });
}

describe('a fetch that obeys', () => {
  test('requests what is allowed, and nothing else', async () => {
    const pages = await startPages();
    const obey = robotsFetch(newClient());
    const response = await obey(`${pages.origin}/page`);
    expect([response.url, response.redirected, await response.text()]).toEqual([
      `${pages.origin}/page`,
      false,
      'GET /page ',
    ]);
    const refused = await obey(new URL('/private', pages.origin)).catch((error) => error);
    expect(refused).toBeInstanceOf(RefusalError);
    expect(refused).toMatchObject({ code: 'disallowed', url: `${pages.origin}/private` });
    await expect(obey(new Request(`${pages.origin}/private`, { method: 'POST' }))).rejects.toMatchObject({
      code: 'disallowed',
    });
    expect(await (await obey(`${pages.origin}/robots.txt`)).text()).toContain('Disallow');
    expect(pages.visits).toEqual(['GET /page']);
  });

  test('defers while the robots.txt is unreachable', async () => {
    const pages = await startPages();
    pages.setRobots(500);
    const asked = robotsFetch(newClient())(`${pages.origin}/page`);
    await expect(asked).rejects.toMatchObject({ code: 'deferred', retryAt: expect.any(Number) });
  });

  test('asks about each redirect before it follows it', async () => {
    const [pages, other] = [await startPages(), await startPages()];
    other.setRobots('User-agent: *\nDisallow: /shut\n');
    pages.on('/one', redirectTo('two#place', 301));
    pages.on('/two', redirectTo(`${other.origin}/open`, 307));
    pages.on('/three', redirectTo(`${other.origin}/shut`, 308));
    const obey = robotsFetch(newClient());
    const response = await obey(`${pages.origin}/one`);
    expect([response.status, response.redirected, await response.text()]).toEqual([200, true, 'GET /open ']);
    expect(response.url).toBe(`${other.origin}/open`);
    await expect(obey(`${pages.origin}/three`)).rejects.toMatchObject({
      code: 'disallowed',
      url: `${other.origin}/shut`,
    });
    expect(other.requests).toEqual(['GET /robots.txt', 'GET /open']);
  });

  test.each([
    ['POST', 301, 'GET'],
    ['POST', 302, 'GET'],
    ['PUT', 302, 'PUT'],
    ['PUT', 303, 'GET'],
    ['HEAD', 303, 'HEAD'],
    ['POST', 307, 'POST'],
    ['PUT', 308, 'PUT'],
  ])('%s redirected by %i is followed as fetch follows it: %s', async (method, status, then) => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/target', status));
    const obey = robotsFetch(newClient());
    const init = { method, ...(method === 'HEAD' ? {} : { body: 'text' }) };
    for (const send of [obey, fetch]) {
      pages.requests.length = 0;
      const response = await send(`${pages.origin}/hop`, init);
      expect(await response.text()).toBe(
        then === 'HEAD' ? '' : `${then} /target ${then === 'GET' ? '' : 'text'}`,
      );
      expect(pages.visits).toEqual([`${method} /hop`, `${then} /target`]);
    }
  });

  test('sends the body of a Request a second time, and refuses to with a stream', async () => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/again', 307));
    pages.on('/again', redirectTo('/target', 308));
    const obey = robotsFetch(newClient());
    const request = new Request(`${pages.origin}/hop`, { method: 'POST', body: 'text' });
    expect(await (await obey(request)).text()).toBe('POST /target text');
    const body = Readable.toWeb(Readable.from(['te', 'xt'])) as ReadableStream;
    const streaming = { method: 'POST', body, duplex: 'half' } as RequestInit;
    await expect(obey(`${pages.origin}/hop`, streaming)).rejects.toThrow('cannot be sent a second time');
  });

  test('sends credentials to their own origin alone', async () => {
    const [pages, other] = [await startPages(), await startPages()];
    const seen: (string | undefined)[] = [];
    for (const site of [pages, other]) {
      site.on('/target', ({ headers }, response) => {
        seen.push(headers.authorization, headers.cookie, headers['x-own'] as string | undefined);
        response.end();
      });
    }
    pages.on('/away', redirectTo(`${other.origin}/target`));
    pages.on('/hop', redirectTo('/target'));
    const headers = { authorization: 'Basic eA==', cookie: 'a=b', 'x-own': '1' };
    const obey = robotsFetch(newClient());
    await obey(`${pages.origin}/away`, { headers });
    await obey(`${pages.origin}/hop`, { headers });
    expect(seen).toEqual([undefined, undefined, '1', 'Basic eA==', 'a=b', '1']);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('down');
      },
      'down',
    ],
    ['returns a thenable', () => thenable(new Response('page')), 'page'],
    ['returns a plain value', () => new Response('page'), 'page'],
    ['rejects', () => Promise.reject(new Error('down')), 'down'],
  ])('ends its turn if fetch %s', async (_, send, outcome) => {
    const pages = await startPages();
    const client = newClient({ pacing: { defaultDelayMs: 0 } });
    const obey = robotsFetch(client, send as never, { pace: true }) as typeof fetch;
    for (let i = 0; i < 3; i++) {
      const asked = obey(`${pages.origin}/page`).then(
        (response) => response.text(),
        ({ message }) => message,
      );
      expect(await asked).toBe(outcome);
    }
    expect(client.stats()).toMatchObject({ turns: 3, waiting: 0 });
  });

  test('ends its turn if its signal aborts and fetch goes on, and discards what comes later', async () => {
    const pages = await startPages();
    const client = newClient({ pacing: { defaultDelayMs: 0 } });
    const sent = later<Response>();
    const begun = later<void>();
    const stubborn = () => {
      begun.resolve();
      return sent.promise;
    };
    const obey = robotsFetch(client, stubborn as typeof fetch, { pace: true });
    const impatient = new AbortController();
    const asked = obey(`${pages.origin}/page`, { signal: impatient.signal });
    await begun.promise;
    impatient.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    await client.turn(`${pages.origin}/page`);
    const cancelled = later<void>();
    sent.resolve(new Response(new ReadableStream({ cancel: () => cancelled.resolve() })));
    await cancelled.promise;
  });

  test('leaves redirects to a caller that asks for them', async () => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/private'));
    const obey = robotsFetch(newClient());
    const response = await obey(`${pages.origin}/hop`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/private']);
    await expect(obey(`${pages.origin}/hop`, { redirect: 'error' })).rejects.toThrow(TypeError);
  });

  test('gives up a loop, a redirect to a URL that is not HTTP, and a hidden one', async () => {
    const pages = await startPages();
    pages.on('/loop', redirectTo('/loop'));
    pages.on('/mail', redirectTo('mailto:a@example.com'));
    const client = newClient();
    const obey = robotsFetch(client);
    await expect(obey(`${pages.origin}/loop`)).rejects.toThrow('more than 20 redirects');
    expect(pages.visits.length).toBe(21);
    await expect(obey(`${pages.origin}/mail`)).rejects.toThrow('not an http or https URL');
    const hidden = Object.defineProperty(Response.json({}), 'type', { value: 'opaqueredirect' });
    const hiding: typeof fetch = async () => hidden;
    await expect(robotsFetch(client, hiding)(`${pages.origin}/page`)).rejects.toThrow('hides');
  });

  test('gives up with its signal, while it waits for the robots.txt', async () => {
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

  test('gives up with the signal of a Request after a redirect, too, unless the options remove it', async () => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/slow'));
    const obey = robotsFetch(newClient());
    for (const [init, isAborted] of [
      [{ signal: undefined }, true],
      [{ signal: null }, false],
    ] as const) {
      const impatient = new AbortController();
      pages.on('/slow', (_request, response) => {
        impatient.abort(new Error('enough'));
        if (!isAborted) response.end('slow');
      });
      const asked = obey(
        new Request(`${pages.origin}/hop`, { signal: impatient.signal }),
        init as RequestInit,
      );
      if (isAborted) await expect(asked).rejects.toThrow('enough');
      else expect(await (await asked).text()).toBe('slow');
    }
  });

  test('reads a Location that is not ASCII as UTF-8, as fetch does', async () => {
    const pages = await startPages();
    pages.setRobots('User-agent: *\nDisallow: /caf%C3%A9/private\n');
    const toOctets = (path: string) => redirectTo(Buffer.from(path).toString('latin1'));
    pages.on('/open', toOctets('/café'));
    pages.on('/shut', toOctets('/café/private'));
    const obey = robotsFetch(newClient());
    for (const send of [obey, fetch]) {
      const response = await send(`${pages.origin}/open`);
      expect(response.url).toBe(`${pages.origin}/caf%C3%A9`);
      await response.body?.cancel();
    }
    await expect(obey(`${pages.origin}/shut`)).rejects.toMatchObject({ code: 'disallowed' });
  });

  test('accepts any fetch function, and lets URLs of other schemes pass', async () => {
    const pages = await startPages();
    const client = newClient();
    const obey = robotsFetch(client, undici.fetch);
    expect(await (await obey(`${pages.origin}/page`)).text()).toBe('GET /page ');
    await expect(obey(`${pages.origin}/private`)).rejects.toMatchObject({ code: 'disallowed' });
    expect(await (await robotsFetch(client)('data:,text')).text()).toBe('text');
    await expect(robotsFetch(client)('/relative')).rejects.toThrow(TypeError);
    expect(() => robotsFetch(client, 'fetch' as never)).toThrow('fetch is "fetch"');
    expect(() => robotsFetch({} as never)).toThrow('client is an instance of Object');
  });
});

describe.each([
  ['the global fetch', { ...undici, fetch, Request } as unknown as typeof undici] as const,
  ...VERSIONS,
])('through %s', (_, implementation) => {
  const newFetch = () => robotsFetch(newClient(), implementation.fetch as typeof fetch);

  test('each request of a chain of redirects goes through the dispatcher of the options', async () => {
    const [pages, other] = [await startPages(), await startPages()];
    pages.on('/hop', redirectTo('/page'));
    pages.on('/away', redirectTo(`${other.origin}/secret`));
    const { agent, sent } = guardedAgent(implementation, pages.origin);
    const obey = newFetch();
    const init = { dispatcher: agent } as object;
    expect(await (await obey(`${pages.origin}/hop`, init)).text()).toBe('GET /page ');
    expect(sent).toEqual([`GET ${pages.origin}/hop`, `GET ${pages.origin}/page`]);
    await expect(obey(`${pages.origin}/away`, init)).rejects.toThrow(TypeError);
    const request = new implementation.Request(`${pages.origin}/away`) as Request;
    await expect(obey(request, init)).rejects.toThrow(TypeError);
    await expect(obey(`${pages.origin}/away`, requestAsInit(implementation, agent))).rejects.toThrow(
      TypeError,
    );
    expect(other.visits).toEqual([]);
  });

  test("a redirect never leaves a Request's own dispatcher", async () => {
    const [pages, other] = [await startPages(), await startPages()];
    pages.on('/hop', redirectTo('/page'));
    pages.on('/away', redirectTo(`${other.origin}/secret`));
    const { agent, sent } = guardedAgent(implementation, pages.origin);
    const obey = newFetch();
    const guarded = (path: string) =>
      new implementation.Request(`${pages.origin}${path}`, { dispatcher: agent } as never) as Request;
    expect(await (await obey(guarded('/page'))).text()).toBe('GET /page ');
    expect(sent).toEqual([`GET ${pages.origin}/page`]);
    await expect(obey(guarded('/away'))).rejects.toThrow(TypeError);
    expect(other.visits).toEqual([]);
    if (showsDispatcher(guarded('/hop'))) {
      expect(await (await obey(guarded('/hop'))).text()).toBe('GET /page ');
      expect(sent.at(-1)).toBe(`GET ${pages.origin}/page`);
    } else {
      await expect(obey(guarded('/hop'))).rejects.toThrow('may hide a dispatcher: pass one in the options');
    }
  });

  test('a fetch that waits before it sends hides whether a Request has a dispatcher', async () => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/page'));
    const { agent } = guardedAgent(implementation, pages.origin);
    const waiting = async (...request: Parameters<typeof fetch>) => {
      await Promise.resolve();
      return implementation.fetch(...(request as [never]));
    };
    const obey = robotsFetch(newClient(), waiting as typeof fetch);
    const request = () => new implementation.Request(`${pages.origin}/hop`) as Request;
    const text = async (sent: Promise<Response>) => (await sent).text();
    expect(await text(obey(`${pages.origin}/hop`))).toBe('GET /page ');
    expect(await text(obey(request(), { dispatcher: agent } as never))).toBe('GET /page ');
    if (showsDispatcher(request())) expect(await text(obey(request()))).toBe('GET /page ');
    else await expect(obey(request())).rejects.toThrow('or a URL in place of the Request');
  });

  test('a Request without a dispatcher follows redirects, through the global one', async () => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/page'));
    const before = Reflect.get(globalThis, GLOBAL_DISPATCHER);
    const obey = newFetch();
    const get = () => obey(new implementation.Request(`${pages.origin}/hop`) as Request);
    const responses = await Promise.all([get(), get()]);
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(
      Array(2).fill('GET /page '),
    );
    expect(Reflect.get(globalThis, GLOBAL_DISPATCHER)).toBe(before);
  });

  test('fetches with a signal that questions and turns have waited with', async () => {
    const pages = await startPages();
    const { signal } = new AbortController();
    const client = newClient({ pacing: { defaultDelayMs: 0 } });
    const obey = robotsFetch(client, implementation.fetch as typeof fetch, { pace: true });
    expect(await client.isAllowed(`${pages.origin}/page`, { signal })).toBe(true);
    for (const send of [obey, implementation.fetch as typeof fetch, obey]) {
      expect(await (await send(`${pages.origin}/page`, { signal })).text()).toBe('GET /page ');
    }
  });

  test('integrity is that of the last response', async () => {
    const pages = await startPages();
    pages.on('/hop', redirectTo('/page'));
    const obey = newFetch();
    const digest = createHash('sha384').update('GET /page ').digest('base64');
    const wrong = createHash('sha384').update('GET /pages').digest('base64');
    for (const path of ['/hop', '/page']) {
      const url = `${pages.origin}${path}`;
      const get = (integrity: string) => obey(url, { integrity });
      expect(await (await get(`sha384-${digest}`)).text()).toBe('GET /page ');
      expect(await (await get(`sha256-AAAA sha384-${wrong} sha384-${digest}?a`)).text()).toBe('GET /page ');
      expect(await (await get('md5-AAAA')).text()).toBe('GET /page ');
      await expect(get(`sha384-${wrong}`)).rejects.toThrow(TypeError);
      await expect(get(`sha512-${digest} sha384-${digest}`)).rejects.toThrow('does not match its integrity');
      const request = new implementation.Request(url, { integrity: `sha384-${wrong}` }) as Request;
      await expect(obey(request)).rejects.toThrow(TypeError);
      await expect(obey(url, { method: 'HEAD', integrity: `sha384-${digest}` })).rejects.toThrow(TypeError);
    }
  });
});

const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Options that are a Request, beside a dispatcher. */
function requestAsInit({ Request: Made }: Pick<typeof undici, 'Request'>, dispatcher: unknown): RequestInit {
  return Object.assign(new Made('http://a.example/'), { dispatcher }) as unknown as RequestInit;
}

/** undici 6 keeps the dispatcher of a Request where others can read it. */
function showsDispatcher(request: object): boolean {
  return Object.getOwnPropertySymbols(request).some(({ description }) => description === 'dispatcher');
}
