/** The body of an exchange as its reader gets it: when the time limit counts, how much is read, and what an early stop does. */
import type { Dispatcher } from 'undici';
import { describe, expect, test } from 'vitest';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { HttpExchange } from '../../src/fetch/http-exchange.js';
import { DEFAULT_TIMEOUTS, TimeLimits } from '../../src/fetch/limits.js';

const URL_ASKED = new URL('http://site.example/robots.txt');
const MAX_ENCODED_OCTETS = 4;

/** An exchange with a response whose body the test sends. */
async function begun() {
  const clock = new ManualClock();
  const limits = new TimeLimits(clock, DEFAULT_TIMEOUTS, undefined);
  const aborted: string[] = [];
  const dispatcher = {
    dispatch: () => true,
  } as unknown as Dispatcher;
  const request = { url: URL_ASKED, headers: {}, maxEncodedOctets: MAX_ENCODED_OCTETS, onSent: () => {} };
  const exchange = new HttpExchange(request, limits);
  const response = exchange.begin(dispatcher);
  exchange.onRequestStart({ abort: (reason) => void aborted.push(String(reason?.message)) });
  exchange.onResponseStart(null, 200, {});
  expect(await response).toBe(exchange);
  const send = (...octets: number[]): void => exchange.onResponseData(null, Uint8Array.from(octets));
  return { exchange, clock, limits, aborted, send, end: () => exchange.onResponseEnd() };
}

describe('the time limit of a body', () => {
  test('counts while the reader waits, and not while it works on what has arrived', async () => {
    const { exchange, clock, limits, send, end } = await begun();
    const body = exchange.body();
    for (const octet of [1, 2]) {
      const next = body.next();
      await rest();
      clock.elapse(DEFAULT_TIMEOUTS.bodyMs - 1);
      send(octet);
      expect((await next).value).toEqual(Uint8Array.of(octet));
      clock.elapse(DEFAULT_TIMEOUTS.bodyMs);
      expect(limits.signal.aborted).toBe(false);
    }
    end();
    expect((await body.next()).done).toBe(true);
    limits.end();
  });

  test('ends a body whose reader waits', async () => {
    const { exchange, clock } = await begun();
    const next = expect(exchange.body().next()).rejects.toMatchObject({ code: 'body-timeout' });
    await rest();
    clock.elapse(DEFAULT_TIMEOUTS.bodyMs);
    await next;
  });
});

describe('a body', () => {
  test('that is left early ends its request', async () => {
    const { exchange, aborted, limits, send } = await begun();
    send(1);
    for await (const chunk of exchange.body()) {
      expect(chunk).toEqual(Uint8Array.of(1));
      break;
    }
    expect(aborted).toEqual(['no more of the response is needed']);
    limits.end();
  });

  test('that has more octets than the limit fails past it', async () => {
    const { exchange, aborted, limits, send } = await begun();
    const message = `${URL_ASKED}: the body has more than ${MAX_ENCODED_OCTETS} octets, and decodes to less`;
    send(1, 2, 3, 4);
    send(5);
    const body = exchange.body();
    expect((await body.next()).value).toEqual(Buffer.of(1, 2, 3, 4, 5));
    expect(aborted).toEqual([]);
    send(6);
    await expect(body.next()).rejects.toMatchObject({ code: 'bad-encoding', message });
    expect([aborted, exchange.encodedOctets]).toEqual([[message], 5]);
    limits.end();
  });
});

describe('what arrives after an exchange is over', () => {
  test.each<[string, (exchange: HttpExchange) => void]>([
    ['headers', (exchange) => exchange.onResponseStart(null, 204, { late: 'yes' })],
    ['the end of the body', (exchange) => exchange.onResponseEnd()],
    ['an error', (exchange) => exchange.onResponseError(null, new Error('late'))],
  ])('does not stop the time limit of the next request: %s', async (_, arrive) => {
    const { exchange, clock, limits, aborted } = await begun();
    exchange.close();
    limits.enter('headers');
    arrive(exchange);
    expect([exchange.status, exchange.headers, aborted.length]).toEqual([200, {}, 1]);
    clock.elapse(DEFAULT_TIMEOUTS.headersMs);
    expect(limits.signal.reason).toMatchObject({ code: 'headers-timeout' });
  });

  test('is not a fault of a body that was received whole', async () => {
    const { exchange, limits, send, end } = await begun();
    send(1);
    end();
    exchange.onResponseError(null, new Error('late'));
    const body = exchange.body();
    expect((await body.next()).value).toEqual(Uint8Array.of(1));
    expect((await body.next()).done).toBe(true);
    limits.end();
  });
});
