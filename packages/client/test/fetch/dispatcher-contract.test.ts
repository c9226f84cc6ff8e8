/** The requests that a dispatcher of the caller gets, and the results of its responses, without any connection. */

import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import type { AccessResult, FetchOptions } from '../../src/index.js';
import { FILE, get, inWords, mayFetch, USER_AGENT } from './support/fetching.js';
import { head, Peer } from './support/peer.js';

/** The methods of undici 7 that this package's handler has. */
interface Handler {
  onRequestStart(controller: { abort(reason: Error): void }): void;
  onResponseStart(controller: unknown, status: number, headers: object): void;
  onResponseData(controller: unknown, chunk: unknown): void;
  onResponseEnd(): void;
  onResponseError(controller: unknown, error: unknown): void;
}

/** Those of undici 6. */
interface FormerHandler {
  onConnect(abort: (reason?: Error) => void): void;
  onHeaders(status: number, rawHeaders: readonly Uint8Array[]): boolean;
  onData(chunk: Uint8Array): boolean;
  onComplete(): void;
  onError(error: unknown): void;
}

/** Fetches through a dispatcher that does this with each request. */
function through(
  dispatch: (handler: Handler & FormerHandler, options: object) => unknown,
  options: Partial<FetchOptions> = {},
): Promise<AccessResult> {
  const dispatcher = {
    dispatch: (request: object, handler: Handler & FormerHandler) => {
      dispatch(handler, request);
      return true;
    },
  };
  return get('http://site.example:81/page', {
    dispatcher: dispatcher as unknown as NonNullable<FetchOptions['dispatcher']>,
    ...options,
  });
}

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a dispatcher', () => {
  test('is asked for the file, without time limits of its own, by a request that interceptors can recognize', async () => {
    const asked: object[] = [];
    await through((handler, options) => {
      asked.push(options);
      handler.onResponseError(null, new Error('no'));
    });
    expect(asked).toEqual([
      {
        origin: 'http://site.example:81',
        path: '/robots.txt',
        method: 'GET',
        headers: {
          accept: 'text/plain, */*;q=0.5',
          'user-agent': USER_AGENT,
          'accept-encoding': expect.stringContaining('gzip'),
        },
        headersTimeout: 0,
        bodyTimeout: 0,
        // The symbol is the same in each copy of this package in a process.
        [Symbol.for('robotstream.own-request')]: true,
      },
    ]);
  });

  test('that throws is unreachable', async () => {
    const result = await through(() => {
      throw new Error('closed');
    });
    expect(inWords(result)).toBe('unreachable, disallow-all (connect-failed)');
    expect(result.cause?.cause).toMatchObject({ message: 'closed' });
  });

  test.each<[string, (handler: Handler) => void]>([
    ['anything', () => {}],
    // undici's interceptor `retry` takes 103 for the response, and passes nothing of the one that follows.
    ['a final response', (handler) => handler.onResponseStart(null, 103, { link: 'a' })],
  ])('that ends a response without %s is unreachable', async (_, respond) => {
    const result = await through((handler) => {
      handler.onRequestStart({ abort: () => {} });
      respond(handler);
      handler.onResponseData(null, octets(FILE));
      handler.onResponseEnd();
    });
    expect(inWords(result)).toBe('unreachable, disallow-all (malformed-response)');
    expect(result.cause?.message).toContain('ended without the headers of a final response');
  });

  test('may answer at once, in parts, with interim responses before, and is not asked to abort', async () => {
    const reasons: Error[] = [];
    const result = await through((handler) => {
      handler.onRequestStart({ abort: (reason) => void reasons.push(reason) });
      handler.onResponseStart(null, 103, { link: 'a' });
      handler.onResponseStart(null, 200, { etag: '"a"' });
      for (const octet of octets(FILE)) handler.onResponseData(null, Uint8Array.of(octet));
      handler.onResponseEnd();
    });
    expect(inWords(result)).toBe('success, rules');
    expect(result).toMatchObject({ status: 200, headers: { etag: '"a"' }, encodedOctets: FILE.length });
    expect(mayFetch(result, '/private')).toBe(false);
    expect(reasons).toEqual([]);
  });

  test('may answer some time after an interim response', async () => {
    const result = await through(async (handler) => {
      handler.onRequestStart({ abort: () => {} });
      handler.onResponseStart(null, 199, { link: 'a' });
      await rest();
      handler.onResponseStart(null, 404, {});
    });
    expect([inWords(result), result.status]).toEqual(['unavailable, allow-all', 404]);
  });

  test('of undici 6 is never asked to pause', async () => {
    const returned: boolean[] = [];
    const result = await through((handler) => {
      handler.onConnect(() => {});
      returned.push(handler.onHeaders(200, [octets('ETag'), octets('"a"')]), handler.onData(octets(FILE)));
      handler.onComplete();
    });
    expect(inWords(result)).toBe('success, rules');
    expect([result.headers, returned]).toEqual([{ etag: '"a"' }, [true, true]]);
  });

  test('of undici 6 may fail', async () => {
    const error = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    const result = await through((handler) => handler.onError(error));
    expect(inWords(result)).toBe('unreachable, disallow-all (dns-failed)');
    expect(result.cause?.cause).toBe(error);
  });

  test('is asked to abort once, when no more of the response is needed, and what it sends later changes nothing', async () => {
    const reasons: Error[] = [];
    let late = () => {};
    const result = await through((handler) => {
      handler.onRequestStart({ abort: (reason) => void reasons.push(reason) });
      handler.onResponseStart(null, 404, {});
      late = () => {
        handler.onResponseStart(null, 200, { etag: '"late"' });
        handler.onResponseData(null, octets(FILE));
        handler.onResponseEnd();
        handler.onResponseError(null, new Error('late'));
      };
    });
    const before = structuredClone({ ...result, cause: null });
    late();
    expect({ ...result, cause: null }).toEqual(before);
    expect(inWords(result)).toBe('unavailable, allow-all');
    expect(reasons.map(({ message }) => message)).toEqual(['no more of the response is needed']);
  });

  test.each<[string, (handler: Handler) => void]>([
    ['end', (handler) => handler.onResponseEnd()],
    ['fail', (handler) => handler.onResponseError(null, new Error('late'))],
    ['begin again', (handler) => handler.onResponseStart(null, 200, {})],
    ['go on', (handler) => handler.onResponseData(null, octets(FILE))],
  ])('may let a redirect %s while the next response is awaited: its time limit goes on', async (_, late) => {
    const clock = new ManualClock();
    let first: Handler | undefined;
    const result = await through(
      (handler) => {
        handler.onRequestStart({ abort: () => {} });
        if (first === undefined) {
          first = handler;
          handler.onResponseStart(null, 302, { location: '/a' });
        } else {
          late(first);
          clock.elapse(DEFAULT_TIMEOUTS.headersMs);
        }
      },
      { clock },
    );
    expect(inWords(result)).toBe('unreachable, disallow-all (headers-timeout)');
    expect([result.redirects.length, clock.pending]).toEqual([1, 0]);
  });

  test('that sends the request only after the fetch is over is asked to abort it then', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const reasons: Error[] = [];
    let send = () => {};
    const fetched = through(
      (handler) => {
        send = () => handler.onRequestStart({ abort: (given) => void reasons.push(given) });
        controller.abort(reason);
      },
      { signal: controller.signal },
    );
    await expect(fetched).rejects.toBe(reason);
    send();
    expect(reasons).toEqual([reason]);
  });

  test('is asked to abort with an error, whatever the reason of the caller is', async () => {
    const controller = new AbortController();
    const reasons: Error[] = [];
    const fetched = through(
      (handler) => {
        handler.onRequestStart({ abort: (given) => void reasons.push(given) });
        controller.abort('a word');
      },
      { signal: controller.signal },
    );
    await expect(fetched).rejects.toBe('a word');
    expect(reasons).toEqual([new Error('aborted', { cause: 'a word' })]);
    expect(reasons[0].cause).toBe('a word');
  });

  test('that fails after the headers has cut the body off', async () => {
    const result = await through((handler) => {
      handler.onRequestStart({ abort: () => {} });
      handler.onResponseStart(null, 200, {});
      handler.onResponseData(null, octets(FILE));
      // Errors that report a status have a status code.
      handler.onResponseError(null, Object.assign(new Error('no'), { statusCode: 404, headers: {} }));
    });
    expect(inWords(result)).toBe('unreachable, disallow-all (body-cut-off)');
    expect(result).toMatchObject({ status: 200, octets: FILE.length });
  });

  test('that passes anything but octets has sent no file', async () => {
    const result = await through((handler) => {
      handler.onRequestStart({ abort: () => {} });
      handler.onResponseStart(null, 200, {});
      handler.onResponseData(null, { length: 1 });
      handler.onResponseEnd();
    });
    expect(inWords(result)).toBe('unreachable, disallow-all (body-cut-off)');
    expect(result.cause?.message).toBe('http://site.example:81/robots.txt: the body could not be read');
    expect(result.cause?.cause).toBeInstanceOf(Error);
  });
});

test('a body in more codings than are decoded is not read: its connection is closed', async () => {
  const peer = await Peer.start((socket) =>
    socket.write(head(200, { 'Content-Encoding': 'gzip, gzip, gzip', 'Content-Length': '1000' })),
  );
  const dispatcher = new Agent();
  const result = await get(peer.origin, { dispatcher });
  expect(inWords(result)).toBe('unreachable, disallow-all (bad-encoding)');
  await peer.closed();
  await dispatcher.destroy();
});
