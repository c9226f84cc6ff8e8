/** Every octet and every escape, in the path and in the query of a URL and of a pattern: docs/semantics.md §5.2, §5.7.2 and §5.8. */
import { describe, expect, test } from 'vitest';
import { naivePath } from '../../test/match/naive-decision.js';
import { withHost } from '../../test/reference/arbitrary-urls.js';
import { canonicalPattern, canonicalUrl, googlePattern, kosterForm } from '../../test/reference/canonical.js';
import { toOctetString, toOctets } from '../../test/reference/octets.js';
import { octetsOf } from '../../test/support/octets.js';
import {
  type Form,
  hexDigit,
  isInForm,
  isQueryData,
  mayContain,
  OCTET_KINDS,
  presenceBit,
  tripletValue,
  UNKNOWN_SIGNATURE,
} from './octet-forms.js';
import { PatternSet } from './pattern.js';
import { readRequestPath } from './read-url.js';

const OCTETS = Array.from({ length: 256 }, (_, value) => value);
const FORMS = Object.keys(OCTET_KINDS) as Form[];

/** Each octet written as it is, and encoded in lower case and in upper case; and escapes without a digit, or with one. */
const SPELLINGS = OCTETS.flatMap((value) => {
  const digits = value.toString(16).padStart(2, '0');
  return [String.fromCharCode(value), ...new Set([`%${digits}`, `%${digits.toUpperCase()}`])];
}).concat('%', '%4', '%g1', '%1g', '%%41');

/** A spelling at each place where its form may be another one. */
const TEXTS = SPELLINGS.flatMap((spelling) => [`/a${spelling}b`, `/${spelling}`, `/a?b${spelling}c`]);

function pathIn(form: Form, url: string): string {
  const request = readRequestPath(url, OCTET_KINDS[form]);
  return toOctetString(request.octets.subarray(request.start, request.end));
}

/** The parts and the length of a pattern. */
function partsIn(form: Form, pattern: string, isSpecial: boolean): [parts: string[], length: number] {
  const set = new PatternSet(OCTET_KINDS[form], isSpecial);
  set.add(toOctets(pattern), 0, pattern.length, 0);
  const parts = Array.from({ length: set.partCount }, (_, part) =>
    toOctetString(set.text.subarray(set.partBounds[part], set.partBounds[part + 1])),
  );
  return [parts, set.lengths[0]];
}

/** A pattern in a form, with `*` and a final `$`. */
const SPECIAL_PATTERN: { readonly [form in Form]: (pattern: string) => string } = {
  canonical: canonicalPattern,
  'as-written': googlePattern,
  decoded: kosterForm,
};

describe.each(FORMS)('%s', (form) => {
  test('a URL has the form of the specification', () => {
    const wrong = TEXTS.map(withHost).filter((url) => pathIn(form, url) !== naivePath(url, form));
    expect(wrong).toEqual([]);
  });

  test('a URL has the same form when the URL parser has read it', () => {
    // An empty label is not plain.
    const urls = TEXTS.filter((_, nth) => nth % 3 !== 1).map((text) => `http://h.${text}`);
    expect(urls.filter((url) => pathIn(form, url) !== naivePath(url, form))).toEqual([]);
  });

  test('a pattern without special characters has the form of the specification', () => {
    const formOf = form === 'canonical' ? canonicalUrl : SPECIAL_PATTERN[form];
    const wrong = TEXTS.filter((pattern) => {
      const [parts, length] = partsIn(form, pattern, false);
      return parts.join('*') !== formOf(pattern) || length !== formOf(pattern).length;
    });
    expect(wrong).toEqual([]);
  });

  test('a pattern with special characters has the parts of the specification', () => {
    // Where "*" and "$" are special, an escape that is decoded to one of them is not.
    const texts = form === 'decoded' ? TEXTS.filter((text) => !/%2a|%24/i.test(text)) : TEXTS;
    const wrong = texts.filter((pattern) => {
      const expected = SPECIAL_PATTERN[form](pattern);
      const [parts, length] = partsIn(form, pattern, true);
      const withoutAnchor = expected.endsWith('$') ? expected.slice(0, -1) : expected;
      const expectedParts = withoutAnchor.split('*').filter((part, nth) => nth === 0 || part !== '');
      return parts.join('*') !== expectedParts.join('*') || length !== expected.length;
    });
    expect(wrong).toEqual([]);
  });
});

test("the octets that are data in a query are ' / : ? @", () => {
  expect(OCTETS.filter(isQueryData).map((octet) => String.fromCharCode(octet))).toEqual([..."'/:?@"]);
});

test('the hex digits of an escape are upper-case', () => {
  const digits = Array.from({ length: 16 }, (_, value) => String.fromCharCode(hexDigit(value)));
  expect(digits.join('')).toBe('0123456789ABCDEF');
});

test('two hex digits have a value, and any other two octets have -1', () => {
  const octets = octetsOf('09afAF/:@G`g\0\x7F\xFF');
  for (const first of octets) {
    for (const second of octets) {
      const digits = String.fromCharCode(first, second);
      const expected = /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
      expect([digits, tripletValue(first, second)]).toEqual([digits, expected]);
    }
  }
});

describe('what one integer says of the octets of a path', () => {
  const OCTETS = Array.from({ length: 256 }, (_, octet) => octet);
  const octet = (character: string) => character.charCodeAt(0);

  /** The signature of a path, octet by octet. */
  function signatureOfPath(path: string, signatures: Int32Array): number {
    return octetsOf(path).reduce((signature, one) => signature | signatures[one], 0);
  }

  const needed = (text: string) => octetsOf(text).reduce((bits, one) => bits | presenceBit(one), 0);

  describe('the bit of an octet', () => {
    test('is one bit, or none for digits, dots and slashes', () => {
      const without = OCTETS.filter((one) => presenceBit(one) === 0);
      expect(without.map((one) => String.fromCharCode(one)).join('')).toBe('./0123456789');
      for (const one of OCTETS) expect(presenceBit(one) & (presenceBit(one) - 1)).toBe(0);
    });

    test('is its own for each letter, for `?` and for `=`, and shared by all others', () => {
      const own = [...'abcdefghijklmnopqrstuvwxyz?='].map((character) => presenceBit(octet(character)));
      expect(new Set([...own, presenceBit(octet('-'))]).size).toBe(own.length + 1);
      const shared = OCTETS.filter((one) => presenceBit(one) === presenceBit(octet('-')));
      expect(shared).toHaveLength(256 - 2 * 26 - 2 - 12);
    });

    test('is the same in both cases of a letter', () => {
      for (const letter of 'abcxyz')
        expect(presenceBit(octet(letter.toUpperCase()))).toBe(presenceBit(octet(letter)));
    });
  });

  test.each([
    ['/shop/a.html?b=1', 'shop', true],
    ['/shop/a.html?b=1', '.html?', true],
    ['/shop/a.html?b=1', 'x', false],
    ['/shop/a.html?b=1', 'shox', false],
    ['/shop', '?', false],
    ['/shop', '=', false],
    ['/shop', '-', false],
    ['/sh_p', '-', true],
    ['/shop', '/.0', true],
    ['', 'a', false],
    ['/a', '', true],
  ])('a path %j may contain %j: %s', (path, text, expected) => {
    const { signatures } = OCTET_KINDS.canonical;
    expect(mayContain(signatureOfPath(path, signatures), needed(text))).toBe(expected);
    expect(mayContain(UNKNOWN_SIGNATURE, needed(text))).toBe(true);
  });

  test.each([
    ['/a/b.html?c=d', true],
    ['/a.b/c', true],
    ['./a', true],
    ['/a./b', true],
    ['/%41', false],
    ['/a*', false],
    ['/a b', false],
    ['/a\\b', false],
    ['/a#b', false],
    ['/\xe9', false],
    ['/a"', false],
  ])('%j is in its form as it is written: %s', (path, expected) => {
    expect(isInForm(signatureOfPath(path, OCTET_KINDS.canonical.signatures))).toBe(expected);
  });

  test('in the decoded form, more octets stay as they are written', () => {
    const { signatures } = OCTET_KINDS.decoded;
    expect(['/a*', '/a$', '/a"', '/a%'].map((path) => isInForm(signatureOfPath(path, signatures)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
