/** The authority of the last URL is known again without being read. */
import { describe, expect, test } from 'vitest';
import { naivePath } from '../../test/match/naive-decision.js';
import { requestPath } from '../../test/match/request-path.js';
import { authorityRead } from './request-path.js';

test.each(['canonical', 'decoded', 'as-written'] as const)('the authority is known again: %s', (form) => {
  const numbers = ['https://a.example/', 'https://a.example/b', 'https://a.example.org/', 'c', '/d'].map(
    (url) => {
      if (form === 'as-written' || url !== 'c') requestPath(url, form);
      return authorityRead();
    },
  );
  expect(numbers[0]).toBeGreaterThan(0);
  expect(numbers[1]).toBe(numbers[0]);
  expect(numbers[2]).not.toBe(numbers[0]);
  expect(numbers[4]).toBe(0);
});

describe.each(['canonical', 'decoded', 'as-written'] as const)('an authority of any length: %s', (form) => {
  const hosts = Array.from({ length: 12 }, (_, length) => `${'a'.repeat(length)}b`).concat(
    // With `http://`, 63 and 64 octets; longer ones are not remembered.
    ['a'.repeat(56), 'a'.repeat(57)],
  );

  test.each(hosts)('is known again after the paths of others and after paths alone: %s', (host) => {
    const [first, second, third] = ['/xyz1', '/xyz2', '/'].map((path) => {
      requestPath(`http://${host}${path}`, form);
      return authorityRead();
    });
    expect([second, third]).toEqual([first, first]);
    expect(first).toBeGreaterThan(0);
    requestPath('/xyz1', form);
    expect(authorityRead()).toBe(0);
    requestPath(`http://${host}/xyz3`, form);
    // As written, no authority is remembered after a path alone.
    if (form !== 'as-written') expect(authorityRead()).toBe(first);
  });

  test.each(hosts)('is another if one octet differs: %s', (host) => {
    const url = `http://${host}/`;
    for (let at = 0; at < url.length - 1; at++) {
      requestPath(url, form);
      const known = authorityRead();
      const other = `${url.slice(0, at)}!${url.slice(at + 1)}`;
      let read = 0;
      try {
        expect(requestPath(other, form)).toBe(naivePath(other, form));
        read = authorityRead();
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        expect(() => naivePath(other, form)).toThrow(TypeError);
      }
      expect(read).not.toBe(known);
    }
  });

  test('is not remembered if it is longer than 64 octets', () => {
    requestPath(`http://${'a'.repeat(58)}/`, form);
    expect(authorityRead()).toBe(0);
  });

  test('is not that of a long URL', () => {
    requestPath('http://a.example/', form);
    requestPath(`http://b.example/${'a'.repeat(9_000)}`, form);
    expect(authorityRead()).toBe(0);
  });
});

test.each(['canonical', 'decoded', 'as-written'] as const)(
  'another authority is not taken for the last one: %s',
  (form) => {
    const origins = [
      'http://aaaa.example',
      'http://aaab.example',
      'http://aaaa.exampla',
      'http://aaaa.example:80',
    ];
    const numbers = origins.map((origin) => {
      requestPath(`${origin}/`, form);
      return authorityRead();
    });
    expect(new Set(numbers).size).toBe(origins.length);
  },
);
