/**
 * What a site and a page say about text and data mining: the TDM Reservation Protocol (W3C Community Group report, TDMRep). The file of the site
 * comes first, then the header, then the page: a later one replaces an earlier one, property by property.
 */
import { isObject, NO_MATCH, PathPatterns } from 'robotstream/internal';
import type { Settings } from '../fetch/settings.js';
import { failureOf, octetsOfFile, openFile } from './site-files.js';

/** A statement about text and data mining. */
export interface TdmStatement {
  readonly source: 'file' | 'header' | 'meta';
  /** 1 if the rights are reserved, 0 if not; null if it does not say, or says anything else. */
  readonly reservation: 0 | 1 | null;
  /** The URL of a policy, as written; null if there is none. */
  readonly policy: string | null;
  /**
   * The text that says so: the rule of the file, as JSON, with null for an object or an array; or the value of the header or the meta element.
   */
  readonly text: string;
}

/** What applies to a page. Plain data. */
export interface TdmReservation {
  /** 1 if the rights are reserved, 0 if not, null if nothing says so. */
  readonly reservation: 0 | 1 | null;
  readonly policy: string | null;
  /** Where `reservation` is from; null if nothing says so. */
  readonly source: TdmStatement['source'] | null;
  /** Everything that is stated, in the order in which it applies. */
  readonly statements: readonly TdmStatement[];
  /** The file of the site. */
  readonly file: TdmFileFacts;
}

/** How the file of the site was obtained. */
export interface TdmFileFacts {
  readonly url: string;
  readonly status: number | null;
  /** In milliseconds since 1970; null if there was no response. */
  readonly fetchedAt: number | null;
  /** Why there is no file to read: one of `ACCESS_FAULTS`, `disallowed`, `deferred`, `not-json`; null if there is one, or none at all. */
  readonly fault: string | null;
  readonly faultMessage: string | null;
}

/** A `tdmrep.json`. */
export interface TdmFile {
  readonly facts: TdmFileFacts;
  readonly rules: readonly TdmRule[];
  /** Its size, if it was read. */
  readonly octets?: number;
}

interface TdmRule {
  readonly location: string;
  readonly reservation: Scalar | undefined;
  readonly policy: Scalar | undefined;
}

type Scalar = string | number | boolean | null;

const PATH = '/.well-known/tdmrep.json';
const MAX_OCTETS = 1024 * 1024;
const NOT_FOUND = new Set([404, 410]);

/** The URL of a site's file. */
export function tdmFileUrl(url: string): string {
  return new URL(PATH, url).href;
}

/**
 * Fetches the file of a site. A failure is a result.
 *
 * @param refusal why it must not be fetched; null if it may be
 * @throws the settings' signal's reason (rejects) if it aborts
 */
export async function fetchTdmFile(
  url: string,
  refusal: { readonly fault: string; readonly message: string } | null,
  settings: Settings,
): Promise<TdmFile> {
  const none = { url, status: null, fetchedAt: null, fault: null, faultMessage: null };
  const without = (facts: TdmFileFacts, fault: string, faultMessage: string): TdmFile => ({
    facts: { ...facts, fault, faultMessage },
    rules: [],
  });
  if (refusal !== null) return without(none, refusal.fault, refusal.message);
  try {
    const limited = { ...settings, maxOctets: MAX_OCTETS };
    const opened = await openFile({
      url: new URL(url),
      site: new URL(url),
      settings: limited,
      redirects: [],
    });
    const { status } = opened;
    const facts = { ...none, status, fetchedAt: settings.clock.now() };
    if (status !== OK) {
      await opened.close();
      return NOT_FOUND.has(status)
        ? { facts, rules: [] }
        : without(facts, 'unexpected-status', `${opened.finalUrl} answered ${status}`);
    }
    const body = await octetsOfFile(opened);
    const rules = rulesIn(body);
    return rules === null
      ? without(facts, 'not-json', 'it is not a JSON array of rules')
      : { facts, rules, octets: body.length };
  } catch (error) {
    settings.signal?.throwIfAborted();
    const { fault, message } = failureOf(error);
    return without(none, fault, message);
  }
}

const OK = 200;

/** The rules of a file; null if it is none. */
function rulesIn(octets: Uint8Array): TdmRule[] | null {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets));
  } catch {
    return null;
  }
  if (!Array.isArray(data)) return null;
  return data.flatMap((rule: unknown) => {
    if (!isObject(rule) || typeof rule.location !== 'string') return [];
    const { location, 'tdm-reservation': reservation, 'tdm-policy': policy } = rule;
    return [{ location, reservation: scalarOf(reservation), policy: scalarOf(policy) }];
  });
}

/** A value of a rule; null for an object or an array, which can be nested so deep that no text can be made of it. */
function scalarOf(value: unknown): Scalar | undefined {
  return typeof value === 'object' ? null : (value as Scalar | undefined);
}

/** What a file says about a URL: its first rule that matches. */
function ruleFor({ rules }: TdmFile, url: string): TdmStatement | null {
  const patterns = new PathPatterns(
    url,
    rules.reduce((sum, { location }) => sum + location.length, 0),
  );
  const rule = rules.find(({ location }) => patterns.lengthOf(location) !== NO_MATCH);
  if (rule === undefined) return null;
  const { location, reservation, policy } = rule;
  const text = JSON.stringify({ location, 'tdm-reservation': reservation, 'tdm-policy': policy });
  return statement('file', reservation, policy, text);
}

/** A statement; null if it states nothing. */
export function statement(
  source: TdmStatement['source'],
  reservation: Scalar | undefined,
  policy: Scalar | undefined,
  text: string,
): TdmStatement | null {
  if (reservation === undefined && policy === undefined) return null;
  const said = String(reservation ?? '').trim();
  return {
    source,
    reservation: said === '1' ? 1 : said === '0' ? 0 : null,
    policy: typeof policy === 'string' && policy.trim() !== '' ? policy.trim() : null,
    text: text.slice(0, MAX_CHARACTERS),
  };
}

/** How much of a statement is kept. */
const MAX_CHARACTERS = 1000;

/** What applies to a page. */
export function reservationOf(
  url: string,
  file: TdmFile,
  ofPage: readonly (TdmStatement | null)[],
): TdmReservation {
  const statements = [ruleFor(file, url), ...ofPage].filter((one) => one !== null);
  const deciding = statements.filter(({ reservation }) => reservation !== null).at(-1);
  return {
    reservation: deciding?.reservation ?? null,
    policy: statements.filter(({ policy }) => policy !== null).at(-1)?.policy ?? null,
    source: deciding?.source ?? null,
    statements,
    file: file.facts,
  };
}
