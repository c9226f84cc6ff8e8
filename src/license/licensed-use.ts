/**
 * What a license file says about one use of one URL (RSL 1.0, sections 3.1.1 and 3.3 to 3.7).
 */
import { NO_MATCH, PathPatterns } from '../match/pattern.js';
import { aString, checkOptions, isArray, isObject, misshapen, oneOf, optionTable } from '../option-checks.js';
import { urlOrNull, urlText } from '../urls.js';
import type {
  LicensedContent,
  LicenseFile,
  LicensePayment,
  LicenseTerms,
  LicenseTokens,
} from './license-file.js';

/** The uses of RSL 1.0, and the broader use that each is a part of. */
const BROADER = {
  all: null,
  'ai-all': 'all',
  'ai-train': 'ai-all',
  'ai-input': 'ai-all',
  'ai-index': 'ai-all',
  search: 'all',
} as const;

/** A use: `all`, `ai-all`, `ai-train`, `ai-input`, `ai-index` or `search`. */
export type LicenseUse = keyof typeof BROADER;

/** The uses of RSL 1.0. */
export const LICENSE_USES = Object.keys(BROADER) as readonly LicenseUse[];

/** Names of uses in drafts of RSL, and in the vocabulary of AI preferences (draft-ietf-aipref-vocab-08). */
const OTHER_NAMES: Readonly<Record<string, LicenseUse>> = { 'train-ai': 'ai-train', 'ai-use': 'ai-input' };

/** Why a use has its outcome, and what that means. */
export const LICENSE_REASONS = {
  permits: 'an element permits the use',
  'not-prohibited': 'a license names no permitted uses, and does not prohibit this one',
  prohibits: 'an element prohibits the use',
  'not-listed': 'a license permits other uses alone',
  'no-content': 'no element of the file is about the URL',
  'depends-on-user': 'the license is for some classes of users alone, and the question names none',
  'depends-on-place': 'the license is for some countries alone, and the question names none',
  'scopes-cross':
    'an element about a narrower part of the site permits the use, and one about a narrower use prohibits it; RSL does not say which decides',
  'unclear-scope': 'an element does not say which URLs it is about in a way that RSL defines',
  'not-understood': 'a license has elements that are not known',
} as const;

/** A key of {@link LICENSE_REASONS}. */
export type LicenseReason = keyof typeof LICENSE_REASONS;

/** What a license file says about one use of one URL. */
export interface LicensedUse {
  /** `unknown` if the file does not say, or RSL leaves it open. It is neither yes nor no. */
  readonly outcome: 'permitted' | 'prohibited' | 'unknown';
  readonly reason: LicenseReason;
  /** The element that decides: `permits`, `prohibits`, `license` or `content`; null if none does. */
  readonly element: string | null;
  /** Its line, from 1; null if none decides. */
  readonly line: number | null;
  /** The terms on which the use is permitted, one for each license that permits it; empty if none does. */
  readonly offers: readonly LicenseOffer[];
}

/** Terms on which a use is permitted. */
export interface LicenseOffer {
  /** The line of the license, from 1. */
  readonly line: number;
  readonly payment: LicensePayment;
  /** What has to be reported, such as `telemetry`. */
  readonly reporting: readonly string[];
  /** The server from which a license must be obtained first; null if none is needed. */
  readonly server: string | null;
  /** The URL of terms for people, as written; null if there is none. */
  readonly terms: string | null;
}

/** Who asks. */
export interface LicensedUseOptions {
  /** The class of the user: `commercial`, `non-commercial`, `education`, `government` or `personal`. Default: not known. */
  readonly user?: (typeof USERS)[number] | undefined;
  /** The country, as two letters (ISO 3166-1), or `EU`. Default: not known. */
  readonly geo?: string | undefined;
}

const USERS = ['commercial', 'non-commercial', 'education', 'government', 'personal'] as const;

const USE_OPTIONS = optionTable<LicensedUseOptions>({ user: oneOf(...USERS), geo: aString });

/**
 * Says whether a license file permits a use of a URL, by which element, and on which terms. Narrower elements decide over broader ones, and of equal
 * ones, one that prohibits. What RSL leaves open is `unknown` (docs/who-may.md).
 *
 * @param file what `readLicense` gives
 * @param url an absolute URL of the site that names the license file
 * @param use one of `LICENSE_USES`; `train-ai` and `ai-use` are taken for `ai-train` and `ai-input`
 * @throws {TypeError} if the file, the URL, the use or an option is not accepted
 * @example
 * ```js
 * import { licensedUse, readLicense } from 'robotstream/license';
 *
 * const file = await readLicense(`
 * <rsl xmlns="https://rslstandard.org/rsl">
 *   <content url="/articles/">
 *     <license><permits type="usage">ai-train</permits><payment type="attribution"/></license>
 *   </content>
 * </rsl>`);
 * const { outcome, line, offers } = licensedUse(file, 'https://example.com/articles/1', 'ai-train');
 * console.log(outcome, line, offers[0].payment.type); // → permitted 4 attribution
 * ```
 */
export function licensedUse(
  file: LicenseFile,
  url: string | URL,
  use: LicenseUse | 'train-ai' | 'ai-use',
  options: LicensedUseOptions = {},
): LicensedUse {
  const asked = typeof use === 'string' ? useNamed(use) : undefined;
  const scopes = scopesFor('licensedUse', file, url, options);
  if (asked === undefined) throw misshapen(use, 'use', `one of ${LICENSE_USES.join(', ')}`);
  return decided(scopes, asked, options);
}

/**
 * Says the same of every use. The URL is compared with the file once.
 *
 * @throws {TypeError} as {@link licensedUse}
 * @example
 * ```js
 * import { licensedUses, readLicense } from 'robotstream/license';
 *
 * const file = await readLicense(`
 * <rsl xmlns="https://rslstandard.org/rsl">
 *   <content url="/"><license><permits type="usage">search</permits></license></content>
 * </rsl>`);
 * const uses = licensedUses(file, 'https://example.com/');
 * console.log(uses.search.outcome, uses['ai-train'].outcome); // → permitted prohibited
 * ```
 */
export function licensedUses(
  file: LicenseFile,
  url: string | URL,
  options: LicensedUseOptions = {},
): Readonly<Record<LicenseUse, LicensedUse>> {
  const scopes = scopesFor('licensedUses', file, url, options);
  const uses = LICENSE_USES.map((use) => [use, decided(scopes, use, options)] as const);
  return Object.fromEntries(uses) as Record<LicenseUse, LicensedUse>;
}

const LICENSE_FILE = 'what readLicense() gives, or its JSON,';

function scopesFor(
  name: string,
  file: LicenseFile,
  url: string | URL,
  options: LicensedUseOptions,
): readonly Scope[] {
  checkOptions(name, options, USE_OPTIONS);
  if (!isObject(file) || !isArray(file.contents)) throw misshapen(file, 'file', LICENSE_FILE);
  file.contents.forEach((content, i) => {
    const isContent = isObject(content) && typeof content.url === 'string' && isArray(content.licenses);
    const terms = isContent ? (content.licenses as readonly unknown[]) : [];
    if (
      !isContent ||
      !terms.every((one) => isObject(one) && isObject(one.permits) && isObject(one.prohibits))
    )
      throw misshapen(content, `file.contents[${i}]`, `a content of ${LICENSE_FILE}`);
  });
  const page = urlOrNull(urlText(url));
  if (page === null || !/^https?:$/.test(page.protocol))
    throw misshapen(url, 'url', 'an absolute http or https URL');
  return scopesOf(file.contents as readonly LicensedContent[], page);
}

function useNamed(token: string): LicenseUse | undefined {
  if (Object.hasOwn(OTHER_NAMES, token)) return OTHER_NAMES[token];
  return Object.hasOwn(BROADER, token) ? (token as LicenseUse) : undefined;
}

/** Contents that are about the URL by patterns of one length, or those of which that is not clear. */
interface Scope {
  /** The length of the patterns, as for rules of robots.txt; {@link UNCLEAR} if it is not clear whether they match. */
  readonly length: number;
  readonly contents: readonly LicensedContent[];
}

/** The contents that are about a URL, by scope, the narrowest first; unclear ones last. */
function scopesOf(contents: readonly LicensedContent[], page: URL): readonly Scope[] {
  const patternOctets = contents.reduce((sum, { url }) => sum + url.length, 0);
  const patterns = new PathPatterns(page.href, patternOctets);
  const found = new Map<number, LicensedContent[]>();
  for (const content of contents) {
    const pattern = patternFor(content.url, page);
    if (pattern === null) continue;
    const length = pattern === undefined ? UNCLEAR : patterns.lengthOf(pattern);
    if (length === NO_MATCH) continue;
    const known = found.get(length);
    if (known === undefined) found.set(length, [content]);
    else known.push(content);
  }
  return Array.from(found, ([length, same]) => ({ length, contents: same })).sort(
    (a, b) => b.length - a.length,
  );
}

const UNCLEAR = -2;

/** The path pattern of a `content` for a page; null if it is about another origin; undefined if that is not clear. */
function patternFor(url: string, page: URL): string | null | undefined {
  if (/^[/*]/.test(url) && !url.startsWith('//')) return url;
  const [, origin = '', path = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^#]*)/i.exec(url) ?? [];
  const parsed = urlOrNull(origin);
  if (parsed === null || parsed.host.includes('*')) return undefined;
  if (parsed.origin !== page.origin) return null;
  return path.startsWith('/') ? path : `/${path}`;
}

/** What a license says about a use. `rank` is how narrow the use is that it names. */
interface Statement {
  readonly kind: 'permits' | 'not-prohibited' | 'prohibits' | 'not-listed' | 'unclear';
  readonly rank: number;
  readonly reason: LicenseReason;
  readonly element: string;
  readonly line: number;
  readonly license: LicenseTerms;
  readonly content: LicensedContent;
}

/** The rank of the use that was asked about; a broader use has a lower one. */
const EXACT = 2;

/** How narrow the narrowest token is that has a part in a use; -1 if none has. */
function rankOf({ tokens }: LicenseTokens, asked: LicenseUse, isCovered: boolean): number {
  let rank = -1;
  for (const token of tokens) {
    const use = useNamed(token);
    if (use === undefined) continue;
    const steps = stepsUp(asked, use);
    if (steps >= 0) rank = Math.max(rank, EXACT - steps);
    // A part of the use that is prohibited: the use as a whole is not permitted.
    else if (!isCovered && stepsUp(use, asked) > 0) rank = EXACT;
  }
  return rank;
}

/** How many steps lead from a use up to a broader one; -1 if none do. */
function stepsUp(use: LicenseUse, to: LicenseUse): number {
  let steps = 0;
  for (let at: LicenseUse | null = use; at !== null; at = BROADER[at], steps++) if (at === to) return steps;
  return -1;
}

function statementOf(
  license: LicenseTerms,
  content: LicensedContent,
  asked: LicenseUse,
  { user, geo }: LicensedUseOptions,
): Statement {
  const { permits, prohibits } = license;
  const of = (
    kind: Statement['kind'],
    reason: LicenseReason,
    element: string,
    { line }: { readonly line: number },
    rank = EXACT,
  ): Statement => ({ kind, rank, reason, element, line, license, content });
  const against = prohibits.usage === undefined ? -1 : rankOf(prohibits.usage, asked, false);
  const inFavour = permits.usage === undefined ? -1 : rankOf(permits.usage, asked, true);
  if (prohibits.usage !== undefined && against >= 0 && against >= inFavour)
    return of('prohibits', 'prohibits', 'prohibits', prohibits.usage, against);
  if (permits.usage !== undefined && inFavour < 0)
    return of('not-listed', 'not-listed', 'permits', permits.usage);
  for (const [scope, asking] of [
    ['user', user],
    ['geo', geo?.toUpperCase()],
  ] as const) {
    const [some, none] = [permits[scope], prohibits[scope]];
    const element = some ?? none;
    if (element === undefined) continue;
    const name = some === undefined ? 'prohibits' : 'permits';
    if (asking === undefined)
      return of('unclear', scope === 'user' ? 'depends-on-user' : 'depends-on-place', name, element);
    if (some?.tokens.includes(asking) === false || none?.tokens.includes(asking) === true)
      return of('not-listed', 'not-listed', name, element);
  }
  if (!license.isUnderstood) return of('unclear', 'not-understood', 'license', license);
  return permits.usage === undefined
    ? of('not-prohibited', 'not-prohibited', 'license', license, 0)
    : of('permits', 'permits', 'permits', permits.usage, inFavour);
}

/** What decides within one scope. */
interface Decision {
  readonly outcome: LicensedUse['outcome'];
  readonly by: Statement;
  readonly granting: readonly Statement[];
}

function decisionIn({ contents }: Scope, asked: LicenseUse, options: LicensedUseOptions): Decision | null {
  const statements = contents.flatMap((content) =>
    content.licenses.map((license) => statementOf(license, content, asked, options)),
  );
  const named = statements.filter(({ kind }) => kind === 'permits' || kind === 'prohibits');
  const narrowest = named.reduce((rank, one) => Math.max(rank, one.rank), -1);
  const against = named.find(({ kind, rank }) => kind === 'prohibits' && rank === narrowest);
  if (against !== undefined) return { outcome: 'prohibited', by: against, granting: [] };
  const unclear = statements.find(({ kind }) => kind === 'unclear');
  const permitting = named.filter(({ kind, rank }) => kind === 'permits' && rank === narrowest);
  const granting = [...permitting, ...statements.filter(({ kind }) => kind === 'not-prohibited')];
  const [first] = granting;
  if (unclear !== undefined && (first === undefined || unclear.reason === 'not-understood'))
    return { outcome: 'unknown', by: unclear, granting: [] };
  if (first !== undefined) return { outcome: 'permitted', by: first, granting };
  const [unlisted] = statements;
  return unlisted === undefined ? null : { outcome: 'prohibited', by: unlisted, granting: [] };
}

function decided(scopes: readonly Scope[], asked: LicenseUse, options: LicensedUseOptions): LicensedUse {
  const unclear = scopes.find(({ length }) => length === UNCLEAR)?.contents[0];
  if (unclear !== undefined) return unknown('unclear-scope', 'content', unclear.line);
  const decisions = scopes.flatMap((scope) => decisionIn(scope, asked, options) ?? []);
  const [narrowest, ...broader] = decisions;
  if (narrowest === undefined) return unknown('no-content', null, null);
  const { outcome, by, granting } = narrowest;
  const { reason, element, line } = by;
  if (outcome === 'unknown') return unknown(reason, element, line);
  // In doubt, a file is read so that it grants no more than it says (section 3.1.1).
  const crossing = broader.find((one) => one.outcome === 'prohibited' && one.by.rank > by.rank);
  if (outcome === 'permitted' && crossing !== undefined)
    return unknown('scopes-cross', crossing.by.element, crossing.by.line);
  const offers = granting.map(({ license, content }) => ({
    line: license.line,
    payment: license.payment,
    reporting: license.reporting,
    server: content.server,
    terms: content.terms,
  }));
  return { outcome, reason, element, line, offers };
}

function unknown(reason: LicenseReason, element: string | null, line: number | null): LicensedUse {
  return { outcome: 'unknown', reason, element, line, offers: [] };
}
