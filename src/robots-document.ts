/**
 * The document: what a robots.txt says, and what it means to a caller.
 */
import { diagnoseDocument } from './ast/diagnose.js';
import { PerProfile, type RobotsFile } from './ast/file.js';
import { eventsOf } from './ast/file-rows.js';
import { firstLineOf } from './ast/groups.js';
import { membersOf, sitemapsOf } from './ast/node-classes.js';
import type * as Nodes from './ast/nodes.js';
import * as Values from './ast/values.js';
import type { Diagnostic } from './diagnostics.js';
import { INSPECT, type Inspect, inspected } from './inspect.js';
import { CallerRules, firstValue, type ProfileRules, viewOf } from './match/caller-rules.js';
import { MATCHER_OPTIONS, Matcher, type MatcherOptions } from './match/matcher.js';
import {
  type Caller,
  callersFor,
  callersOf,
  callersOfOptions,
  plainCallers,
  readingOf,
  SELECTION_OPTIONS,
  type SelectionOptions,
} from './match/select/callers.js';
import {
  anInstance,
  aString,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  isArray,
  misshapen,
  NO_OPTIONS,
  type OptionCheck,
  optionTable,
} from './option-checks.js';
import { type AnyProfile, DEFAULT_PROFILE, type Profile, resolveProfile } from './profiles.js';
import type { LineEvent } from './stream/events.js';
import type { ByteOrderMark } from './stream/read-line.js';
import { urlText } from './urls.js';
import { type ContentUsageOptions, contentUsageOfHeader, vocabularyOf } from './usage/content-usage.js';
import { diagnoseUsage } from './usage/diagnose.js';
import { DocumentUsage } from './usage/document-usage.js';
import { type Usage, UsageQuestion } from './usage/usage.js';

/** How usage preferences are read. */
export interface UsageOptions extends SelectionOptions, ContentUsageOptions {
  /** The HTTP header `Content-Usage` that came with the content, to be combined with what the file says. */
  readonly header?: string | readonly string[] | undefined;
}

const USAGE_OPTIONS = [
  ...SELECTION_OPTIONS,
  ...optionTable<Omit<UsageOptions, 'profile'>>({ vocabulary: checkedElsewhere, header: checkedElsewhere }),
];

/** What JSON has of a document. */
const DOCUMENT_MEMBERS = [
  ...(['size', 'lineCount', 'truncated', 'byteOrderMark'] as const),
  ...(['groups', 'sitemaps', 'licenses', 'otherRecords', 'comments', 'diagnostics'] as const),
];

/** The file of a document. Only this package reads it: programs get copies of the octets. */
export function fileOf(document: RobotsDocument): RobotsFile {
  return RobotsDocument.fileOf(document);
}

/** Another document of the same file. It keeps what is made of the file, which the first document then does not. */
export function copyOf(document: RobotsDocument): RobotsDocument {
  return new RobotsDocument(fileOf(document).copy());
}

/** A document as a profile reads it: for questions about its rows, in this package. */
export function viewUnder(document: RobotsDocument, profile: Profile): ProfileRules {
  return RobotsDocument.viewUnder(document, profile);
}

/** The usage records of a document as a profile reads them: for questions about many crawlers, in this package. */
export function usageUnder(document: RobotsDocument, profile: Profile): DocumentUsage {
  return RobotsDocument.usageUnder(document, profile);
}

/**
 * A robots.txt. It decides whether callers may fetch URLs, and has the file's records, diagnostics and octets. Lists of
 * records are made when they are first read, and kept. They are what RFC 9309 reads, unless a profile is named.
 *
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 *
 * const document = parseSync('User-agent: *\nDisalow: /private/\n');
 * console.log(document.groups[0].rules[0].directive); // → disallow
 * console.log(document.diagnostics[0].code); // → misspelled-field
 * ```
 */
export class RobotsDocument {
  readonly #file: RobotsFile;
  #octets: Uint8Array | undefined;
  #views: PerProfile<ProfileRules> | undefined;
  #usage: PerProfile<DocumentUsage> | undefined;
  #sitemaps: readonly Nodes.Sitemap[] | undefined;
  #diagnostics: readonly Diagnostic[] | undefined;

  /** @internal {@link fileOf} */
  static fileOf(document: RobotsDocument): RobotsFile {
    return document.#file;
  }

  /** @internal {@link usageUnder} */
  static usageUnder(document: RobotsDocument, profile: Profile): DocumentUsage {
    document.#usage ??= new PerProfile();
    return document.#usage.get(profile, (one) => new DocumentUsage(RobotsDocument.viewUnder(document, one)));
  }

  /** @internal {@link viewUnder}. A private method that is not static would make documents slower (docs/internals/scanner.md). */
  static viewUnder(document: RobotsDocument, profile: AnyProfile | undefined): ProfileRules {
    document.#views ??= new PerProfile();
    return document.#views.get(resolveProfile(profile), (one) => viewOf(document.#file, one));
  }

  /** @hidden */
  constructor(file: RobotsFile) {
    this.#file = file;
  }

  /**
   * The octets of all whole lines: those of the file, unless the parsing limit cut it. A copy in memory of its own, made when it is first
   * read and then kept: if you write to it or transfer it, nothing else changes.
   */
  get octets(): Uint8Array {
    this.#octets ??= this.#file.octets.slice();
    return this.#octets;
  }

  /** How many octets were taken from the source. */
  get size(): number {
    return this.#file.facts.size;
  }

  /** How many lines the file has. */
  get lineCount(): number {
    return this.#file.lines.lineCount;
  }

  /** Whether the parsing limit cut the file short (RFC 9309 §2.5). */
  get truncated(): boolean {
    return this.#file.facts.truncated;
  }

  /** How much of a UTF-8 byte order mark the file starts with. */
  get byteOrderMark(): ByteOrderMark {
    return this.#file.facts.byteOrderMark;
  }

  /**
   * Makes a matcher: it decides about URLs for one caller under one profile.
   *
   * ```ts
   * document.matcher({ agents: 'FooBot' });
   * document.matcher({ crawler: 'Googlebot-News', profile: 'google' });
   * ```
   *
   * @throws {TypeError} if not one of `agents` and `crawler` is given; if an agent is not a product token; if there is no
   *   such crawler or profile
   */
  matcher(options: MatcherOptions): Matcher {
    checkOptions('matcher', options, MATCHER_OPTIONS);
    const callers = callersOfOptions(options);
    return new Matcher(RobotsDocument.viewUnder(this, readingOf(options, options.profile)), callers);
  }

  /**
   * Makes the matchers of several callers under one profile. Each decides for its own caller alone. Callers that obey the same
   * groups share one index.
   *
   * ```ts
   * const [googlebot, gptBot] = document.matchers(['Googlebot', 'GPTBot']);
   * ```
   *
   * @param callers a product token each, several that are obeyed together, or a crawler, such as `{ crawler: 'Googlebot-News' }`
   * @returns the matchers in the order of the callers
   * @throws {TypeError} if `callers` is no list, one of them is not as described, or there is no such profile
   */
  matchers(callers: readonly Caller[], options: SelectionOptions = NO_OPTIONS): Matcher[] {
    if (options !== NO_OPTIONS) checkOptions('matchers', options, SELECTION_OPTIONS);
    const view = RobotsDocument.viewUnder(this, options.profile);
    if (!isArray(callers)) throw misshapen(callers, 'callers', 'a list of callers');
    if (callers.length > 1) this.#file.isAsked = true;
    const matchers: Matcher[] = [];
    for (let i = 0; i < callers.length; i++) {
      const caller = callers[i] as Caller;
      const names = plainCallers(caller) ?? callersFor(caller, `callers[${i}]`);
      const reading = readingOf(caller, options.profile);
      matchers.push(
        new Matcher(reading === options.profile ? view : RobotsDocument.viewUnder(this, reading), names),
      );
    }
    return matchers;
  }

  /**
   * Finds the first of a crawler's names that the file names. Crawlers with several tokens need it, such as Googlebot-News,
   * which obeys the groups of Googlebot if there are none of its own (docs/semantics.md §4.1).
   *
   * @param preferences product tokens, the preferred one first
   * @returns the name as given, or `undefined` if the file names none of them
   * @throws {TypeError} if there is no name, or one is not a product token
   */
  selectAgent(preferences: readonly string[], options: SelectionOptions = {}): string | undefined {
    checkOptions('selectAgent', options, SELECTION_OPTIONS);
    const view = RobotsDocument.viewUnder(this, options.profile);
    if (!isArray(preferences)) throw misshapen(preferences, 'preferences', 'a list of product tokens');
    const names = Array.from(preferences as readonly string[]);
    callersOf(names, 'preferences'); // every name is checked, also those after the one that is found
    return names.find((name) => view.selectionOf(callersOf(name)).selectedBy === 'name');
  }

  /**
   * How many seconds a caller should wait between two requests: the first well-formed `Crawl-delay` that applies to it.
   *
   * @returns `undefined` if none applies
   * @param agents product tokens, or a crawler, such as `{ crawler: 'Googlebot-News' }`
   * @throws {TypeError} if there is no agent, one is not a product token, or there is no such crawler
   */
  crawlDelay(agents: Caller, options: SelectionOptions = {}): number | undefined {
    checkOptions('crawlDelay', options, SELECTION_OPTIONS);
    return firstValue(this.extensions(agents, 'crawl-delay', options), Values.parseCrawlDelay);
  }

  /**
   * How often a caller may fetch a page: the first well-formed `Request-rate` that applies to it.
   *
   * @returns `undefined` if none applies
   * @param agents product tokens, or a crawler, such as `{ crawler: 'Googlebot-News' }`
   * @throws {TypeError} if there is no agent, one is not a product token, or there is no such crawler
   */
  requestRate(agents: Caller, options: SelectionOptions = {}): Nodes.RequestRate | undefined {
    checkOptions('requestRate', options, SELECTION_OPTIONS);
    return firstValue(this.extensions(agents, 'request-rate', options), Values.parseRequestRate);
  }

  /**
   * The time of day at which a caller should visit: the first well-formed `Visit-time` that applies to it.
   *
   * @returns `undefined` if none applies
   * @param agents product tokens, or a crawler, such as `{ crawler: 'Googlebot-News' }`
   * @throws {TypeError} if there is no agent, one is not a product token, or there is no such crawler
   */
  visitTime(agents: Caller, options: SelectionOptions = {}): Nodes.VisitTime | undefined {
    checkOptions('visitTime', options, SELECTION_OPTIONS);
    return firstValue(this.extensions(agents, 'visit-time', options), Values.parseVisitTime);
  }

  /**
   * The records with a field that apply to a caller, in file order: those below the user-agent line that names it, in the groups
   * that it obeys (docs/semantics.md §3.4).
   *
   * @param field such as `Content-Signal`; case does not matter
   * @param agents product tokens, or a crawler, such as `{ crawler: 'Googlebot-News' }`
   * @throws {TypeError} if there is no agent, one is not a product token, or there is no such crawler
   */
  extensions(
    agents: Caller,
    field: string,
    options: SelectionOptions = {},
  ): readonly Nodes.ExtensionRecord[] {
    checkOptions('extensions', options, SELECTION_OPTIONS);
    aString(field, 'field');
    const callers = callersFor(agents);
    const view = RobotsDocument.viewUnder(this, readingOf(agents, options.profile));
    return new CallerRules(view, callers).extensions(field.toLowerCase());
  }

  /**
   * What the file says that a caller may use the content of a URL for, apart from access: `Content-Usage`, `Content-Signal`, and
   * other records about usage (docs/usage.md). No preference applies to a URL that the caller may not fetch.
   *
   * @param agents product tokens, or a crawler, such as `{ crawler: 'GPTBot' }`
   * @param url as for `Matcher.isAllowed`
   * @throws {TypeError} if an agent, the crawler, the URL or an option is not accepted
   */
  usage(agents: Caller, url: string | URL, options: UsageOptions = {}): Usage {
    checkOptions('usage', options, USAGE_OPTIONS);
    const callers = callersFor(agents);
    const profile = resolveProfile(readingOf(agents, options.profile));
    const vocabulary = vocabularyOf(options.vocabulary);
    const { header } = options;
    const ofHeader = header === undefined ? undefined : contentUsageOfHeader(header, { vocabulary });
    const text = urlText(url);
    const matcher = new Matcher(RobotsDocument.viewUnder(this, profile), callers);
    return new UsageQuestion(usageUnder(this, profile), text, { vocabulary, ofHeader }).of(matcher);
  }

  /** The groups in file order. */
  get groups(): readonly Nodes.Group[] {
    return RobotsDocument.viewUnder(this, DEFAULT_PROFILE).groups;
  }

  /**
   * The groups in file order, as a profile reads them.
   *
   * @param profile a profile or the name of one; default `rfc9309`
   * @throws {TypeError} if there is no such profile
   */
  groupsUnder(profile?: AnyProfile): readonly Nodes.Group[] {
    return RobotsDocument.viewUnder(this, profile).groups;
  }

  /**
   * The group that a line belongs to, as a profile reads the file.
   *
   * @param line the number of a user-agent line or a rule, from 1; 0 is above every group
   * @returns null for lines above the first group
   * @throws {TypeError} if the line is not a number, or there is no such profile
   * @throws {RangeError} if the line is not a whole number from 0
   */
  groupAt(line: number, profile?: AnyProfile): Nodes.Group | null {
    aWholeNumber(0, Number.MAX_SAFE_INTEGER)(line, 'line');
    return RobotsDocument.viewUnder(this, profile).groupAt(line);
  }

  /** The sitemap lines in file order. They belong to no group (docs/semantics.md §3.5). */
  get sitemaps(): readonly Nodes.Sitemap[] {
    this.#sitemaps ??= sitemapsOf(this.#file);
    return this.#sitemaps;
  }

  /** Every record that is neither user-agent line, rule nor sitemap, in file order. */
  get otherRecords(): readonly Nodes.OtherRecord[] {
    return RobotsDocument.viewUnder(this, DEFAULT_PROFILE).otherRecords;
  }

  /** The other records with a field, in file order. Case does not matter. */
  records(field: string): readonly Nodes.OtherRecord[] {
    aString(field, 'field');
    const name = field.toLowerCase();
    return this.otherRecords.filter((record) => record.name === name);
  }

  /**
   * The license lines (RSL 1.0) in file order, wherever they are: `usage` says which of them are for a crawler. They are other records, so no group
   * begins or ends with them, and no verdict depends on them.
   */
  get licenses(): readonly Nodes.License[] {
    return this.records('license').map(Values.licenseOf);
  }

  /** The value of the first `Host` record that has one (Yandex: the main mirror of the site); `undefined` if there is none. */
  get host(): string | undefined {
    return this.records('host').find(({ value }) => value.end > value.start)?.value.text;
  }

  /** The well-formed `Clean-param` records (Yandex) in file order. */
  get cleanParams(): readonly Nodes.CleanParam[] {
    return this.records('clean-param').flatMap(({ line, field, value }) => {
      const parsed = Values.parseCleanParam(value.text);
      return parsed === undefined ? [] : [{ line, field, value, ...parsed }];
    });
  }

  /** Every comment in file order, those after a record included. */
  get comments(): readonly Nodes.CommentNode[] {
    return RobotsDocument.viewUnder(this, DEFAULT_PROFILE).comments;
  }

  /** Every problem of the file, in file order. */
  get diagnostics(): readonly Diagnostic[] {
    this.#diagnostics ??= diagnosticsOf(RobotsDocument.viewUnder(this, DEFAULT_PROFILE));
    return this.#diagnostics;
  }

  /** The lines as events. They are read from the octets each time. */
  lines(): Iterable<LineEvent> {
    return eventsOf(this.#file);
  }

  /** The document as plain data, which is what `robotstream parse --json` prints. */
  toJSON(): object {
    return membersOf(this, DOCUMENT_MEMBERS);
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected('RobotsDocument', this.toJSON(), depth, options, inspect);
  }
}

/** The diagnostics of a file's lines, and those of what it says about usage, in file order. */
function diagnosticsOf({ grouping, otherRecords }: ProfileRules): readonly Diagnostic[] {
  const firstAgentLine = firstLineOf(grouping);
  return [
    ...diagnoseDocument(grouping, otherRecords, firstAgentLine),
    ...diagnoseUsage(otherRecords, firstAgentLine),
  ].sort((a, b) => a.line - b.line);
}

/** The value is a document. */
export const aDocument: OptionCheck = anInstance(
  RobotsDocument,
  'a document, as parse and parseSync return it,',
);
