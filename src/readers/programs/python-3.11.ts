/**
 * `urllib.robotparser` of Python up to 3.14.
 */
import { type LineAxes, readLines, StopsReading } from '../line-reader.js';
import { firstMatch, prefixPattern } from '../patterns.js';
import { PythonValueError, quote, unlessRefused, unquote, urlparse, urlunparse } from '../python-urls.js';
import type { Pattern, Reader } from '../reader.js';
import { firstGroup } from '../selections.js';
import { PYTHON_SPACE, trimmed } from '../white-space.js';

const AXES: LineAxes = {
  decoding: 'replacement',
  invalidUtf8: 'disallow-all',
  lineEnds: 'python',
  space: PYTHON_SPACE,
  fields: {
    'user-agent': 'user-agent',
    allow: 'allow',
    disallow: 'disallow',
    'crawl-delay': 'delay',
    'request-rate': 'delay',
  },
  groupEndsAt: 'empty-line',
  endsAgents: 'rules-and-delays',
  groupWithoutRules: 'dropped',
  nameOf: (value) => unquote(value).toLowerCase(),
  allows: (allows, value) => allows || unquote(value) === '',
  patternsOf: (value) => [patternOf(unquote(value))],
  isDelay,
};

export const PYTHON_3_11: Reader = {
  read: (octets) => readLines(octets, AXES),
  select(file, agent) {
    const caller = agent.split('/')[0].toLowerCase();
    return firstGroup(file, caller, (name, asked) => asked.includes(name));
  },
  target: unlessRefused((url) => {
    const { path, params, query, fragment } = urlparse(unquote(url));
    return quote(urlunparse({ scheme: '', netloc: '', path, params, query, fragment })) || '/';
  }),
  decide: firstMatch,
};

function patternOf(path: string): Pattern {
  try {
    return prefixPattern(quote(urlunparse(urlparse(path))));
  } catch (error) {
    if (error instanceof PythonValueError) throw new StopsReading();
    throw error;
  }
}

/** Characters that are digits to `str.isdigit`, but not to `int`. */
const DIGITS_THAT_ARE_NO_NUMBER =
  /[²³¹⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒\u1369-\u1371\u19da\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]/u;
const DIGITS =
  /^[\p{Nd}²³¹⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒\u1369-\u1371\u19da\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u;
/** The most digits that `int` reads. */
const MAX_DIGITS = 4300;

/** Every delay counts, but one that looks like a number and is none ends the reading with an exception. */
function isDelay(value: string, field: string): boolean {
  const numbers = field === 'crawl-delay' ? [unquote(value)] : unquote(value).split('/');
  if (numbers.length !== (field === 'crawl-delay' ? 1 : 2)) return true;
  const digits = numbers.map((number) => trimmed(number, PYTHON_SPACE));
  const isNumber = (number: string) => number.length <= MAX_DIGITS && !DIGITS_THAT_ARE_NO_NUMBER.test(number);
  if (digits.every((number) => DIGITS.test(number)) && !digits.every(isNumber)) throw new StopsReading();
  return true;
}
