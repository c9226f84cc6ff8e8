/**
 * A parsed file as objects. Each kind is made when it is first read, and kept.
 */
import type { Diagnostic } from '../diagnostics.js';
import { DEFAULT_PROFILE, type Profile } from '../profiles.js';
import { ROW_LINE, ROW_STRIDE } from '../stream/row.js';
import { diagnoseDocument } from './diagnose.js';
import { GROUP_FIRST, GROUP_STRIDE, type Grouping, groupRows } from './grouping.js';
import { collectLineNodes, type LineNodes } from './line-nodes.js';
import type { CommentNode, ExtensionRecord, Group, OtherRecord, Sitemap } from './nodes.js';
import type { ParsedFile } from './parsed-file.js';
import { groupNode, sitemapNodes } from './row-nodes.js';

/** The nodes of a file: those that all profiles share, and those of each profile. */
export class DocumentNodes {
  readonly file: ParsedFile;
  /** Held weakly, because a program may define a profile for each question. */
  #byProfile: WeakMap<Profile, ProfileNodes> | undefined;
  #sitemaps: readonly Sitemap[] | undefined;
  #diagnostics: readonly Diagnostic[] | undefined;

  constructor(file: ParsedFile) {
    this.file = file;
  }

  /** The nodes as a profile reads the file. */
  under(profile: Profile): ProfileNodes {
    this.#byProfile ??= new WeakMap();
    let nodes = this.#byProfile.get(profile);
    if (nodes === undefined) {
      nodes = new ProfileNodes(this.file, profile);
      this.#byProfile.set(profile, nodes);
    }
    return nodes;
  }

  /** The sitemap lines, as RFC 9309 reads the file. */
  get sitemaps(): readonly Sitemap[] {
    this.#sitemaps ??= sitemapNodes(this.file);
    return this.#sitemaps;
  }

  get diagnostics(): readonly Diagnostic[] {
    const { groups, otherRecords } = this.under(DEFAULT_PROFILE);
    this.#diagnostics ??= diagnoseDocument(this.file, groups, otherRecords);
    return this.#diagnostics;
  }
}

/** The nodes of a file under a profile. */
export class ProfileNodes {
  readonly #file: ParsedFile;
  readonly #profile: Profile;
  readonly #grouping: Grouping;
  /** The groups made so far, by index. */
  readonly #made: Group[] = [];
  #groups: readonly Group[] | undefined;
  #lineNodes: LineNodes | undefined;

  constructor(file: ParsedFile, profile: Profile) {
    this.#file = file;
    this.#profile = profile;
    this.#grouping = groupRows(file, profile);
  }

  /** The groups in file order. */
  get groups(): readonly Group[] {
    this.#groups ??= Array.from({ length: this.#grouping.groupCount }, (_, index) => this.#group(index));
    return this.#groups;
  }

  /** The group that a line belongs to, which is the last that begins at the line or above; null if none does. */
  groupAt(line: number): Group | null {
    const { rows, bounds, groupCount } = this.#grouping;
    let low = 0;
    let high = groupCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      const first = bounds[middle * GROUP_STRIDE + GROUP_FIRST];
      if (rows[first * ROW_STRIDE + ROW_LINE] <= line) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? null : this.#group(low - 1);
  }

  /** Every record that is neither user-agent line, rule nor sitemap, in file order. */
  get otherRecords(): readonly OtherRecord[] {
    return this.#lines.others;
  }

  /** Every comment in file order. */
  get comments(): readonly CommentNode[] {
    return this.#lines.comments;
  }

  #group(index: number): Group {
    this.#made[index] ??= groupNode(this.#file, this.#grouping, index, () => this.#extensions(index));
    return this.#made[index];
  }

  #extensions(index: number): readonly ExtensionRecord[] {
    return this.#lines.extensions.get(index) ?? [];
  }

  get #lines(): LineNodes {
    this.#lineNodes ??= collectLineNodes(this.#file, this.#grouping, this.#profile);
    return this.#lineNodes;
  }
}
