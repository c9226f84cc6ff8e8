/**
 * What to write in place of a pattern that begins with neither `/` nor `*`: that depends on what the value is.
 */
import { quoteText } from '../../stream/line-diagnostics.js';
import { urlOrNull } from '../../urls.js';

/** A sentence about a value; null if it may be a path without its slash. */
export function patternAdvice(value: string, isAllow: boolean): string | null {
  if (/^https?:\/\//i.test(value)) {
    const path = value.replace(/^https?:\/*[^/?#]*/i, '') || '/';
    const host = urlOrNull(value)?.host ?? '';
    return `A pattern has no scheme and no host: write ${quoteText(path.startsWith('/') ? path : `/${path}`)} in the robots.txt of ${host || 'that host'}.`;
  }
  const [, quoted] =
    /^["'\u201c\u201d\u201e\u2018\u2019\u00ab](.*?)["'\u201c\u201d\u2018\u2019\u00bb]?$/s.exec(value) ?? [];
  if (quoted !== undefined) return `Remove the quotation marks: write ${quoteText(quoted)}.`;
  if (/^(?:none|nothing|null|no|false|n\/a|-)$/i.test(value)) return isAllow ? CLOSE_ALL : OPEN_ALL;
  if (/^(?:all|everything|any|yes|true)$/i.test(value)) return isAllow ? OPEN_ALL : CLOSE_ALL;
  if (/^\^|\.\*|\\[./]/.test(value)) {
    const pattern = value.replace(/^\^/, '').replaceAll('.*', '*').replaceAll(/\\(.)/g, '$1');
    const better =
      /^[/*]/.test(pattern) && !/[()[\]+|{}]/.test(pattern) ? `: write ${quoteText(pattern)}` : '';
    return `A pattern is no regular expression. Only "*" and a "$" at the end are special${better}.`;
  }
  return null;
}

const OPEN_ALL = 'To disallow nothing, leave the value empty: "Disallow:".';
const CLOSE_ALL = 'To disallow everything, write "Disallow: /".';
