/** Interim responses, skipped in a stream of octets. */
import { describe, expect, test } from 'vitest';
import { InterimResponses } from '../../src/access/http/http-exchange.js';

describe('interim responses', () => {
  const skipped = (chunks: readonly string[], maxOctets = 100): (string | null)[] => {
    const interim = new InterimResponses(maxOctets);
    return [
      ...chunks.map((chunk) => interim.skip(Buffer.from(chunk))?.toString() ?? null),
      interim.rest().toString(),
    ];
  };

  test('are skipped, wherever they are cut', () => {
    const all =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 103 Early\r\nlink: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody';
    const final = all.slice(all.indexOf('HTTP/1.1 200'));
    expect(skipped([all])).toEqual([final, '']);
    for (let at = 1; at < all.length; at++) {
      const parts = skipped([all.slice(0, at), all.slice(at)]);
      expect(parts.join('')).toBe(final);
    }
    expect(skipped([...all]).join('')).toBe(final);
  });

  test('a change of protocols, and octets that are not HTTP, are final', () => {
    for (const text of [
      'HTTP/1.1 101 Switching Protocols\r\n\r\n',
      'HTTP/2 100 Continue\r\n\r\n',
      'HTTP/1x1 100 Continue\r\n\r\n',
      'SSH-2.0-OpenSSH\r\n',
    ]) {
      expect(skipped([text])).toEqual([text, '']);
    }
  });

  test('one may take as many octets as the limit, and the next one as many again', () => {
    const one = `HTTP/1.1 100 ${'a'.repeat(83)}\r\n\r\n`;
    expect(one.length).toBe(100);
    expect(skipped([one.slice(0, 99), '\n'])).toEqual(['', '', '']);
    expect(skipped([`${one}${one}HTTP/1.1 200 `])).toEqual(['HTTP/1.1 200 ', '']);
    expect(skipped([`HTTP/1.1 100 ${'a'.repeat(87)}`])[0]).toBe('');
    expect(skipped([`HTTP/1.1 100 ${'a'.repeat(88)}`])[0]).toBe(null);
  });

  test('one that takes more octets is too long, however it is cut', () => {
    const one = `HTTP/1.1 100 ${'a'.repeat(84)}\r\n\r\n`;
    expect(one.length).toBe(101);
    for (let at = 0; at < one.length; at++) {
      const interim = new InterimResponses(100);
      const isTooLong = [one.slice(0, at), `${one.slice(at)}HTTP/1.1 200`].some(
        (chunk) => interim.skip(Buffer.from(chunk)) === null,
      );
      expect(isTooLong).toBe(true);
    }
  });

  test('a hundred are skipped, and one more is too many', () => {
    const hundred = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100);
    expect(skipped([`${hundred}HTTP/1.1 200 `])).toEqual(['HTTP/1.1 200 ', '']);
    expect(skipped([hundred, 'HTTP/1.1 100 \r\n\r\n'])[1]).toBe(null);
  });

  test('one ends with two CRLF, not with an LF and a CRLF', () => {
    const text = 'HTTP/1.1 100 a\n\r\nHTTP/1.1 200 OK';
    expect(skipped([text])).toEqual(['', text]);
    expect(skipped([`${text}\r\n\r\nbody`])).toEqual(['', 'body']);
  });

  test('what is left at the end is what has not become a response', () => {
    expect(skipped(['HTTP/1.1 1'])).toEqual(['', 'HTTP/1.1 1']);
    expect(skipped(['HTTP/1.1 200'])).toEqual(['', 'HTTP/1.1 200']);
    expect(skipped(['HTTP/1.1 200', ' OK', '\r\n'])).toEqual(['', 'HTTP/1.1 200 OK', '\r\n', '']);
  });
});
