/** Short questions to the reference. */
import { toOctets } from './octets.js';
import { type ReferenceProfile, referenceRecords, referenceVerdict } from './reference.js';

export const PROFILES: ReferenceProfile[] = ['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996'];
export const BUT_GOOGLE: ReferenceProfile[] = ['rfc9309', 'draft-koster-rep-00', 'koster-1996'];
export const BUT_1996: ReferenceProfile[] = ['rfc9309', 'google', 'draft-koster-rep-00'];

/** All bodies here are octet strings. */
export function verdict(body: string, url: string, profile: ReferenceProfile, ...agents: string[]) {
  return referenceVerdict(toOctets(body), agents.length > 0 ? agents : ['FooBot'], url, profile);
}

export function records(body: string, profile: ReferenceProfile): [number, string, string, string][] {
  return referenceRecords(toOctets(body), profile).map(({ line, directive, field, value }) => [
    line,
    directive,
    field,
    value,
  ]);
}

/** The profiles under which this line decides. */
export function decidedUnder(body: string, url: string, line: number): ReferenceProfile[] {
  return PROFILES.filter((profile) => verdict(body, url, profile).line === line);
}

export function applies(pattern: string, url: string, profile: ReferenceProfile): boolean {
  return verdict(`user-agent: *\ndisallow: ${pattern}`, url, profile).line === 2;
}
