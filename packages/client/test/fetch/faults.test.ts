import { describe, expect, test } from 'vitest';
import { httpFault, isConnectionLoss, responseOf } from '../../src/fetch/fault-of-error.js';
import { AccessError, type AccessFault } from '../../src/fetch/faults.js';
import type { Stage } from '../../src/fetch/limits.js';

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

type Row = [string, object, ofHttp: AccessFault, ofHttps: AccessFault];
const row = (codes: string, ofHttp: AccessFault, ofHttps = ofHttp): Row[] =>
  codes.split(' ').map((code) => [code, { code }, ofHttp, ofHttps]);

test.each<Row>([
  ['getaddrinfo', { syscall: 'getaddrinfo', code: 'E?' }, 'dns-failed', 'dns-failed'],
  ...row(
    'ENOTFOUND ENODATA ESERVFAIL EFORMERR EBADNAME EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME',
    'dns-failed',
  ),
  ...row('ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL ETIMEDOUT EPIPE', 'connect-failed'),
  ...row('EACCES EPERM EMFILE ENFILE UND_ERR_SOCKET', 'connect-failed'),
  ...row('CERT_HAS_EXPIRED EPROTO ERR_TLS_CERT_ALTNAME_INVALID', 'connect-failed', 'tls-failed'),
  // The last two only have the endings of a system code and of an undici code.
  ...row('DEPTH_ZERO_SELF_SIGNED_CERT ERR_SSL_ECONNRESET ERR_SSL_UND_ERR', 'connect-failed', 'tls-failed'),
  ['no code', {}, 'connect-failed', 'tls-failed'],
])('an error of a connection: %s', (_, properties, ofHttp, ofHttps) => {
  const error = errorWith(properties);
  expect(httpFault(error, 'connect', HTTP).code).toBe(ofHttp);
  expect(httpFault(error, 'connect', HTTPS).code).toBe(ofHttps);
  expect(httpFault(error, 'headers', HTTPS).code).toBe('connection-reset');
  expect(httpFault(error, 'body', HTTPS).code).toBe('body-cut-off');
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
      [Object.create(null), 'something that cannot be written as text'],
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

const circular = errorWith({});
circular.cause = circular;

test.each<[string, object, boolean]>([
  ['a refused connection', { code: 'ECONNREFUSED' }, true],
  ['one that broke, behind another error', { cause: errorWith({ code: 'EPIPE' }) }, true],
  ['an error that is its own cause', circular, false],
  ['a certificate', { code: 'CERT_HAS_EXPIRED' }, false],
])('whether a connection was lost: %s', (_, properties, isLoss) => {
  const cause = errorWith(properties);
  expect(isConnectionLoss(new AccessError('connect-failed', 'failed', { cause }))).toBe(isLoss);
});

test.each<[string, unknown, object | null]>([
  ['of a failure', { statusCode: 500, headers: { a: 'b' } }, { status: 500, headers: { a: 'b' } }],
  ['of a redirect', { statusCode: 300, headers: { a: 'b' } }, { status: 300, headers: { a: 'b' } }],
  ['of the highest status', { statusCode: 999 }, { status: 999, headers: {} }],
  [
    'with headers as octets',
    { statusCode: 404, headers: [Buffer.from('A'), 'b'] },
    { status: 404, headers: { a: 'b' } },
  ],
  ['with half a header', { statusCode: 404, headers: ['a', 'b', 'c'] }, { status: 404, headers: { a: 'b' } }],
  ['without headers', { statusCode: 404, headers: null }, { status: 404, headers: {} }],
  ['with headers that are none', { statusCode: 404, headers: 'a: b' }, { status: 404, headers: {} }],
  ['of a success', { statusCode: 299 }, null],
  ['of no status there is', { statusCode: 1000 }, null],
  ['of no number', { statusCode: '500' }, null],
  ['of not a number', { statusCode: Number.NaN }, null],
  ['none', new Error('failed'), null],
  ['nothing', null, null],
  ['nothing at all', undefined, null],
])('a response in an error: %s', (_, error, expected) => {
  expect(responseOf(error)).toEqual(expected);
});
