import { describe, expect, it, vi } from 'vitest';
import {
  aBoolean,
  aFunction,
  anAbortSignal,
  anArray,
  anObject,
  aString,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  nearestName,
  oneOf,
  optionTable,
} from './option-checks.js';

interface Limits {
  readonly totalMs?: number;
  readonly perHost?: number;
}

interface Options {
  readonly probe?: boolean;
  readonly addresses?: 'any' | 'public';
  readonly limits?: Limits;
  readonly held?: object;
}

const LIMITS = optionTable<Limits>({
  totalMs: aWholeNumber(1, 1000, 'milliseconds'),
  perHost: aWholeNumber(1, Infinity),
});
const OPTIONS = optionTable<Options>({
  probe: aBoolean,
  addresses: oneOf('any', 'public'),
  limits: anObject(LIMITS),
  held: checkedElsewhere,
});

const check = (options: unknown) => () => checkOptions('fetchIt', options, OPTIONS);

describe('checkOptions', () => {
  it('accepts known options, and those that are undefined', () => {
    expect(check({})).not.toThrow();
    expect(check({ probe: true, addresses: 'any', limits: { totalMs: 1, perHost: Infinity } })).not.toThrow();
    expect(check({ probe: undefined, limits: { totalMs: undefined } })).not.toThrow();
    expect(check(Object.assign(Object.create(null), { probe: false }))).not.toThrow();
  });

  it('leaves values that are checked elsewhere alone', () => {
    expect(check({ held: 5 })).not.toThrow();
  });

  it.each([
    [
      'adresses',
      'fetchIt: unknown option adresses; did you mean addresses? Known options: probe, addresses, limits, held',
    ],
    ['Probe', 'fetchIt: unknown option Probe; did you mean probe? Known'],
    ['zzz', 'fetchIt: unknown option zzz. Known options: probe'],
    ['toString', 'fetchIt: unknown option toString. Known'],
    ['constructor', 'fetchIt: unknown option constructor. Known'],
  ])('refuses the unknown option %s', (name, message) => {
    expect(check({ [name]: 'any' })).toThrow(TypeError);
    expect(check({ [name]: undefined })).toThrow(message);
  });

  it('refuses __proto__ as an own field', () => {
    expect(check(JSON.parse('{"__proto__": 1}'))).toThrow('unknown option __proto__');
  });

  it.each([
    [null, 'options is null'],
    ['Googlebot', 'options is "Googlebot"'],
    [5, 'options is 5'],
    [[], 'options is an empty array'],
    [() => {}, 'options is a function'],
    [new AbortController().signal, 'options is an instance of AbortSignal'],
    [new Map([['probe', true]]), 'options is an instance of Map'],
    [undefined, 'options is undefined'],
  ])('refuses %s in place of the options', (options, message) => {
    expect(check(options)).toThrow(TypeError);
    expect(check(options)).toThrow(
      `fetchIt: ${message}; an object with probe, addresses, limits, held is expected`,
    );
  });

  it('reads options from accessors of a class, too', () => {
    class Settings {
      get probe(): unknown {
        return 'yes';
      }
    }
    expect(check(new Settings())).toThrow('probe is "yes"; true or false is expected');
  });

  it('names the path of an option inside an option', () => {
    expect(check({ limits: 5 })).toThrow('limits is 5; an object with totalMs, perHost is expected');
    expect(check({ limits: { total: 5 } })).toThrow(
      'unknown option limits.total; did you mean limits.totalMs? Known options: limits.totalMs, limits.perHost',
    );
    expect(check({ limits: { totalMs: '5' } })).toThrow(
      'limits.totalMs is "5"; a whole number of milliseconds from 1 to 1000 is expected',
    );
  });
});

describe('checks of values', () => {
  it.each([
    [aBoolean, 1, 'x is 1; true or false is expected'],
    [aString, 5n, 'x is 5n; a string is expected'],
    [aFunction, {}, 'x is an instance of Object; a function is expected'],
    [anAbortSignal, new AbortController(), 'x is an instance of AbortController; an AbortSignal is expected'],
    [anArray, { length: 0 }, 'x is an instance of Object; an array is expected'],
    [oneOf('a', 1), 'b', 'x is "b"; one of "a", 1 is expected'],
    [aWholeNumber(1, 2), null, 'x is null; a whole number from 1 to 2 is expected'],
    [aString, Object.create(null), 'x is an instance of no class; a string is expected'],
    [aBoolean, [1, 2], 'x is an array of 2; true or false is expected'],
  ])('%# refuses what is of another type', (valueCheck, value, message) => {
    expect(() => valueCheck(value, 'x')).toThrow(TypeError);
    expect(() => valueCheck(value, 'x')).toThrow(message);
  });

  it.each([0, 3, 1.5, Number.NaN, Infinity, -Infinity])('refuses %d as out of range', (value) => {
    expect(() => aWholeNumber(1, 2)(value, 'x')).toThrow(RangeError);
  });

  it('accepts what is expected', () => {
    aBoolean(false, 'x');
    aString('', 'x');
    aFunction(() => {}, 'x');
    anAbortSignal(new AbortController().signal, 'x');
    anArray([], 'x');
    oneOf('a', 1)(1, 'x');
    aWholeNumber(0, 2)(0, 'x');
    aWholeNumber(0, Infinity)(Infinity, 'x');
  });

  it('quotes no more than the beginning of a long string', () => {
    expect(() => aBoolean('x'.repeat(1000), 'x')).toThrow(/^x is "x{80}…"; true or false is expected$/);
  });
});

it('quotes the beginning of an unknown option that is very long', () => {
  const name = 'x'.repeat(1_000_000);
  expect(check({ [name]: 1 })).toThrow(
    new TypeError(
      `fetchIt: unknown option ${'x'.repeat(80)}…. Known options: probe, addresses, limits, held`,
    ),
  );
});

it('names an object that cannot be read', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const message = 'an object that cannot be read; an object with probe, addresses, limits, held is expected';
  expect(check(proxy)).toThrow(new TypeError(`fetchIt: options is ${message}`));
  expect(check({ probe: proxy })).toThrow(
    /^probe is an object that cannot be read; true or false is expected$/,
  );
});

describe('nearestName', () => {
  const NAMES = ['addresses', 'agents', 'maxOctets', 'minLifetimeMs', 'totalMs', 'user-agent'];

  it.each([
    ['adresses', 'addresses'],
    ['agent', 'agents'],
    ['agnets', 'agents'],
    ['maxoctets', 'maxOctets'],
    ['max_octets', 'maxOctets'],
    ['total', 'totalMs'],
    ['octets', 'maxOctets'],
    ['userAgent', 'user-agent'],
  ])('finds what %s means: %s', (given, expected) => {
    expect(nearestName(given, NAMES)).toBe(expected);
  });

  it.each(['', 'x', 'ms', 'signal', 'concurrency'])('finds nothing close to %j', (given) => {
    expect(nearestName(given, NAMES)).toBeUndefined();
  });

  it('prefers the closest of several', () => {
    expect(nearestName('agentz', ['agent', 'agents'])).toBe('agent');
    expect(nearestName('reading', ['readings', 'reading'])).toBe('reading');
  });

  it('compares no name that is too long to be close', () => {
    const steps = vi.spyOn(Math, 'min');
    try {
      expect(nearestName('a'.repeat(1_000_000), NAMES)).toBeUndefined();
      expect(steps).not.toHaveBeenCalled();
      nearestName('agnets', NAMES);
      expect(steps).toHaveBeenCalled();
    } finally {
      steps.mockRestore();
    }
  });
});
