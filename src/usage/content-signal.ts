/**
 * `Content-Signal` (contentsignals.org; draft-romm-aipref-contentsignals-00): what its keys say about a URL.
 */
import { COMMA, EQUALS, isWhiteSpace } from '../ascii.js';
import type { Span } from '../places.js';
import type { RuleAxes } from '../profiles.js';
import { decodeText } from '../stream/text.js';
import { type CategoryPreference, combined } from './preference.js';
import { statementsFor, type UsageStatement } from './statements.js';
import { SIGNAL_CATEGORIES, SIGNAL_USES, type SignalCategory, type SignalUse } from './vocabularies.js';

/** A key or a value that is not known. It is kept, and counts as unknown. */
export interface UnknownSignal {
  /** In lower case. */
  readonly key: string;
  /** As written, without white space around it; empty if there is none. */
  readonly value: string;
  readonly line: number;
}

/** What `Content-Signal` says about a URL. */
export interface ContentSignal {
  readonly categories: { readonly [category in SignalCategory]: CategoryPreference };
  /** The key `use`. If several lines state it differently, the narrowest counts. */
  readonly use: { readonly value: SignalUse | 'unknown'; readonly lines: readonly number[] };
  readonly unknownSignals: readonly UnknownSignal[];
}

/** `key=value`, one of several in a line. */
interface Signal extends UsageStatement {
  readonly key: string;
  readonly value: string;
  /** Where it is in the file, without white space around it. */
  readonly span: Span;
}

/** Splits the preference of a statement: `search=yes, ai-train=no`. Empty parts are left out. */
export function signalsOf(statement: UsageStatement): Signal[] {
  const { preference, preferenceStart } = statement;
  const signals: Signal[] = [];
  for (let at = 0; at < preference.length; at++) {
    const comma = preference.indexOf(COMMA, at);
    const [start, end] = trimmedBounds(preference, at, comma < 0 ? preference.length : comma);
    at = comma < 0 ? preference.length : comma;
    if (start === end) continue;
    const sign = preference.subarray(0, end).indexOf(EQUALS, start);
    const equals = sign < 0 ? end : sign;
    const key = trimmedText(preference, start, equals);
    const value = trimmedText(preference, Math.min(equals + 1, end), end);
    const span = { start: preferenceStart + start, end: preferenceStart + end };
    signals.push({ ...statement, key: key.toLowerCase(), value, span });
  }
  return signals;
}

/** The text of `octets[start..end)` without white space at its ends (docs/semantics.md §1.5): a no-break space is none. */
function trimmedText(octets: Uint8Array, start: number, end: number): string {
  return decodeText(octets.subarray(...trimmedBounds(octets, start, end)));
}

/** The bounds of `octets[start..end)` without white space at its ends. */
function trimmedBounds(octets: Uint8Array, start: number, end: number): [start: number, end: number] {
  let [first, last] = [start, end];
  while (first < last && isWhiteSpace(octets[first])) first++;
  while (last > first && isWhiteSpace(octets[last - 1])) last--;
  return [first, last];
}

/** Whether a key is known, and its value one that it can have. */
export function isKnownSignal({ key, value }: Signal): boolean {
  const lower = value.toLowerCase();
  if (key === 'use') return (SIGNAL_USES as readonly string[]).includes(lower);
  return (SIGNAL_CATEGORIES as readonly string[]).includes(key) && (lower === 'yes' || lower === 'no');
}

/**
 * What applies to a URL, key by key: the statements of the crawler's own groups decide; for other keys, those for everyone
 * do (docs/semantics.md §7.5).
 */
export function readContentSignal(
  own: readonly UsageStatement[],
  common: readonly UsageStatement[],
  url: string,
  rules: RuleAxes,
): ContentSignal {
  const scopes = [own, common].map((statements) => statements.flatMap(signalsOf));
  const holding = (key: string): readonly Signal[] => {
    for (const signals of scopes) {
      const stating = signals.filter((signal) => signal.key === key && isKnownSignal(signal));
      const holds = statementsFor(stating, url, rules);
      if (holds.length > 0) return holds;
    }
    return [];
  };
  const categories = SIGNAL_CATEGORIES.map((category) => {
    const stated = holding(category).map(({ value, line }) => ({
      allows: value.toLowerCase() === 'yes',
      line,
    }));
    return [category, combined(stated)] as const;
  });
  return {
    categories: Object.fromEntries(categories) as { [category in SignalCategory]: CategoryPreference },
    use: narrowestUse(holding('use')),
    unknownSignals: scopes
      .flat()
      .filter((signal) => !isKnownSignal(signal))
      .map(({ key, value, line }) => ({ key, value, line })),
  };
}

function narrowestUse(signals: readonly Signal[]): ContentSignal['use'] {
  for (const use of SIGNAL_USES) {
    const deciding = signals.filter(({ value }) => value.toLowerCase() === use);
    if (deciding.length > 0) return { value: use, lines: [...new Set(deciding.map(({ line }) => line))] };
  }
  return { value: 'unknown', lines: [] };
}
