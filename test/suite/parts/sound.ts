/**
 * A small matcher that makes each decision in a function of its own, so that `faults.ts` can break one at a time. It answers by
 * docs/semantics.md, as the reference of `test/reference` does. Texts are octet strings. Parts call each other through `this`, and the
 * parts of each file of this folder come on top of those of the file before.
 *
 * Here: which rule decides (docs/semantics.md §5.5 to §5.8).
 */
import { before } from '../../reference/octets.js';
import type { ReferenceProfile as Profile } from '../../reference/reference.js';
import { matchingParts } from './matching.js';
import type { Decision, RecordLine } from './types.js';

/** Every part, sound. */
export const SOUND = {
  ...matchingParts,
  weight(pattern: string): number {
    return pattern.length;
  },
  allowWinsTies: true,
  /** Of equal rules, the later one is reported. */
  reportsLast: false,
  isRobotsTxt(path: string): boolean {
    return before(path, '?') === '/robots.txt';
  },
  knowsRobotsTxt(profile: Profile): boolean {
    return profile === 'rfc9309' || profile === 'draft-koster-rep-00';
  },
  indexName: '/index.htm',
  indexKinds: ['allow'] as readonly string[],
  /** What a rule of index.htm matches besides (docs/semantics.md §5.7.4). */
  directoryOf({ kind }: RecordLine, pattern: string): string | null {
    const slash = pattern.lastIndexOf('/');
    if (!this.indexKinds.includes(kind) || slash === -1) return null;
    return pattern.startsWith(this.indexName, slash) ? `${pattern.slice(0, slash + 1)}$` : null;
  },
  /** The weight with which a rule matches; -1 if it does not. */
  weightOf(rule: RecordLine, path: string, profile: Profile): number {
    const isWhole = profile === 'google' || profile === 'koster-1996';
    if (!isWhole && !this.isPattern(rule.value)) return -1;
    const pattern = this.comparedPattern(rule.value, profile);
    if (this.matches(pattern, path, profile)) return this.weight(pattern);
    const directory = profile === 'google' ? this.directoryOf(rule, pattern) : null;
    return directory !== null && this.matches(directory, path, profile) ? this.weight(directory) : -1;
  },
  takesFirst(profile: Profile): boolean {
    return profile === 'koster-1996';
  },
  isRule(value: string, profile: Profile): boolean {
    return value !== '' || profile === 'google';
  },
  /** The verdict if no rule matches. */
  byDefault: true,
  decide(file: string, agents: readonly string[], url: string, profile: Profile): Decision {
    const path = this.comparedUrl(url, profile);
    if (this.knowsRobotsTxt(profile) && this.isRobotsTxt(path)) return { allowed: true, line: 0 };
    const rules = this.rulesFor(file, agents, profile).filter(({ value }) => this.isRule(value, profile));
    const matching = rules
      .map((rule) => ({ rule, weight: this.weightOf(rule, path, profile) }))
      .filter(({ weight }) => weight >= 0);
    if (matching.length === 0) return { allowed: this.byDefault, line: 0 };
    const best = this.takesFirst(profile) ? matching[0] : this.heaviest(matching);
    return {
      allowed: best.rule.kind === 'allow' || (best.weight === 0 && profile === 'google'),
      line: best.rule.line,
    };
  },
  heaviest(matching: readonly { rule: RecordLine; weight: number }[]) {
    const most = Math.max(...matching.map(({ weight }) => weight));
    const heaviest = matching.filter(({ weight }) => weight === most);
    const preferred = heaviest.filter(({ rule }) => (rule.kind === 'allow') === this.allowWinsTies);
    const candidates = preferred.length > 0 ? preferred : heaviest;
    return candidates[this.reportsLast ? candidates.length - 1 : 0];
  },
};

export type Parts = typeof SOUND;
