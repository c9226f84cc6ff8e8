/** The rule that decides, by the plainest reading of docs/semantics.md §5, for any rule axes. */
import type { RuleAxes } from '../../src/profiles.js';
import {
  canonicalPattern,
  canonicalUrl,
  googlePath,
  googlePattern,
  kosterForm,
  pathAndQuery,
} from '../reference/canonical.js';
import type { Rule } from './tables.js';

/** An octet or an escape, as a string of its length; or one of the next two. */
type Token = string;
const ANY: Token = 'any run of octets';
const END: Token = 'the end';

const NO_RULE = -1;
const ROBOTS_TXT = -2;

/** The index of the deciding rule, -1 if there is none, -2 if the URL is robots.txt itself. */
export function naiveDecision(rules: readonly Rule[], url: string, axes: RuleAxes): number {
  const path = naivePath(url, axes.form);
  if (axes.robotsTxtAlwaysAllowed && path.split('?')[0] === '/robots.txt') return ROBOTS_TXT;

  let decision = NO_RULE;
  let longest = -1;
  rules.forEach((rule, nth) => {
    const length = matchLength(rule, path, axes);
    if (length === -1) return;
    const isLonger = length > longest || (length === longest && rule.isAllow && !rules[decision].isAllow);
    if (decision === NO_RULE || (axes.precedence === 'longest' && isLonger)) {
      decision = nth;
      longest = length;
    }
  });
  return decision;
}

/** Path and query as an octet string. */
export function naivePath(url: string, form: RuleAxes['form']): string {
  if (form === 'as-written') return googlePath(url);
  return form === 'canonical' ? canonicalUrl(pathAndQuery(url)) : kosterForm(pathAndQuery(url));
}

/** The length of a matching pattern for precedence, or -1. */
function matchLength({ isAllow, pattern }: Rule, path: string, axes: RuleAxes): number {
  if (pattern === '') return axes.emptyPattern === 'matches' ? 0 : -1;
  if (axes.patternNeedsSlashOrStar && !/^[/*]/.test(pattern)) return -1;

  const tokens = tokensOf(pattern, axes);
  if (matches(tokens, path)) return lengthOf(tokens);

  const directory = /^.*\/(?=index\.htm[^/]*$)/s.exec(pattern)?.[0];
  if (!axes.indexHtmlIsDirectory || !isAllow || directory === undefined) return -1;
  const directoryTokens = [...literalOrWild(directory, axes), END];
  return matches(directoryTokens, path) ? lengthOf(directoryTokens) : -1;
}

function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce((length, token) => length + (token === ANY || token === END ? 1 : token.length), 0);
}

function tokensOf(pattern: string, axes: RuleAxes): Token[] {
  if (!axes.specialCharacters || !pattern.endsWith('$')) return literalOrWild(pattern, axes);
  return [...literalOrWild(pattern.slice(0, -1), axes), END];
}

/** The tokens of a pattern without an anchor. */
function literalOrWild(pattern: string, { form, specialCharacters }: RuleAxes): Token[] {
  if (form === 'canonical') {
    // The `~` after it keeps a final `$` from being an anchor.
    const octets = specialCharacters ? canonicalPattern(`${pattern}~`).slice(0, -1) : canonicalUrl(pattern);
    return octets
      .split(/(%3A|%2F|%3F|%40|%27|.)/s)
      .flatMap((token) => (token === '*' ? [ANY] : token ? [token] : []));
  }
  const ofPiece = form === 'as-written' ? googlePattern : kosterForm;
  const pieces = specialCharacters ? pattern.split('*') : [pattern];
  return pieces.flatMap((piece, nth) => [...(nth > 0 ? [ANY] : []), ...ofPiece(piece)]);
}

/**
 * Keeps every length of the path that the tokens so far can match. Escapes are tokens in the canonical form only: after the first `?` of the path, each also equals its octet.
 */
function matches(tokens: readonly Token[], path: string): boolean {
  let lengths = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const length of lengths) {
      if (token === ANY) for (let longer = length; longer <= path.length; longer++) next.add(longer);
      else if (token === END && length === path.length) next.add(length);
      else {
        if (path.startsWith(token, length)) next.add(length + token.length);
        const isInQuery = path.slice(0, length).includes('?');
        if (token.length === 3 && isInQuery && path[length] === decodeURIComponent(token))
          next.add(length + 1);
      }
    }
    lengths = next;
  }
  return lengths.size > 0;
}
