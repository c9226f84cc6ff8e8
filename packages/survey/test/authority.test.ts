/** The authority of a URL against the URL parser, which most URLs do not need. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { robotsUrl } from '../../../src/index.js';
import { checkProperty } from '../../../test/support/property.js';
import { authorityOf, isInForm } from '../src/rows/authority.js';

const PARTS = [
  ...['a', 'b-c', 'example', '.', '.', '-', '--', 'xn--', '0x', '1', '7f', 'A', 'é', '_', '%61', ' '],
  ...[':80', ':', '@', '/', '/robots.txt', '#', '?'],
];

function parsed(url: string): string | null {
  try {
    return robotsUrl(url);
  } catch {
    return null;
  }
}

checkProperty(
  'an authority is that of the URL parser, and a URL in form is what it writes',
  fc.property(
    fc.constantFrom('http://', 'https://', 'ftp://', 'HTTPS://', ''),
    fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('/robots.txt', '.example/robots.txt', ''),
    (scheme, parts, end) => {
      const url = `${scheme}${parts.join('')}${end}`;
      const expected = parsed(url);
      expect(authorityOf(url)).toBe(expected === null ? null : new URL(expected).origin);
      if (isInForm(url)) expect(expected).toBe(url);
    },
  ),
);
