import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { UNKNOWN_SIGNATURE } from './path-signature.js';
import { isRobotsTxt } from './request-path.js';

describe('/robots.txt', () => {
  test.each([
    ['/robots.txt', true],
    ['/robots.txt?', true],
    ['/robots.txt?a', true],
    ['/robots.txt/', false],
    ['/robots.txt;a', false],
    ['/robots.txtx', false],
    ['/robots.tx', false],
    ['/robots_txt', false],
    ['/Robots.txt', false],
    ['/xobots.txt', false],
    ['/a/robots.txt', false],
    ['/', false],
  ])('is recognized with or without a query: %s', (path, expected) => {
    // What follows the path in memory is not part of it.
    for (const after of ['', '?', 't', 't?', 'obots.txt', 'robots.txt?']) {
      const octets = octetsOf(`/r${path}${after}`);
      const asked = { octets, start: 2, end: 2 + path.length, signature: UNKNOWN_SIGNATURE };
      expect(isRobotsTxt(asked)).toBe(expected);
    }
  });
});
