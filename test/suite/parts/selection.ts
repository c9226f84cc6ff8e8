/** Which groups a crawler obeys: docs/semantics.md §4. */
import { before, utf8OctetString } from '../../reference/octets.js';
import type { ReferenceProfile as Profile } from '../../reference/reference.js';
import { groupParts } from './groups.js';
import type { Group, Name, RecordLine } from './types.js';

export const selectionParts = {
  ...groupParts,
  nameOf(agent: string): Name {
    const whole = this.fold(this.trim(utf8OctetString(agent)));
    return { cut: this.trim(before(whole, '/')), whole };
  },
  isWildcard({ value, usable }: RecordLine): boolean {
    return usable && (value === '*' || (value.startsWith('*') && this.isSpace(value.charAt(1))));
  },
  grammarPrefix(value: string): string {
    return /^[a-z_-]*/.exec(value)?.[0] ?? '';
  },
  widerPrefix(value: string): string {
    return /^[a-z0-9._-]*/.exec(value)?.[0] ?? '';
  },
  names(line: RecordLine, name: Name, profile: Profile): boolean {
    if (!line.usable || this.isWildcard(line)) return false;
    const value = this.fold(line.value);
    switch (profile) {
      case 'google':
        return this.grammarPrefix(value) === name.cut;
      case 'rfc9309':
        return (
          this.grammarPrefix(value) === name.cut ||
          this.widerPrefix(value) === name.cut ||
          value === name.whole
        );
      case 'draft-koster-rep-00':
        return value === name.cut;
      case 'koster-1996':
        return this.trim(before(value, '/')) === name.cut;
    }
  },
  combinesNamed(profile: Profile): boolean {
    return profile !== 'koster-1996';
  },
  combinesWildcards(profile: Profile): boolean {
    return profile === 'rfc9309' || profile === 'google';
  },
  /** The groups that are obeyed, of those that name the caller and those for `*`. */
  obeyed(naming: readonly Group[], wildcard: readonly Group[], profile: Profile): readonly Group[] {
    if (naming.length > 0) return this.combinesNamed(profile) ? naming : naming.slice(0, 1);
    return this.combinesWildcards(profile) ? wildcard : wildcard.slice(0, 1);
  },
  rulesFor(file: string, agents: readonly string[], profile: Profile): RecordLine[] {
    const groups = this.groups(file, profile);
    const names = agents.map((agent) => this.nameOf(agent));
    const naming = groups.filter((group) =>
      group.agents.some((line) => names.some((name) => this.names(line, name, profile))),
    );
    const wildcard = groups.filter((group) => group.agents.some((line) => this.isWildcard(line)));
    return this.obeyed(naming, wildcard, profile).flatMap(({ rules }) => rules);
  },
};
