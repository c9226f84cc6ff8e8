/** The interceptor for undici's dispatchers, in each version of undici, over real servers. */
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as undici7 from 'undici';
import type * as undici6 from 'undici-6';
import type * as undici8 from 'undici-8';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RobotsError } from '../../../../src/index.js';
import { RefusalError, robotsInterceptor } from '../../src/index.js';
import { newClient } from './support/clients.js';
import { redirectTo, startPages } from './support/pages.js';
import { VERSIONS } from './support/undici-versions.js';

/** A dispatcher that is closed with the test. */
function closing<Closable extends { destroy(): Promise<void> }>(dispatcher: Closable): Closable {
  onTestFinished(() => dispatcher.destroy());
  return dispatcher;
}

describe.each(VERSIONS)('a dispatcher of %s that obeys', (version, undici) => {
  const newAgent = (...interceptors: undici7.Dispatcher.DispatcherComposeInterceptor[]) =>
    closing(new undici.Agent()).compose(...interceptors);

  test('sends what is allowed, and nothing else', async () => {
    const pages = await startPages();
    const dispatcher = newAgent(robotsInterceptor(newClient()));
    const { statusCode, body } = await undici.request(`${pages.origin}/page`, { dispatcher });
    expect([statusCode, await body.text()]).toEqual([200, 'GET /page ']);
    const refused = await undici.request(`${pages.origin}/private/1`, { dispatcher }).catch((error) => error);
    expect(refused).toBeInstanceOf(RefusalError);
    expect(refused).toBeInstanceOf(RobotsError);
    expect(refused).toMatchObject({
      name: 'RobotsError',
      code: 'disallowed',
      url: `${pages.origin}/private/1`,
      retryAt: null,
      verdict: { allowed: false, reason: 'disallow-rule', rule: { line: 2 } },
    });
    expect(refused.message).toContain('/private/1: Disallowed: ');
    expect(pages.requests).toEqual(['GET /robots.txt', 'GET /page']);
  });

  test('defers while the robots.txt is unreachable, and says until when', async () => {
    const pages = await startPages();
    pages.setRobots(503);
    const client = newClient();
    const dispatcher = newAgent(robotsInterceptor(client));
    const error = await undici.request(`${pages.origin}/page`, { dispatcher }).catch((reason) => reason);
    const { retryAt } = await client.check(`${pages.origin}/page`);
    expect(error).toMatchObject({ code: 'deferred', retryAt, verdict: null });
    expect(retryAt).toEqual(expect.any(Number));
    const { statusCode } = await undici.request(`${pages.origin}/robots.txt`, { dispatcher });
    expect(statusCode).toBe(503);
    expect(pages.requests).toEqual(['GET /robots.txt', 'GET /robots.txt']);
  });

  test('lets the robots.txt itself pass, without asking about it', async () => {
    const pages = await startPages();
    pages.setRobots('User-agent: *\nDisallow: /\n');
    const client = newClient();
    const { body } = await undici.request(`${pages.origin}/robots.txt`, {
      dispatcher: newAgent(robotsInterceptor(client)),
    });
    expect(await body.text()).toContain('Disallow: /');
    expect(client.stats().questions).toBe(0);
  });

  test('sends a body that streams, and ends one that is refused', async () => {
    const pages = await startPages();
    const dispatcher = newAgent(robotsInterceptor(newClient()));
    const chunks = () => Readable.from(['one', 'two', 'three']);
    const { body } = await undici.request(`${pages.origin}/form`, {
      dispatcher,
      method: 'POST',
      body: chunks(),
    });
    expect(await body.text()).toBe('POST /form onetwothree');
    const refused = chunks();
    await expect(
      undici.request(`${pages.origin}/private`, { dispatcher, method: 'POST', body: refused }),
    ).rejects.toMatchObject({ code: 'disallowed' });
    expect(refused.destroyed).toBe(true);
  });

  test('streams a large response, with its pauses', async () => {
    const pages = await startPages();
    const large = Buffer.alloc(4 * 1024 * 1024, 'x');
    pages.on('/large', (_request, response) => void response.end(large));
    const dispatcher = newAgent(robotsInterceptor(newClient()));
    const chunks: Buffer[] = [];
    const { body } = await undici.request(`${pages.origin}/large`, { dispatcher });
    await pipeline(body, async (source) => {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        await new Promise((resolve) => setImmediate(resolve));
        chunks.push(chunk);
      }
    });
    expect(Buffer.concat(chunks).equals(large)).toBe(true);
  });

  test('drops a request that is aborted while it waits, and sends nothing', async () => {
    const pages = await startPages();
    const impatient = new AbortController();
    pages.on('/robots.txt', () => impatient.abort(new Error('enough')));
    const dispatcher = newAgent(robotsInterceptor(newClient()));
    const asked = undici.request(`${pages.origin}/page`, { dispatcher, signal: impatient.signal });
    await expect(asked).rejects.toThrow('enough');
    const emitter = new EventEmitter();
    pages.on('/robots.txt', () => emitter.emit('abort'));
    await expect(
      undici.request(`${pages.origin}/page`, { dispatcher, signal: emitter }),
    ).rejects.toMatchObject({
      name: 'AbortError',
    });
    pages.setRobots('');
    expect(pages.visits).toEqual([]);
  });

  test('obeys in fetch, too, and gives up with it', async () => {
    const pages = await startPages();
    const dispatcher = newAgent(robotsInterceptor(newClient()));
    const get = (path: string, init: object = {}) =>
      undici.fetch(`${pages.origin}${path}`, { dispatcher, ...init } as undici7.RequestInit);
    expect(await (await get('/page')).text()).toBe('GET /page ');
    await expect(get('/private')).rejects.toMatchObject({ cause: { code: 'disallowed' } });
    pages.on('/hop', redirectTo('/private'));
    await expect(get('/hop')).rejects.toMatchObject({ cause: { code: 'disallowed' } });
    expect(pages.visits).toEqual(['GET /page', 'GET /hop']);
    const other = await startPages();
    const impatient = new AbortController();
    other.on('/robots.txt', () => impatient.abort(new Error('enough')));
    const waiting = undici.fetch(`${other.origin}/page`, {
      dispatcher,
      signal: impatient.signal,
    } as undici7.RequestInit);
    await expect(waiting).rejects.toThrow('enough');
    expect(other.visits).toEqual([]);
  });

  test('of one origin needs the option origin', async () => {
    const pages = await startPages();
    const client = newClient();
    for (const Dispatcher of [undici.Client, undici.Pool] as const) {
      const inner = closing(new Dispatcher(pages.origin));
      const withOrigin = inner.compose(robotsInterceptor(client, { origin: `${pages.origin}/` }));
      const { body } = await withOrigin.request({ path: '/page', method: 'GET' });
      expect(await body.text()).toBe('GET /page ');
      await expect(withOrigin.request({ path: '/private', method: 'GET' })).rejects.toMatchObject({
        code: 'disallowed',
      });
      // A Client sends every request to its own origin, even if the request names another.
      const lying = { origin: 'http://127.0.0.1:1', path: '/private', method: 'GET' } as const;
      await expect(withOrigin.request(lying)).rejects.toMatchObject({
        code: 'disallowed',
        url: `${pages.origin}/private`,
      });
      const untold = inner.compose(robotsInterceptor(client));
      const unnamed = untold.request({ path: '/page', method: 'GET' });
      if (version === 'undici 8') await (await unnamed).body.dump();
      else await expect(unnamed).rejects.toThrow('pass robotsInterceptor(client, { origin })');
      const named = await untold.request({ origin: pages.origin, path: '/page', method: 'GET' });
      await named.body.dump();
    }
    expect(pages.visits).toEqual(Array(version === 'undici 8' ? 6 : 4).fill('GET /page'));
  });

  test('asks about each way to write an origin and a path, or refuses it', async () => {
    const pages = await startPages();
    const dispatcher = newAgent(robotsInterceptor(newClient()));
    const { host } = new URL(pages.origin);
    const dispatch = (options: object) => dispatcher.request({ method: 'GET', ...options } as never);
    const { origin } = pages;
    for (const options of [
      { origin: new URL(origin), path: '/private' },
      { origin: ` ${origin}`, path: '/private' },
      { origin: `http:/${host}`, path: '/private' },
      { origin: `http:\\\\${host}`, path: '/private' },
      { origin: `http://me@${host}`, path: '/private' },
      { origin, path: '/private#/../page' },
      { origin, path: '/./private' },
      { origin, path: '/page/..\\private' },
      { origin, path: '/#/../private' },
      { origin, path: `${origin}/private` },
      { origin, path: '/private/..\\robots.txt/../private' },
      { origin, path: 'http://x:99999/secret' },
      { origin, path: 'http://[/secret' },
      { origin, path: '/private', method: 'CONNECT' },
      { origin, path: '*', method: 'OPTIONS' },
      { origin, path: '/private', upgrade: 'websocket' },
    ]) {
      await expect(dispatch(options), JSON.stringify(options)).rejects.toThrow();
    }
    expect(pages.visits).toEqual([]);
  });

  test('serves the client itself: its own fetches pass, wherever they are redirected', async () => {
    const pages = await startPages();
    pages.on('/robots.txt', redirectTo('/private/robots'));
    pages.on(
      '/private/robots',
      (_request, response) => void response.end('User-agent: *\nDisallow: /private\n'),
    );
    let composed: undici7.Dispatcher | undefined;
    const agent = closing(new undici.Agent());
    const late = agent.compose(
      (dispatch) => (options, handler) =>
        (composed === undefined ? dispatch : composed.dispatch.bind(composed))(options, handler),
    );
    const client = newClient({ dispatcher: late });
    composed = agent.compose(robotsInterceptor(client));
    await expect(undici.request(`${pages.origin}/private`, { dispatcher: composed })).rejects.toMatchObject({
      code: 'disallowed',
    });
    const { body } = await undici.request(`${pages.origin}/page`, { dispatcher: composed });
    await body.dump();
    expect(pages.requests).toEqual(['GET /robots.txt', 'GET /private/robots', 'GET /page']);
  });
});

describe('with the interceptors of undici', () => {
  test('each redirect is asked about, if it is composed before', async () => {
    const [pages, other] = [await startPages(), await startPages()];
    other.setRobots('User-agent: *\nDisallow: /shut\n');
    pages.on('/one', redirectTo('/two', 301));
    pages.on('/two', redirectTo(`${other.origin}/open`, 307));
    pages.on('/three', redirectTo(`${other.origin}/shut`, 308));
    const dispatcher = closing(new undici7.Agent()).compose(
      robotsInterceptor(newClient()),
      undici7.interceptors.redirect({ maxRedirections: 5 }),
    );
    const { body } = await undici7.request(`${pages.origin}/one`, { dispatcher });
    expect(await body.text()).toBe('GET /open ');
    await expect(undici7.request(`${pages.origin}/three`, { dispatcher })).rejects.toMatchObject({
      code: 'disallowed',
      url: `${other.origin}/shut`,
    });
    expect(other.requests).toEqual(['GET /robots.txt', 'GET /open']);
  });

  test('a refusal is not retried, and a retry is asked about', async () => {
    const pages = await startPages();
    let failures = 0;
    const client = newClient();
    const dispatcher = closing(new undici7.Agent()).compose(
      robotsInterceptor(client),
      undici7.interceptors.retry({ minTimeout: 1, maxRetries: 3 }),
    );
    await expect(undici7.request(`${pages.origin}/private`, { dispatcher })).rejects.toMatchObject({
      code: 'disallowed',
    });
    pages.on('/page', (_request, response) => {
      failures++;
      void client
        .put(pages.origin, 'User-agent: *\nDisallow: /page\n')
        .then(() => response.writeHead(503).end());
    });
    await expect(undici7.request(`${pages.origin}/page`, { dispatcher })).rejects.toMatchObject({
      code: 'disallowed',
    });
    expect(failures).toBe(1);
  });

  test("a global dispatcher has Node's own fetch obey", async () => {
    const pages = await startPages();
    const before = undici7.getGlobalDispatcher();
    onTestFinished(() => undici7.setGlobalDispatcher(before));
    undici7.setGlobalDispatcher(closing(new undici7.Agent()).compose(robotsInterceptor(newClient())));
    pages.on('/hop', redirectTo('/private'));
    expect(await (await fetch(`${pages.origin}/page`)).text()).toBe('GET /page ');
    await expect(fetch(`${pages.origin}/private`)).rejects.toMatchObject({ cause: { code: 'disallowed' } });
    await expect(fetch(`${pages.origin}/hop`)).rejects.toMatchObject({ cause: { code: 'disallowed' } });
    expect(pages.visits).toEqual(['GET /page', 'GET /hop']);
  });
});

test('the type of an interceptor fits the dispatchers of every version of undici', () => {
  const interceptor = robotsInterceptor(newClient());
  const fits6: undici6.Dispatcher.DispatcherComposeInterceptor = interceptor;
  const fits7: undici7.Dispatcher.DispatcherComposeInterceptor = interceptor;
  const fits8: undici8.Dispatcher.DispatcherComposeInterceptor = interceptor;
  expect(new Set([fits6, fits7, fits8]).size).toBe(1);
});

test('malformed options, and anything but a client, are refused', () => {
  const client = newClient();
  expect(() => robotsInterceptor(undefined as never)).toThrow(
    'client is undefined; what createClient() returns is expected',
  );
  // The interceptor has to be made first: `compose(robotsInterceptor(client))`.
  const agent = closing(new undici7.Agent());
  expect(() => agent.compose(robotsInterceptor as never)).toThrow('client is a function');
  expect(() => robotsInterceptor(client, { origin: 'example.com' })).toThrow('origin is "example.com"');
  expect(() => robotsInterceptor(client, { origin: 'ftp://example.com' })).toThrow(TypeError);
  expect(() => robotsInterceptor(client, { orgin: 'http://a.example' } as never)).toThrow(
    'did you mean origin?',
  );
});
