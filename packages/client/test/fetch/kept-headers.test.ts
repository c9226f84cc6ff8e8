/** Which headers of a response are kept, and how raw ones are read. */
import { describe, expect, test } from 'vitest';
import { parseRawHeaders } from '../../src/fetch/exchange.js';
import { keptHeaders } from '../../src/fetch/result/headers.js';

describe('headers', () => {
  test('are kept if they matter, by lower-case name, lines of one header joined', () => {
    const all = { ETag: '"a"', 'x-powered-by': 'x', vary: ['a', 'b'], expires: undefined, Age: '0' };
    expect(keptHeaders(all)).toStrictEqual({ etag: '"a"', vary: 'a, b', age: '0' });
  });

  test('given as octets alternate between names and values', () => {
    const raw = [
      Buffer.from('ETag'),
      Buffer.from('"\xe9"', 'latin1'),
      'Vary',
      'a',
      'vary',
      ['b', 'c'],
      'cut',
    ];
    expect(parseRawHeaders(raw)).toEqual({ etag: '"é"', vary: ['a', 'b', 'c'] });
    expect(parseRawHeaders([])).toEqual({});
  });

  test('as octets may have any name', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const headers = parseRawHeaders(names.flatMap((name) => [name, 'a']));
    expect(Object.entries(headers)).toEqual(names.map((name) => [name.toLowerCase(), 'a']));
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
  });

  test('as octets with one name are not copied for each line', () => {
    // Copying the list for each line would take half an hour.
    const lines = 200_000;
    const raw = new Array<string>(2 * lines).fill('a');
    expect(parseRawHeaders(raw).a).toHaveLength(lines);
  });
});
