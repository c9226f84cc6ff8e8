/** What an interceptor does with a request that is not sent yet, by the interface of each version of undici. */
import { describe, expect, test } from 'vitest';
import {
  announce,
  type Handler,
  refuse,
  untilResponse,
  WaitingController,
} from '../../src/fetch/dispatch.js';

const REASON = new Error('enough');

/** A handler with these methods, which notes their calls. */
function handlerWith(...names: string[]): { handler: Handler; calls: unknown[][] } {
  const calls: unknown[][] = [];
  const methods = names.map((name) => [
    name,
    (...values: unknown[]) => {
      calls.push([name, ...values]);
      return `${name} returned`;
    },
  ]);
  return { handler: Object.fromEntries(methods), calls };
}

describe('a request that waits', () => {
  test('is announced to a handler of undici 7 with its controller', () => {
    const controller = new WaitingController();
    const { handler, calls } = handlerWith('onRequestStart', 'onConnect');
    announce(handler, controller);
    expect(calls).toEqual([['onRequestStart', controller, {}]]);
  });

  test('is announced to a handler of undici 6 with a function that aborts it', () => {
    const controller = new WaitingController();
    const { handler, calls } = handlerWith('onConnect');
    announce(handler, controller);
    const [[, abort, context]] = calls as [[string, (reason: Error) => void, object]];
    expect([calls.length, context]).toEqual([1, {}]);
    expect([controller.aborted, controller.signal.aborted, controller.reason]).toEqual([false, false, null]);
    abort(REASON);
    expect([controller.aborted, controller.signal.reason, controller.reason]).toEqual([true, REASON, REASON]);
  });

  test('is refused with an error, by the method of the version', () => {
    const controller = new WaitingController();
    const both = handlerWith('onResponseError', 'onError');
    refuse(both.handler, controller, REASON);
    expect(both.calls).toEqual([['onResponseError', controller, REASON]]);
    const former = handlerWith('onError');
    refuse(former.handler, controller, REASON);
    expect(former.calls).toEqual([['onError', REASON]]);
  });

  test('may have a handler without any of these methods', () => {
    const { handler, calls } = handlerWith();
    announce(handler, new WaitingController());
    refuse(handler, new WaitingController(), REASON);
    expect(calls).toEqual([]);
  });

  test('can be aborted until it is sent, and is never paused', () => {
    const controller = new WaitingController();
    controller.pause();
    expect(controller.paused).toBe(false);
    controller.resume();
    controller.sent();
    controller.abort(REASON);
    expect([controller.aborted, controller.reason]).toEqual([false, null]);
  });
});

describe('a handler that calls back at the response', () => {
  const SIGNS = [
    'onRequestUpgrade',
    'onResponseStart',
    'onResponseEnd',
    'onResponseError',
    'onUpgrade',
    'onHeaders',
    'onComplete',
    'onError',
  ];
  const OTHERS = [
    'onRequestStart',
    'onResponseData',
    'onConnect',
    'onResponseStarted',
    'onData',
    'onBodySent',
    'onRequestSent',
  ];

  test.each([...SIGNS, ...OTHERS])('gets the callback that the other gets: %s', (name) => {
    const { handler, calls } = handlerWith(name);
    const watching = untilResponse(handler, () => calls.push(['the response is there'])) as Record<
      string,
      (...values: unknown[]) => unknown
    >;
    expect(Object.keys(watching)).toEqual([name]);
    expect(watching[name]?.(200, 200)).toBe(`${name} returned`);
    const call = [name, 200, 200];
    expect(calls).toEqual(SIGNS.includes(name) ? [['the response is there'], call] : [call]);
  });

  test('waits for the final response after interim ones', () => {
    const { handler } = handlerWith('onResponseStart', 'onHeaders');
    let responses = 0;
    const watching = untilResponse(handler, () => responses++) as Record<
      string,
      (...values: unknown[]) => unknown
    >;
    watching.onResponseStart({}, 103, {});
    watching.onHeaders(100, []);
    watching.onHeaders(199, []);
    expect(responses).toBe(0);
    watching.onResponseStart({}, 200, {});
    watching.onHeaders(200, []);
    expect(responses).toBe(2);
  });

  test('has only the callbacks that the other has', () => {
    const handler = { onData: 'no function', other: () => {} } as unknown as Handler;
    expect(untilResponse(handler, () => {})).toEqual({});
  });
});
