/**
 * What a person looks for in the text. Plain text and regular expressions are both searched as a `RegExp` over the whole text, so
 * that one way of matching serves the marks, the steps from match to match, and replacing.
 */

export interface SearchQuery {
  /** The text or the regular expression to find. */
  readonly text: string;
  /** The text that replaces a match. */
  readonly replacement: string;
  readonly matchesCase: boolean;
  readonly isRegularExpression: boolean;
  readonly wholeWords: boolean;
}

/** A query that finds nothing. */
export const NO_QUERY: SearchQuery = {
  text: '',
  replacement: '',
  matchesCase: false,
  isRegularExpression: false,
  wholeWords: false,
};

const WORD = '[\\p{L}\\p{N}_]';

/** The boundary of a whole word. A match that begins or ends with another character fits anywhere. */
const WORD_START = `(?:(?<!${WORD})|(?!${WORD}))`;
const WORD_END = `(?:(?!${WORD})|(?<!${WORD}))`;

/** The expression that finds a query's matches; null if the query is empty or is not a regular expression. */
export function expressionOf(query: SearchQuery): RegExp | null {
  const { text, matchesCase, isRegularExpression, wholeWords } = query;
  if (text === '') return null;
  const source = isRegularExpression ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  try {
    const checked = new RegExp(source, matchesCase ? 'gmu' : 'gimu');
    return wholeWords ? new RegExp(`${WORD_START}(?:${source})${WORD_END}`, checked.flags) : checked;
  } catch {
    return null;
  }
}

/** The matches that start at or after an index, in order. Those of no characters are left out. */
export function* matchesFrom(expression: RegExp, text: string, index: number): Generator<RegExpExecArray> {
  expression.lastIndex = index;
  for (const match of text.matchAll(expression)) if (match[0] !== '') yield match;
}

/** The first match from an index; from the start of the text if there is none; null if the text has no match. */
export function matchAfter(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  for (const start of [index, 0]) for (const match of matchesFrom(expression, text, start)) return match;
  return null;
}

/** The last match that starts before an index; the last of the text if there is none; null if the text has no match. */
export function matchBefore(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  let last: RegExpExecArray | null = null;
  for (const match of matchesFrom(expression, text, 0)) {
    if (match.index >= index && last !== null && last.index < index) return last;
    last = match;
  }
  return last;
}

/** In the replacement of a regular expression: a group, the whole match, a dollar sign, a line break, a tab, or a backslash. */
const PLACEHOLDER = /\$(\$|&|\d{1,2})|\\([nt\\])/g;

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', '\\': '\\' };

/** The text that replaces a match. */
export function replacementOf(query: SearchQuery, match: RegExpExecArray): string {
  if (!query.isRegularExpression) return query.replacement;
  return query.replacement.replace(PLACEHOLDER, (placeholder, sign?: string, letter?: string) => {
    if (letter !== undefined) return ESCAPES[letter];
    if (sign === '$') return '$';
    return sign === '&' ? match[0] : (groupText(match, sign as string) ?? placeholder);
  });
}

/** The text of the group that digits name. If there are fewer groups, the second digit is a plain character, as in JavaScript. */
function groupText(match: RegExpExecArray, digits: string): string | null {
  for (let count = digits.length; count > 0; count--) {
    const group = Number(digits.slice(0, count));
    if (group > 0 && group < match.length) return (match[group] ?? '') + digits.slice(count);
  }
  return null;
}
