/** The requests that a dispatcher of the caller gets, and the results of its responses, without any connection. */

import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { OctetQueue } from '../../src/fetch/http-exchange.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import type { AccessResult, FetchOptions } from '../../src/index.js';
import { FILE, get, inWords, mayFetch, USER_AGENT } from './support/fetching.js';

/** The methods of undici 7 that this package's handler has. */
interface Handler {
  onRequestStart(controller: { abort(reason: Error): void }): void;
  onResponseStart(controller: unknown, status: number, headers: object): void;
  onResponseData(controller: unknown, chunk: unknown): void;
  onResponseEnd(): void;
  onResponseError(controller: unknown, error: unknown): void;
}

/** Fetches through a dispatcher that does this with each request. */
function through(
  dispatch: (handler: Handler, options: object) => unknown,
  options: Partial<FetchOptions> = {},
): Promise<AccessResult> {
  const dispatcher = {
    dispatch: (request: object, handler: Handler) => {
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
      handler.onResponseError(null, new Error('no'));
      asked.push(options);
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
      handler.onResponseStart(null, 200, { age: undefined, etag: '"a"' });
      for (const octet of octets(FILE)) handler.onResponseData(null, Uint8Array.of(octet));
      handler.onResponseEnd();
    });
    expect(inWords(result)).toBe('success, rules');
    expect(result).toMatchObject({ status: 200, encodedOctets: FILE.length });
    expect(Object.entries(result.headers)).toEqual([['etag', '"a"']]);
    expect(mayFetch(result, '/private')).toBe(false);
    expect(reasons).toEqual([]);
  });

  test.each<[number, object, string]>([
    [404, {}, 'unavailable, allow-all'],
    [200, { 'content-encoding': 'gzip, gzip, gzip' }, 'unreachable, disallow-all (bad-encoding)'],
  ])(
    'is asked to abort once, when no more of a %d is needed, and what it sends later changes nothing',
    async (status, headers, words) => {
      const reasons: Error[] = [];
      let late = () => {};
      const result = await through((handler) => {
        handler.onRequestStart({ abort: (reason) => void reasons.push(reason) });
        handler.onResponseStart(null, status, headers);
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
      expect(inWords(result)).toBe(words);
      expect(reasons.map(({ message }) => message)).toEqual(['no more of the response is needed']);
    },
  );

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

  test('whose response fails after its headers has sent no file, whatever status the error has', async () => {
    for (const [status, error] of [
      [200, { statusCode: 500 }],
      [204, new Error('reset')],
      [204, null],
    ] as const) {
      const result = await through((handler) => {
        handler.onRequestStart({ abort: () => {} });
        handler.onResponseStart(null, status, {});
        handler.onResponseError(null, error);
      });
      expect(inWords(result)).toBe('unreachable, disallow-all (body-cut-off)');
      expect([result.status, result.cause?.cause]).toEqual([status, error]);
    }
  });

  test('that throws has sent no response, and gets no request of a fetch that is over', async () => {
    const error = new Error('no');
    const failed = await through(() => {
      throw error;
    });
    expect(inWords(failed)).toBe('unreachable, disallow-all (connect-failed)');
    expect(failed.cause?.cause).toBe(error);
    const controller = new AbortController();
    let requests = 0;
    const fetched = through(
      (handler) => {
        requests++;
        handler.onRequestStart({ abort: () => {} });
        handler.onResponseStart(null, 302, { location: '/a' });
        controller.abort(error);
      },
      { signal: controller.signal },
    );
    await expect(fetched).rejects.toBe(error);
    expect(requests).toBe(1);
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

  test('whose response has two locations redirects to the first', async () => {
    const paths: unknown[] = [];
    await through((handler, options) => {
      paths.push((options as { path: string }).path);
      handler.onRequestStart({ abort: () => {} });
      handler.onResponseStart(null, paths.length === 1 ? 302 : 404, { location: ['/a', '/b'] });
    });
    expect(paths).toEqual(['/robots.txt', '/a']);
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

test('a queue of octets passes a chunk on as it is, joins those that wait, and ignores what comes after its end', async () => {
  const queue = new OctetQueue();
  const read = queue.read({ waiting: () => {}, arrived: () => {} });
  const chunk = octets('a');
  queue.push(chunk);
  expect((await read.next()).value).toBe(chunk);
  for (const text of ['b', 'c']) queue.push(octets(text));
  queue.end();
  queue.push(octets('d'));
  queue.fail(new Error('late'));
  expect(String((await read.next()).value)).toBe('bc');
  expect([(await read.next()).done, queue.octets]).toEqual([true, 3]);
});
