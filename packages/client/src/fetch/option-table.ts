/**
 * The options of a fetch, and what each of them accepts; and tables of options that are numbers, with their checks and defaults.
 */
import {
  aBoolean,
  anAbortSignal,
  anObject,
  aWholeNumber,
  checkedElsewhere,
  isObject,
  isPlain,
  isUrlObject,
  misshapen,
  type OptionCheck,
  type OptionTable,
  oneOf,
  optionTable,
} from 'robotstream/internal';
import type { AddressPolicy } from './addresses.js';
import { MAX_TIMER_MS } from './clock.js';
import type { AccessTimeouts, FetchOptions } from './options.js';
import { httpUrlOrNull } from './request-url.js';

/** A non-empty header value: RFC 9110 §5.5, without obs-text. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/** The value is a User-Agent header. */
export const aUserAgent: OptionCheck = (value, name) => {
  if (typeof value === 'string' && HEADER_VALUE.test(value)) return;
  throw misshapen(
    value,
    name,
    'the User-Agent header to send, such as "ExampleBot/1.0 (+https://example.com/bot)",',
  );
};

const ADDRESS_POLICIES: readonly AddressPolicy[] = ['any', 'no-inward-redirects', 'public'];

const anAddressPolicy: OptionCheck = (value, name) => {
  if (typeof value === 'function' || (ADDRESS_POLICIES as readonly unknown[]).includes(value)) return;
  const names = ADDRESS_POLICIES.map((policy) => JSON.stringify(policy));
  throw misshapen(value, name, `${names.join(', ')} or a function`);
};

export const aDispatcher: OptionCheck = (value, name) => {
  if (!hasFunctions(value, ['dispatch'])) throw misshapen(value, name, 'a Dispatcher of undici 6 or later');
};

const aClock: OptionCheck = (value, name) => {
  if (!hasFunctions(value, ['now', 'setTimeout', 'clearTimeout'])) {
    throw misshapen(value, name, 'an object with the functions now, setTimeout and clearTimeout');
  }
};

const aProxy: OptionCheck = (value, name) => {
  if (typeof value === 'function') return;
  if (!isHttpUrl(value)) throw misshapen(value, name, 'an http or https URL, or a function that returns one');
};

/** Whether a value is an absolute http or https URL, as text or as a `URL`. */
export function isHttpUrl(value: unknown): value is string | URL {
  const isText = typeof value === 'string' || isUrlObject(value);
  return isText && httpUrlOrNull(String(value)) !== null;
}

/** The name of a header (RFC 9110 §5.1). */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The headers that the package, or the protocol, sets. */
const NOT_FOR_CALLERS =
  /^(?:user-agent|accept-encoding|host|connection|content-(?:length|type)|expect|http2-settings|if-.*|keep-alive|proxy-.*|range|te|trailer|transfer-encoding|upgrade)$/i;

const someHeaders: OptionCheck = (value, name) => {
  if (!isRecord(value)) throw misshapen(value, name, 'an object with a string for each header');
  for (const [field, text] of Object.entries(value)) {
    if (!HEADER_NAME.test(field)) throw misshapen(field, name, 'the name of a header');
    if (NOT_FOR_CALLERS.test(field)) {
      throw new TypeError(`${name}.${field} cannot be set: userAgent, or the fetch itself, decides it`);
    }
    if (typeof text !== 'string' || !HEADER_VALUE.test(text)) {
      throw misshapen(text, `${name}.${field}`, 'a header value of printable ASCII');
    }
  }
};

const aHeldCopy: OptionCheck = (value, name) => {
  if (!isObject(value) || typeof value.finalUrl !== 'string' || !isObject(value.headers)) {
    throw misshapen(value, name, 'an earlier result, or an object with finalUrl and headers,');
  }
};

/** Options of `net.connect` and `tls.connect` that the URL or the fetch decides. */
const NOT_TO_BE_SET = 'host port path socket signal timeout ALPNProtocols servername onread'.split(' ');

/** The options of a connection. Those of Node that are not listed here are passed on unchecked. */
export const connectOptions: OptionCheck = (value, name) => {
  if (!isRecord(value)) {
    throw misshapen(value, name, 'an object with options of net.connect and tls.connect');
  }
  const forbidden = NOT_TO_BE_SET.find((option) => option in value);
  if (forbidden !== undefined) {
    throw new TypeError(
      `${name}.${forbidden} cannot be set: the URL and the other options of the fetch decide it`,
    );
  }
  const { lookup } = value as { lookup?: unknown };
  if (lookup !== undefined && typeof lookup !== 'function') {
    throw misshapen(lookup, `${name}.lookup`, 'a function');
  }
};

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === 'function');
}

/** The check and the default of an option that is a number. */
type NumberOption = readonly [check: OptionCheck, byDefault: number];

/** The options of one object that are numbers. */
export type NumberOptions<Options> = { readonly [name in keyof Options]-?: NumberOption };

export const atLeastOne = aWholeNumber(1, Infinity);
export const aDuration = aWholeNumber(0, Infinity, 'milliseconds');
export const aTimeLimit = aWholeNumber(1, MAX_TIMER_MS, 'milliseconds');
export const aDelay = aWholeNumber(0, MAX_TIMER_MS, 'milliseconds');

export const FETCH_OPTIONS: OptionTable = optionTable<FetchOptions>({
  userAgent: aUserAgent,
  agents: checkedElsewhere,
  crawler: checkedElsewhere,
  profile: checkedElsewhere,
  maxOctets: checkedElsewhere,
  timeouts: anObject(
    optionTable<AccessTimeouts>({
      connectMs: aTimeLimit,
      headersMs: aTimeLimit,
      bodyMs: aTimeLimit,
      totalMs: aTimeLimit,
    }),
  ),
  dispatcher: aDispatcher,
  proxy: aProxy,
  headers: someHeaders,
  connect: connectOptions,
  addresses: anAddressPolicy,
  held: aHeldCopy,
  probe: aBoolean,
  html: oneOf('rules', 'unavailable', 'unreachable'),
  signal: anAbortSignal,
  clock: aClock,
});

/** @throws {TypeError} if there is no User-Agent header */
export function requireUserAgent({ userAgent }: FetchOptions): void {
  aUserAgent(userAgent, 'userAgent');
}

/**
 * Whether a value is an object with a field for each value. A `Map` or a `Headers` has none: it is iterated. Nor has an object of a class
 * that keeps its data elsewhere, such as a `Date`.
 */
export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return isObject(value) && !(Symbol.iterator in value) && (isPlain(value) || Object.keys(value).length > 0);
}

/** The checks of a table, for `optionTable`. */
export function checksOf<Name extends string>(
  table: Readonly<Record<Name, NumberOption>>,
): Record<Name, OptionCheck> {
  const entries = Object.entries<NumberOption>(table).map(([name, [check]]) => [name, check]);
  return Object.fromEntries(entries) as Record<Name, OptionCheck>;
}

/** The numbers that are given, and the defaults of the others. */
export function completed<Name extends string>(
  table: Readonly<Record<Name, NumberOption>>,
  given: { readonly [name in Name]?: number | undefined } = {},
): Record<Name, number> {
  const entries = Object.entries<NumberOption>(table).map(([name, [, byDefault]]) => [
    name,
    given[name as Name] ?? byDefault,
  ]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
