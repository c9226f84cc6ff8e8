/**
 * A robots.txt as data: octets and rows, from which nodes are made when somebody asks for them.
 */

import { resolveProfile } from '../define-profile.js';
import type { Diagnostic } from '../diagnostics.js';
import { aString } from '../option-checks.js';
import { DEFAULT_PROFILE, type Profile, type ProfileName } from '../profiles.js';
import type { ByteOrderMark } from '../stream/byte-order-mark.js';
import type { LineEvent } from '../stream/events.js';
import { diagnoseDocument } from './diagnose.js';
import { eventsOf } from './every-row.js';
import { parseCleanParam } from './extension-values.js';
import { type Grouping, groupRows } from './grouping.js';
import { lastAtOrBefore } from './in-file-order.js';
import { collectLineNodes, type LineNodes } from './line-nodes.js';
import type { CleanParam, CommentNode, Group, OtherRecord, Sitemap } from './nodes.js';
import type { ParsedFile } from './parsed-file.js';
import { groupNodes, sitemapNodes } from './row-nodes.js';

/**
 * A parsed file. It holds the octets and what every profile needs to judge them; nodes are made on first use and kept.
 * Unless a profile is named, they are what RFC 9309 reads.
 */
export class Document {
  /** What the document is made of: for matching, in this package. */
  readonly facts: ParsedFile;
  /** By profile, held weakly: a program may define a profile for each question. */
  readonly #views = new WeakMap<Profile, DocumentView>();
  #diagnostics: readonly Diagnostic[] | undefined;

  constructor(facts: ParsedFile) {
    this.facts = facts;
  }

  /** The octets of all whole lines: the file's own, unless it was cut at the parsing limit. A view, not to be written. */
  get octets(): Uint8Array {
    return this.facts.octets;
  }

  /** How many octets were taken from the source. */
  get size(): number {
    return this.facts.size;
  }

  get lineCount(): number {
    return this.facts.lineCount;
  }

  /** Whether the parsing limit cut the file short (RFC 9309 §2.5). */
  get truncated(): boolean {
    return this.facts.truncated;
  }

  get byteOrderMark(): ByteOrderMark {
    return this.facts.byteOrderMark;
  }

  /** The groups in file order. */
  get groups(): readonly Group[] {
    return this.groupsUnder();
  }

  /**
   * The groups in file order, as a profile reads them.
   *
   * @param profile a profile or the name of one; default `rfc9309`
   * @throws {TypeError} if there is no such profile
   */
  groupsUnder(profile?: Profile | ProfileName): readonly Group[] {
    return this.#viewUnder(resolveProfile(profile)).groups;
  }

  /**
   * The group that a line of it stands in, as a profile reads it.
   *
   * @param line the number of a user-agent line or a rule; from 1
   * @returns null for lines before the first group
   * @throws {TypeError} if there is no such profile
   */
  groupAt(line: number, profile?: Profile | ProfileName): Group | null {
    const groups = this.groupsUnder(profile);
    return groups[lastAtOrBefore(groups, line, (group) => group.userAgents[0].line)] ?? null;
  }

  /** The sitemap lines in file order; they belong to no group (docs/semantics.md §3.5). */
  get sitemaps(): readonly Sitemap[] {
    return this.#viewUnder(DEFAULT_PROFILE).sitemaps;
  }

  /** Every record that is neither user-agent line, rule nor sitemap, in file order. */
  get otherRecords(): readonly OtherRecord[] {
    return this.#viewUnder(DEFAULT_PROFILE).lineNodes.others;
  }

  /** The other records with a field, in file order; case does not matter. */
  records(field: string): readonly OtherRecord[] {
    aString(field, 'field');
    const name = field.toLowerCase();
    return this.otherRecords.filter((record) => record.name === name);
  }

  /** The value of the first `Host` record (Yandex: the main mirror); undefined if there is none. */
  get host(): string | undefined {
    return this.records('host').find(({ value }) => value.end > value.start)?.value.text;
  }

  /** The `Clean-param` records that can be read (Yandex). */
  get cleanParams(): readonly CleanParam[] {
    return this.records('clean-param').flatMap((record) => {
      const parsed = parseCleanParam(record.value.text);
      return parsed === undefined
        ? []
        : [{ line: record.line, field: record.field, value: record.value, ...parsed }];
    });
  }

  /** Every comment, those behind a record included, in file order. */
  get comments(): readonly CommentNode[] {
    return this.#viewUnder(DEFAULT_PROFILE).lineNodes.comments;
  }

  /** Everything odd about the file, in file order. */
  get diagnostics(): readonly Diagnostic[] {
    this.#diagnostics ??= diagnoseDocument(this.facts, this.groups, this.otherRecords);
    return this.#diagnostics;
  }

  /** The lines as events, read from the octets anew. */
  lines(): Iterable<LineEvent> {
    return eventsOf(this.facts);
  }

  /** The document as plain data: what `robotstream parse --json` prints. */
  toJSON(): object {
    const {
      size,
      lineCount,
      truncated,
      byteOrderMark,
      groups,
      sitemaps,
      otherRecords,
      comments,
      diagnostics,
    } = this;
    return {
      size,
      lineCount,
      truncated,
      byteOrderMark,
      groups,
      sitemaps,
      otherRecords,
      comments,
      diagnostics,
    };
  }

  #viewUnder(profile: Profile): DocumentView {
    let view = this.#views.get(profile);
    if (view === undefined) {
      view = new DocumentView(this.facts, profile);
      this.#views.set(profile, view);
    }
    return view;
  }
}

/** The nodes of a document under a profile, each kind made when it is first asked for. */
class DocumentView {
  readonly #facts: ParsedFile;
  readonly #profile: Profile;
  readonly #grouping: Grouping;
  #groups: readonly Group[] | undefined;
  #sitemaps: readonly Sitemap[] | undefined;
  #lineNodes: LineNodes | undefined;

  constructor(facts: ParsedFile, profile: Profile) {
    this.#facts = facts;
    this.#profile = profile;
    this.#grouping = groupRows(facts, profile);
  }

  get groups(): readonly Group[] {
    this.#groups ??= groupNodes(
      this.#facts.octets,
      this.#grouping,
      (index) => this.lineNodes.extensions.get(index) ?? [],
    );
    return this.#groups;
  }

  get sitemaps(): readonly Sitemap[] {
    this.#sitemaps ??= sitemapNodes(this.#facts.octets, this.#grouping);
    return this.#sitemaps;
  }

  get lineNodes(): LineNodes {
    this.#lineNodes ??= collectLineNodes(this.#facts, this.#grouping, this.#profile);
    return this.#lineNodes;
  }
}
