/** What undici's handlers are called with, whichever version made them. */
import { describe, expect, test, vi } from 'vitest';
import {
  announce,
  type Controller,
  forEveryVersion,
  type Handler,
  refuse,
  untilResponse,
  WaitingController,
} from '../../src/fetch/dispatch.js';

/** The methods of a handler of undici 7, as this package calls them. */
interface Later extends Handler {
  onRequestStart(controller: Controller, context: object): void;
  onResponseStart(controller: Controller, status: number, headers: object, text?: string): void;
  onResponseData(controller: Controller, chunk: Uint8Array): void;
  onResponseEnd(controller: Controller, trailers: object): void;
  onResponseError(controller: Controller, error: Error): void;
}

const controllerOf = () => ({ abort: vi.fn(), pause: vi.fn(), resume: vi.fn() });

describe('a handler of undici 6', () => {
  /** Its methods answer with what the test says. */
  function first(more: boolean | undefined) {
    const calls: unknown[][] = [];
    const method =
      (name: string) =>
      (...values: unknown[]) => {
        calls.push([name, ...values]);
        return more;
      };
    const names = ['onConnect', 'onHeaders', 'onData', 'onComplete', 'onError'];
    const handler = Object.fromEntries(names.map((name) => [name, method(name)])) as Handler;
    return { calls, later: forEveryVersion(handler) as Later };
  }

  test('gets its own events, with headers as a list of octets', () => {
    const { calls, later } = first(undefined);
    const controller = controllerOf();
    const given = controller as unknown as Controller;
    const context = {};
    const error = new Error('failed');
    later.onRequestStart(given, context);
    later.onResponseStart(given, 200, { a: 'b', c: ['d', 'é'], e: undefined }, 'OK');
    later.onResponseData(given, Uint8Array.of(1));
    later.onResponseEnd(given, { t: 'u' });
    later.onResponseError(given, error);
    const texts = (list: unknown) => (list as Buffer[]).map((octets) => octets.toString('latin1'));
    const [[, abort, sent], [, status, headers, resume, text], ...rest] = calls;
    expect([sent, status, texts(headers), text]).toEqual([
      context,
      200,
      ['a', 'b', 'c', 'd', 'c', 'é'],
      'OK',
    ]);
    expect(rest[0]).toEqual(['onData', Uint8Array.of(1)]);
    expect([rest[1][0], texts(rest[1][1])]).toEqual(['onComplete', ['t', 'u']]);
    expect(rest[2]).toEqual(['onError', error]);
    (abort as (reason: Error) => void)(error);
    (resume as () => void)();
    expect([controller.abort.mock.calls, controller.resume.mock.calls.length]).toEqual([[[error]], 1]);
    expect(controller.pause).not.toHaveBeenCalled();
  });

  test('holds back a body, but not after an interim response, which has none', () => {
    const { later } = first(false);
    const controller = controllerOf();
    const given = controller as unknown as Controller;
    for (const [status, pauses] of [
      [103, 0],
      [200, 1],
    ] as const) {
      later.onResponseStart(given, status, {});
      expect(controller.pause).toHaveBeenCalledTimes(pauses);
    }
    later.onResponseData(given, Uint8Array.of(1));
    expect(controller.pause).toHaveBeenCalledTimes(2);
  });

  test('may lack methods', () => {
    const later = forEveryVersion({}) as Later;
    const given = controllerOf() as unknown as Controller;
    later.onRequestStart(given, {});
    later.onResponseStart(given, 200, {});
    later.onResponseData(given, Uint8Array.of(1));
    later.onResponseEnd(given, {});
    later.onResponseError(given, new Error('failed'));
    expect((later as { onUpgrade?: unknown }).onUpgrade).toBe(undefined);
    announce({}, new WaitingController());
    refuse({}, new WaitingController(), new Error('failed'));
  });

  test('may have private fields', () => {
    class Upgrading {
      readonly #own = 'own';
      onUpgrade = function (this: Upgrading): string {
        return this.#own;
      };
    }
    expect((forEveryVersion(new Upgrading() as Handler) as unknown as Upgrading).onUpgrade()).toBe('own');
  });
});

test('a handler of undici 7 stays as it is', () => {
  const handler: Handler = { onRequestStart: () => {} };
  expect(forEveryVersion(handler)).toBe(handler);
});

test.each<[string, unknown[], number]>([
  ['onResponseStart', [null, 103], 0],
  ['onResponseStart', [null, 200], 1],
  ['onHeaders', [103], 0],
  ['onHeaders', [200], 1],
  ['onResponseData', [null, 200], 0],
  ['onResponseEnd', [null, {}], 1],
  ['onResponseError', [null, new Error('failed')], 1],
  ['onRequestUpgrade', [null, 101], 1],
  ['onRequestStart', [null, {}], 0],
])('%s %j: the server has the request, so many times: %d', (name, values, times) => {
  const onResponse = vi.fn();
  const method = vi.fn(() => 'kept');
  const watched = untilResponse({ [name]: method, other: 1 } as Handler, onResponse) as unknown as {
    [name: string]: (...values: unknown[]) => unknown;
  };
  expect(watched[name](...values)).toBe('kept');
  expect([watched.other, method.mock.calls]).toEqual([1, [values]]);
  expect(onResponse).toHaveBeenCalledTimes(times);
});

test('a request that is not sent yet can be aborted and refused, whichever methods its handler has', () => {
  const error = new Error('enough');
  for (const names of [
    ['onRequestStart', 'onResponseError'],
    ['onConnect', 'onError'],
  ]) {
    const controller = new WaitingController();
    const [start, end] = [vi.fn(), vi.fn()];
    const handler = { [names[0]]: start, [names[1]]: end } as Handler;
    announce(handler, controller);
    expect([start.mock.calls.length, controller.paused, controller.aborted]).toEqual([1, false, false]);
    expect(controller.reason).toBe(null);
    const [given] = start.mock.calls[0] as [Controller | ((reason: Error) => void)];
    if (typeof given === 'function') given(error);
    else given.abort(error);
    expect([controller.aborted, controller.reason]).toEqual([true, error]);
    refuse(handler, controller, error);
    expect(end.mock.calls[0].at(-1)).toBe(error);
  }
  const sent = new WaitingController();
  sent.sent();
  sent.abort(error);
  expect(sent.aborted).toBe(false);
});
