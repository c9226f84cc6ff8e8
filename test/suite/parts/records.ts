/** From lines to records: docs/semantics.md §2. */
import { foldCase } from '../../reference/octets.js';
import type { ReferenceProfile as Profile } from '../../reference/reference.js';
import { lineParts } from './lines.js';
import type { RecordLine } from './types.js';

const SPELLINGS: readonly (readonly [RecordLine['kind'] | 'sitemap', readonly string[]])[] = [
  ['user-agent', ['user-agent', 'useragent', 'user agent']],
  ['allow', ['allow']],
  ['disallow', ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
  ['sitemap', ['sitemap', 'site-map']],
];

export const recordParts = {
  ...lineParts,
  fold: foldCase,
  hasColon(content: string): boolean {
    return content.includes(':');
  },
  atColon(content: string): [string, string] {
    const colon = content.indexOf(':');
    return [content.slice(0, colon), content.slice(colon + 1)];
  },
  acceptsEmptyField: false,
  words(content: string): string[] {
    return content.split(/[ \t]+/);
  },
  takesTwoWords(profile: Profile): boolean {
    return profile !== 'koster-1996';
  },
  /** How many words a line without a colon may have. */
  mostWords: 2,
  fieldAndValue(content: string, profile: Profile): [string, string] | null {
    if (this.hasColon(content)) {
      const [field, value] = this.atColon(content).map((part) => this.trim(part));
      return field === '' && !this.acceptsEmptyField ? null : [field, value];
    }
    if (!this.takesTwoWords(profile)) return null;
    const words = this.words(content);
    if (words.length < 2 || words.length > this.mostWords) return null;
    return [this.trim(words[0]), this.trim(words[1])];
  },
  spellings: SPELLINGS,
  acceptsMisspellings(profile: Profile): boolean {
    return profile !== 'koster-1996';
  },
  /** Whether a field is one of a spelling. */
  isSpelled(field: string, spelling: string, profile: Profile): boolean {
    return profile === 'google' ? field.startsWith(spelling) : field === spelling;
  },
  kind(field: string, profile: Profile): RecordLine['kind'] | null {
    const folded = this.fold(field);
    for (const [kind, spellings] of this.spellings) {
      const known = this.acceptsMisspellings(profile) ? spellings : spellings.slice(0, 1);
      if (known.some((spelling) => this.isSpelled(folded, spelling, profile)))
        return kind === 'sitemap' ? null : kind;
    }
    return this.isContentUsage(folded, profile) ? 'content-usage' : null;
  },
  isContentUsage(field: string, profile: Profile): boolean {
    return profile === 'rfc9309' && field === 'content-usage';
  },
  record(line: number, octets: string, profile: Profile): RecordLine | null {
    const content = this.trim(this.withoutComment(this.untilNul(octets, profile)));
    const parts = this.fieldAndValue(content, profile);
    if (parts === null) return null;
    const kind = this.kind(parts[0], profile);
    if (kind === null) return null;
    const usable = !this.rejects(content, profile);
    if (!usable && (kind !== 'user-agent' || !this.keepsRejectedAgents)) return null;
    return { line, kind, value: parts[1], usable };
  },
};
