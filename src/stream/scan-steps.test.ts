/** Each step of the scanner does what a plain search by octets does. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { isForbiddenControl } from '../ascii.js';
import { lendScanMemory, type ScanMemory } from './memory.js';
import * as Row from './row.js';
import {
  afterWhiteSpace,
  contentEnd,
  directiveAt,
  FIELD_LENGTHS,
  HAS_CONTROL_OCTET,
  isUsualSeparator,
  lineEnd,
} from './scan-steps.js';

/** The text with each of its octets replaced by every octet in turn, and as it is. */
function* changesOf(text: string): Generator<string> {
  yield text;
  for (let at = 0; at < text.length; at++) {
    for (let octet = 0; octet < 256; octet++) {
      yield text.slice(0, at) + String.fromCharCode(octet) + text.slice(at + 1);
    }
  }
}

function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Asks a step about a place in a text. Octets before the place must not matter. */
function ask<Answer>(step: (memory: ScanMemory, p: number) => Answer, text: string): Answer {
  return lendScanMemory((memory) => {
    memory.load(octetsOf(`x${text}`));
    return step(memory, 1);
  });
}

const SPELLINGS: readonly (readonly [string, Row.Directive])[] = [
  ['user-agent', Row.USER_AGENT],
  ['allow', Row.ALLOW],
  ['disallow', Row.DISALLOW],
  ['sitemap', Row.SITEMAP],
];

describe.each(SPELLINGS)('%s', (spelling, directive) => {
  test('is recognized in upper and lower case, and nothing else is', () => {
    for (const written of [spelling, spelling.toUpperCase()]) {
      for (const text of changesOf(`${written}:`)) {
        const isSpelling = lowerCase(text).startsWith(spelling);
        const found = ask(({ view }, p) => directiveAt(view, p), text);
        if ((found === directive) !== isSpelling) expect({ text, found }).toEqual({ text, isSpelling });
      }
    }
    expect(FIELD_LENGTHS[directive]).toBe(spelling.length);
  });
});

test('the usual separator is a colon, one space and a visible octet', () => {
  for (const text of changesOf(': /')) {
    const isUsual = ask(({ view }, p) => isUsualSeparator(view, p), text);
    const isExpected = text.startsWith(': ') && text.charCodeAt(2) > 0x20;
    if (isUsual !== isExpected) expect({ text, isUsual }).toEqual({ text, isUsual: isExpected });
  }
});

test.each([
  ['', 1],
  ['x', 1],
  [' \t\v\fx', 5],
  [' \0', 2],
  [' \n ', 2],
  [' \xA0', 2],
])('after the white space of %j', (text, end) => {
  expect(ask(({ octets }, p) => afterWhiteSpace(octets, p), text)).toBe(end);
});

describe('the ends of', () => {
  /** Lengths around one and two reads of eight octets. */
  const LENGTHS = Array.from({ length: 20 }, (_, length) => length);

  test('content: the first line end or number sign, unless a control octet comes first', () => {
    for (const length of LENGTHS) {
      for (let octet = 0; octet < 256; octet++) {
        const text = `${'/'.repeat(length)}${String.fromCharCode(octet)}/#`;
        const ends = octet === 0x0a || octet === 0x0d || octet === 0x23;
        const expected = ends ? 1 + length : isForbiddenControl(octet) ? HAS_CONTROL_OCTET : 1 + length + 2;
        const found = ask(({ octets, view }, p) => contentEnd(octets, view, p), text);
        if (found !== expected) expect({ text, found }).toEqual({ text, found: expected });
      }
    }
  });

  test('a line: the first CR or LF', () => {
    for (const length of LENGTHS) {
      for (let octet = 0; octet < 256; octet++) {
        const text = `${'/'.repeat(length)}${String.fromCharCode(octet)}/\r`;
        const expected = octet === 0x0a || octet === 0x0d ? 1 + length : 1 + length + 2;
        const found = ask(({ octets, view }, p) => lineEnd(octets, view, p), text);
        if (found !== expected) expect({ text, found }).toEqual({ text, found: expected });
      }
    }
  });
});
