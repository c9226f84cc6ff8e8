/**
 * Crawlers as the naive reference judges them: `test/reference` knows names and profiles, and this adds what the registry says about a
 * crawler, which are its tokens in order, and whether it obeys groups for `*`.
 */
import { findCrawler } from 'robotstream/crawlers';
import { applicableGroups, callersOf, isWildcard, namesCaller } from '../../../../test/reference/agents.js';
import { toOctets } from '../../../../test/reference/octets.js';
import {
  type ReferenceGroup,
  type ReferenceProfile,
  type ReferenceRecord,
  type ReferenceVerdict,
  referenceGroups,
  referenceRecords,
  referenceVerdict,
} from '../../../../test/reference/reference.js';

/** A name that no file of these tests has: it stands for `*`, any crawler that no group names. */
const UNNAMED = 'OtherCrawlerOfNoFile';

/** Why groups apply to a crawler, and which. */
export interface NaiveSelection {
  readonly selectedBy: 'name' | 'wildcard' | 'nothing';
  /** The token that groups name; null unless they name one. */
  readonly token: string | null;
  readonly groups: readonly ReferenceGroup[];
}

export class NaiveCrawler {
  /** The names by which groups are looked for, the preferred one first. */
  readonly tokens: readonly string[];
  readonly obeysWildcard: boolean;
  readonly profile: ReferenceProfile;

  /**
   * @param name as the command line has it
   * @param profile the profile that the command line names; by default that of the registry
   */
  constructor(name: string, profile?: ReferenceProfile) {
    const crawler = findCrawler(name.split('/', 1)[0] ?? name);
    this.tokens = name === '*' ? [UNNAMED] : (crawler?.tokens ?? [name]);
    this.obeysWildcard = crawler?.obeysWildcard ?? true;
    this.profile = profile ?? crawler?.profile ?? 'rfc9309';
  }

  selection(file: NaiveFile): NaiveSelection {
    return file.selectionOf(`${this.profile} ${this.obeysWildcard} ${this.tokens}`, () => this.#select(file));
  }

  #select(file: NaiveFile): NaiveSelection {
    const groups = file.groupsUnder(this.profile);
    for (const token of this.tokens) {
      const applying = applicableGroups(groups, callersOf([token]), this.profile);
      if (applying?.some(({ userAgents }) => userAgents.some((line) => this.isNamedAs(token, line))))
        return { selectedBy: 'name', token, groups: applying };
    }
    const applying = this.obeysWildcard ? applicableGroups(groups, callersOf([UNNAMED]), this.profile) : null;
    return applying === null
      ? { selectedBy: 'nothing', token: null, groups: [] }
      : { selectedBy: 'wildcard', token: null, groups: applying };
  }

  /** A crawler of the same profile that no group names. */
  get others(): NaiveCrawler {
    return new NaiveCrawler('*', this.profile);
  }

  isNamedAs(token: string, line: ReferenceRecord): boolean {
    return callersOf([token]).some((caller) => namesCaller(line, caller, this.profile));
  }

  /**
   * @param given a URL, or the path of one, which may begin with two slashes
   * @throws {TypeError} if the profile does not accept the URL
   */
  verdict(file: NaiveFile, given: string): ReferenceVerdict {
    const url = given.startsWith('//') ? `http://host${given}` : given;
    const { selectedBy, token } = this.selection(file);
    const whom = token ?? UNNAMED;
    if (selectedBy === 'nothing') {
      const { reason } = referenceVerdict(new Uint8Array(), [whom], url, this.profile);
      return { allowed: true, line: 0, directive: null, reason };
    }
    return file.verdict(whom, url, this.profile);
  }
}

/** A file as the reference reads it. Answers are kept, because the reference reads the file again for each. */
export class NaiveFile {
  readonly octets: Uint8Array;
  readonly #groups = new Map<ReferenceProfile, readonly ReferenceGroup[]>();
  readonly #records = new Map<ReferenceProfile, readonly ReferenceRecord[]>();
  readonly #selections = new Map<string, NaiveSelection>();
  readonly #verdicts = new Map<string, ReferenceVerdict>();

  constructor(octets: Uint8Array) {
    this.octets = octets;
  }

  groupsUnder(profile: ReferenceProfile): readonly ReferenceGroup[] {
    return known(this.#groups, profile, () => referenceGroups(this.octets, profile));
  }

  recordAt(line: number, profile: ReferenceProfile): ReferenceRecord | undefined {
    const records = known(this.#records, profile, () => referenceRecords(this.octets, profile));
    return records.find((record) => record.line === line);
  }

  /** The selection of a crawler, which is made once. */
  selectionOf(crawler: string, make: () => NaiveSelection): NaiveSelection {
    return known(this.#selections, crawler, make);
  }

  verdict(token: string, url: string, profile: ReferenceProfile): ReferenceVerdict {
    return known(this.#verdicts, `${profile} ${token} ${url}`, () =>
      referenceVerdict(this.octets, [token], url, profile),
    );
  }

  /** The rules of a crawler, in the order of the file. */
  rulesFor(crawler: NaiveCrawler): readonly ReferenceRecord[] {
    return crawler.selection(this).groups.flatMap(({ rules }) => rules);
  }
}

function known<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** Whether a rule matches a URL, if it is the only one of its file. */
export function matchesAlone(rule: ReferenceRecord, url: string, profile: ReferenceProfile): boolean {
  const file = toOctets(`user-agent: *\n${rule.directive}: ${rule.value}\n`);
  return referenceVerdict(file, [UNNAMED], url, profile).line === 2;
}

/** The value of a record as text. */
export function textOf({ value }: ReferenceRecord): string {
  return new TextDecoder().decode(toOctets(value));
}

export { isWildcard };
