/**
 * A robots.txt as data: octets and rows, from which nodes are made when somebody asks for them.
 */
import type { Diagnostic } from '../diagnostics.js';
import { type Profile, type ProfileName, resolveProfile } from '../profiles.js';
import type { ByteOrderMark, LineEvent } from '../stream/events.js';
import { linesOf } from '../stream/whole.js';
import { diagnoseDocument } from './diagnose.js';
import type { DocumentFacts } from './document-fold.js';
import { parseCleanParam } from './extension-values.js';
import { collectNodes, type DocumentNodes } from './node-fold.js';
import type { CleanParam, CommentNode, Group, OtherRecord, Sitemap } from './nodes.js';

/**
 * A parsed file. It holds the octets and what every profile needs to judge them; nodes are made on first use and kept.
 * Unless a profile is named, they are what RFC 9309 reads.
 */
export class Document {
  /** What the document is made of: for matching, in this package. */
  readonly facts: DocumentFacts;
  readonly #nodes = new Map<Profile, DocumentNodes>();
  #diagnostics: readonly Diagnostic[] | undefined;

  constructor(facts: DocumentFacts) {
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
    return this.#nodesUnder(resolveProfile(profile)).groups;
  }

  /** The sitemap lines in file order; they belong to no group (semantics §3.5). */
  get sitemaps(): readonly Sitemap[] {
    return this.#nodesUnder(resolveProfile(undefined)).sitemaps;
  }

  /** Every record that is neither user-agent line, rule nor sitemap, in file order. */
  get otherRecords(): readonly OtherRecord[] {
    return this.#nodesUnder(resolveProfile(undefined)).others;
  }

  /** The other records with a field, in file order; case does not matter. */
  records(field: string): readonly OtherRecord[] {
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
    return this.#nodesUnder(resolveProfile(undefined)).comments;
  }

  /** Everything odd about the file, in file order. */
  get diagnostics(): readonly Diagnostic[] {
    this.#diagnostics ??= diagnoseDocument(this.facts, this.groups, this.otherRecords);
    return this.#diagnostics;
  }

  /** The lines as events, read from the octets anew. */
  lines(): Iterable<LineEvent> {
    return linesOf(this.octets);
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

  #nodesUnder(profile: Profile): DocumentNodes {
    let nodes = this.#nodes.get(profile);
    if (nodes === undefined) {
      nodes = collectNodes(this.facts, profile);
      this.#nodes.set(profile, nodes);
    }
    return nodes;
  }
}
