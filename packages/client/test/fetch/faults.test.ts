/** Which faults the errors of undici and of Node become. */
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { httpFault, isConnectionLoss, isLocalFault, responseOf } from '../../src/fetch/fault-of-error.js';
import { ACCESS_FAULTS, AccessError, type AccessFault } from '../../src/fetch/faults.js';
import type { Stage } from '../../src/fetch/limits.js';
import { Network } from '../../src/fetch/network.js';
import { FetchRequest } from '../../src/fetch/request.js';
import { readSettings } from '../../src/fetch/settings.js';

const HTTP = 'http://example.com/robots.txt';
const HTTPS = 'https://example.com/robots.txt';

/** An error such as libraries throw. */
function errorWith(properties: object, message = 'failed'): Error {
  return Object.assign(new Error(message), properties);
}

const STAGES: readonly Stage[] = ['connect', 'headers', 'body'];

describe('an error of undici', () => {
  test.each<[string, AccessFault]>([
    ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'headers-timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'body-timeout'],
    ['UND_ERR_HEADERS_OVERFLOW', 'malformed-response'],
  ])('%s is %s, whatever was waited for', (code, fault) => {
    for (const stage of STAGES) expect(httpFault(errorWith({ code }), stage, HTTPS).code).toBe(fault);
  });

  test('about the length of a body is one that is cut off, or a malformed head', () => {
    const error = errorWith({ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' });
    expect(httpFault(error, 'headers', HTTP).code).toBe('malformed-response');
    expect(httpFault(error, 'body', HTTP).code).toBe('body-cut-off');
  });

  test('of its parser, or of a response to another request, is a malformed response', () => {
    for (const error of [
      errorWith({ name: 'HTTPParserError' }),
      errorWith({ code: 'UND_ERR_SOCKET' }, 'bad response'),
      // A status under 100.
      errorWith({ code: 'ERR_ASSERTION' }),
    ]) {
      expect(httpFault(error, 'headers', HTTP).code).toBe('malformed-response');
      expect(httpFault(error, 'body', HTTP).code).toBe('malformed-response');
      expect(httpFault(error, 'connect', HTTP).code).toBe('connect-failed');
    }
    const other = errorWith({ code: 'UND_ERR_SOCKET' }, 'other side closed, after a bad night');
    expect(httpFault(other, 'headers', HTTP).code).toBe('connection-reset');
    expect(httpFault(errorWith({}, 'bad luck'), 'headers', HTTP).code).toBe('connection-reset');
    expect(httpFault({ name: 'HTTPParserError' }, 'headers', HTTP).code).toBe('connection-reset');
  });

  test('of an assertion has a message in words', () => {
    const error = errorWith(
      { code: 'ERR_ASSERTION' },
      'The expression evaluated to a falsy value:\n\n assert(x)',
    );
    expect(httpFault(error, 'headers', HTTP).message).toBe(`${HTTP}: the response is malformed`);
  });

  test('of its parser at the end of the connection is a body that was cut off', () => {
    const error = errorWith({ name: 'HTTPParserError' }, 'Response does not match: Invalid EOF state');
    expect(httpFault(error, 'body', HTTP).code).toBe('body-cut-off');
    expect(httpFault(error, 'headers', HTTP).code).toBe('malformed-response');
  });
});

describe('an error of a connection', () => {
  test.each<[string, object, AccessFault, AccessFault]>([
    ['getaddrinfo', { syscall: 'getaddrinfo', code: 'E?' }, 'dns-failed', 'dns-failed'],
    ...[
      'ENOTFOUND',
      'ENODATA',
      'ESERVFAIL',
      'EFORMERR',
      'EBADNAME',
      'EAI_AGAIN',
      'EAI_FAIL',
      'EAI_NODATA',
      'EAI_NONAME',
    ].map(
      (code) => [code, { code }, 'dns-failed', 'dns-failed'] as [string, object, AccessFault, AccessFault],
    ),
    ...[
      'ECONNREFUSED',
      'ECONNRESET',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'EADDRNOTAVAIL',
      'ETIMEDOUT',
      'EPIPE',
      'EACCES',
      'EPERM',
      'EMFILE',
      'ENFILE',
      'UND_ERR_SOCKET',
    ].map(
      (code) =>
        [code, { code }, 'connect-failed', 'connect-failed'] as [string, object, AccessFault, AccessFault],
    ),
    ...[
      'CERT_HAS_EXPIRED',
      'EPROTO',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      // They only have the endings of a system code and of an undici code.
      'ERR_SSL_ECONNRESET',
      'ERR_SSL_UND_ERR',
    ].map(
      (code) =>
        [code, { code }, 'connect-failed', 'tls-failed'] as [string, object, AccessFault, AccessFault],
    ),
    ['no code', {}, 'connect-failed', 'tls-failed'],
  ])('%s', (_, properties, ofHttp, ofHttps) => {
    const error = errorWith(properties);
    expect(httpFault(error, 'connect', HTTP).code).toBe(ofHttp);
    expect(httpFault(error, 'connect', HTTPS).code).toBe(ofHttps);
    expect(httpFault(error, 'headers', HTTPS).code).toBe('connection-reset');
    expect(httpFault(error, 'body', HTTPS).code).toBe('body-cut-off');
  });
});

describe('the fault', () => {
  test('names the URL and what was thrown, and has it as its cause', () => {
    const error = errorWith({ code: 'ECONNRESET' }, 'read ECONNRESET');
    const fault = httpFault(error, 'headers', HTTP);
    expect(fault.message).toBe(`${HTTP}: read ECONNRESET`);
    expect(fault.cause).toBe(error);
    for (const [thrown, text] of [
      ['a text', 'a text'],
      [null, 'null'],
      [undefined, 'undefined'],
    ]) {
      expect(httpFault(thrown, 'body', HTTP)).toMatchObject({
        code: 'body-cut-off',
        message: `${HTTP}: ${text}`,
      });
    }
  });

  test('is the one that the error already is, or that an interceptor wrapped', () => {
    const known = new AccessError('total-timeout', 'too long');
    expect(httpFault(known, 'body', HTTP)).toBe(known);
    expect(httpFault(new Error('wrapped', { cause: known }), 'body', HTTP)).toBe(known);
    expect(httpFault({ cause: known }, 'body', HTTP).code).toBe('body-cut-off');
    expect(httpFault(new Error('other', { cause: new Error('cause') }), 'body', HTTP).code).toBe(
      'body-cut-off',
    );
  });
});

describe('a connection is lost', () => {
  test.each<[AccessFault, boolean]>([
    ['connection-reset', true],
    ['malformed-response', false],
    ['body-cut-off', false],
    ['connect-failed', false],
    ['headers-timeout', false],
  ])('%s', (code, isLost) => {
    expect(isConnectionLoss(new AccessError(code, 'failed'))).toBe(isLost);
  });

  test.each(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'])('by %s, however deep', (code) => {
    let cause: Error = errorWith({ code });
    for (let depth = 1; depth <= 4; depth++) {
      expect(isConnectionLoss(new AccessError('connect-failed', 'failed', { cause }))).toBe(true);
      cause = new Error('wrapped', { cause });
    }
    expect(isConnectionLoss(new AccessError('connect-failed', 'failed', { cause }))).toBe(false);
  });

  test('not by another error, nor by what is not an error', () => {
    for (const cause of [errorWith({ code: 'ETIMEDOUT' }), { code: 'EPIPE' }, undefined]) {
      expect(isConnectionLoss(new AccessError('connect-failed', 'failed', { cause }))).toBe(false);
    }
  });
});

describe('a fault may be of this process’s own side', () => {
  const OWN = ['proxy-failed', 'address-refused', 'ftp-client-missing'] as const;
  const OF_CONNECTIONS = [
    'dns-failed',
    'connect-failed',
    'tls-failed',
    'connect-timeout',
    'headers-timeout',
    'body-timeout',
    'total-timeout',
    'connection-reset',
    'malformed-response',
    'body-cut-off',
  ] as const;

  /** The faults that count as this side's own under some settings, for a host whose address is known or not. */
  function localFaults(
    options: { readonly proxy?: string | undefined; readonly [name: string]: unknown },
    { isResolved = false, noted = '' } = {},
  ): AccessFault[] {
    const network = new Network();
    const settings = { ...readSettings({ userAgent: 'ExampleBot/1.0', ...options }), network };
    const request = new FetchRequest(new URL(HTTPS), null);
    request.proxy = options.proxy === undefined ? null : new URL(options.proxy);
    if (isResolved) {
      request.addresses = [
        { address: '1.1.1.1', family: 4 },
        { address: '2600::1', family: 6 },
      ];
    }
    const { lookup, localAddress } = settings.connect;
    if (noted === 'name') network.names(lookup).note('other.example');
    if (noted === 'address') network.addressesLike('8.8.8.8', localAddress).note('8.8.8.8');
    if (noted === 'origin' && settings.dispatcher)
      network.origins(settings.dispatcher).note('https://other.example');
    if (noted.startsWith('http') && request.proxy) {
      const { origin, href } = new URL(noted);
      network.tunnels(request.proxy, new URL(href)).note(origin);
    }
    return ACCESS_FAULTS.filter((fault) => isLocalFault(fault, request, settings));
  }

  const inOrder = (...faults: AccessFault[]) => ACCESS_FAULTS.filter((fault) => faults.includes(fault));

  test('where nothing has worked recently', () => {
    const expected = inOrder(...OWN, 'dns-failed', 'connect-failed', 'connect-timeout');
    expect(localFaults({})).toEqual(expected);
    expect(localFaults({}, { isResolved: true })).toEqual(expected);
    expect(localFaults({}, { isResolved: true, noted: 'name' })).toEqual(expected);
  });

  test('where another name was resolved, or another address connected to', () => {
    expect(localFaults({}, { noted: 'name' })).toEqual(inOrder(...OWN));
    expect(localFaults({}, { isResolved: true, noted: 'address' })).toEqual(inOrder(...OWN));
    const connect = { lookup: () => {}, localAddress: '10.0.0.1' };
    expect(localFaults({ connect }, { noted: 'name' })).toEqual(inOrder(...OWN, 'tls-failed'));
    expect(localFaults({ connect }, { isResolved: true, noted: 'address' })).toEqual(
      inOrder(...OWN, 'tls-failed'),
    );
  });

  test('where a proxy connects, and may be what fails', () => {
    const options = { proxy: 'http://proxy.example' };
    const any = inOrder(...OWN, ...OF_CONNECTIONS);
    expect(localFaults(options)).toEqual(any);
    expect(localFaults(options, { isResolved: true, noted: 'address' })).toEqual(any);
    // The same site, and a site without TLS, say nothing about TLS through the proxy.
    expect(localFaults(options, { noted: HTTPS })).toEqual(any);
    expect(localFaults(options, { noted: 'http://other.example/' })).toEqual(any);
    expect(localFaults(options, { noted: 'https://other.example/' })).toEqual(inOrder(...OWN, 'dns-failed'));
  });

  test('where a dispatcher of the caller connects', async () => {
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    expect(localFaults({ dispatcher })).toEqual(inOrder(...OWN, ...OF_CONNECTIONS));
    expect(localFaults({ dispatcher }, { noted: 'origin' })).toEqual(inOrder(...OWN));
  });

  test.each([
    ['connectMs', 10_000, 'connect-timeout'],
    ['headersMs', 15_000, 'headers-timeout'],
    ['bodyMs', 15_000, 'body-timeout'],
    ['totalMs', 60_000, 'total-timeout'],
  ] as const)('where %s is shorter than the default', (limit, ms, fault) => {
    const found = (limitMs: number) => localFaults({ timeouts: { [limit]: limitMs } }, { noted: 'name' });
    expect(found(ms - 1)).toEqual(inOrder(...OWN, fault));
    expect(found(ms)).toEqual(inOrder(...OWN));
    expect(found(ms + 1)).toEqual(inOrder(...OWN));
  });
});

describe('a response in an error', () => {
  test.each<[string, unknown, object | null]>([
    ['of a failure', { statusCode: 500, headers: { a: 'b' } }, { status: 500, headers: { a: 'b' } }],
    ['of a redirect', { statusCode: 300, headers: { a: 'b' } }, { status: 300, headers: { a: 'b' } }],
    ['of the highest status', { statusCode: 999 }, { status: 999, headers: {} }],
    [
      'with headers as octets',
      { statusCode: 404, headers: [Buffer.from('A'), 'b'] },
      { status: 404, headers: { a: 'b' } },
    ],
    ['without headers', { statusCode: 404, headers: null }, { status: 404, headers: {} }],
    ['with headers that are none', { statusCode: 404, headers: 'a: b' }, { status: 404, headers: {} }],
    ['of a success', { statusCode: 299 }, null],
    ['of no status there is', { statusCode: 1000 }, null],
    ['of no number', { statusCode: '500' }, null],
    ['of not a number', { statusCode: Number.NaN }, null],
    ['none', new Error('failed'), null],
    ['nothing', null, null],
    ['nothing at all', undefined, null],
  ])('%s', (_, error, expected) => {
    expect(responseOf(error)).toEqual(expected);
  });
});
