/**
 * The store of `watch`: a line of JSON for the file itself, one for each site, and one for each event that a webhook has not accepted.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Line, LineCutter } from '../../../command-line/src/lines.js';
import { count } from '../../../command-line/src/terminal.js';

/** The states of a site, with their meaning. */
export const STATES = {
  file: 'there is a robots.txt',
  none: 'there is no robots.txt, so everything is allowed',
  'not-a-robots-txt': 'it is an HTML page or the like, not a robots.txt',
  unreachable: 'it cannot be fetched, so crawlers may fetch nothing',
} as const;

export type StateName = keyof typeof STATES;

/** Whether a state is one that nobody wants. */
export function isFailing(state: StateName | undefined): boolean {
  return state === 'unreachable' || state === 'not-a-robots-txt';
}

/** Something that happened to a site. */
export interface WatchEvent {
  /** An id that stays the same if the event is sent again, so that a receiver can recognize repetitions. */
  readonly id: string;
  /** The URL of the robots.txt. */
  readonly url: string;
  /** When it was noticed, as ISO 8601. */
  readonly at: string;
  readonly kind: string;
  /** What happened, in one sentence. */
  readonly title: string;
  /** What opens and closes, and by which lines. */
  readonly details: readonly string[];
}

/** The last rules of a site that are known. */
export interface KnownRules {
  /** The octets of the file, compressed, as Base64. */
  readonly body: string;
  /** Whether there was a file. */
  readonly exists: boolean;
  /** The host that it came from, after redirects. */
  readonly host: string;
}

/** A site that is watched. */
export interface SiteRecord {
  readonly url: string;
  /** When it was last observed, in milliseconds since 1970. */
  readonly observedAt: number;
  readonly state: StateName;
  /** When the state began, in milliseconds since 1970. */
  readonly since: number;
  /** The last known rules; null until the first response with a file, or the first one that says that there is none. */
  readonly rules: KnownRules | null;
  /** The expectations that are not met. */
  readonly broken: readonly string[];
  /** The events of the site, the newest last. */
  readonly history: readonly WatchEvent[];
}

/** An event that a webhook has not accepted yet. */
export interface Pending {
  /** A hash of the webhook's URL, which can be a secret. */
  readonly webhook: string;
  readonly event: WatchEvent;
}

export interface WatchState {
  readonly sites: ReadonlyMap<string, SiteRecord>;
  readonly pending: readonly Pending[];
}

/** How many events of a site are kept. */
export const MAX_HISTORY = 100;

/** How many sites a store can have. */
export const MAX_SITES = 10_000;

const MARK = 'robotstream watch';
const VERSION = 1;

/** The state of a store that does not exist yet. */
export const EMPTY_STATE: WatchState = { sites: new Map(), pending: [] };

/** The lines of a store. */
export function* writtenState({ sites, pending }: WatchState): Generator<string, void> {
  yield `${JSON.stringify({ store: MARK, version: VERSION, lines: sites.size + pending.length })}\n`;
  for (const site of sites.values()) yield `${JSON.stringify({ site })}\n`;
  for (const one of pending) yield `${JSON.stringify({ pending: one })}\n`;
}

/** @throws {Error} if a line is damaged or missing */
export function readState(octets: Buffer): WatchState {
  const sites = new Map<string, SiteRecord>();
  const pending: Pending[] = [];
  const cutter = new LineCutter(octets.length);
  const [first, ...others] = [...cutter.cut(octets), ...cutter.end()];
  if (first === undefined) throw new Error('the file is empty, so it is not a store of robotstream watch');
  const { store, version, lines } = parsed(first);
  if (store !== MARK) throw new Error('the file is not a store of robotstream watch');
  if (version !== VERSION)
    throw new Error(`the store has version ${JSON.stringify(version)}; ${VERSION} is expected`);
  if (typeof lines !== 'number' || !Number.isSafeInteger(lines)) throw damaged(1);
  for (const line of others) {
    const { site, pending: one } = parsed(line);
    if (isSite(site)) sites.set(site.url, site);
    else if (isPending(one)) pending.push(one);
    else throw damaged(line.number);
  }
  if (others.length !== lines)
    throw new Error(
      `the store is damaged: ${count(lines, 'line')} ${lines === 1 ? 'is' : 'are'} expected after the first, not ${others.length}`,
    );
  return { sites, pending };
}

type Fields = { readonly [name: string]: unknown };

function parsed({ number, octets }: Line): Fields {
  try {
    const value: unknown = JSON.parse(String(octets));
    if (isFields(value)) return value;
  } catch {
    if (number === 1) throw new Error('the file is not a store of robotstream watch');
  }
  throw damaged(number);
}

function damaged(line: number): Error {
  return new Error(`the store is damaged in line ${line}`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Whether a value has members of these types. */
function isShaped(value: unknown, types: { readonly [name: string]: string }): value is Fields {
  return isFields(value) && Object.entries(types).every(([name, type]) => typeof value[name] === type);
}

const EVENT = { id: 'string', url: 'string', at: 'string', kind: 'string', title: 'string' };
const RULES = { body: 'string', exists: 'boolean', host: 'string' };
const SITE = { url: 'string', observedAt: 'number', since: 'number', state: 'string' };

function isSite(value: unknown): value is SiteRecord & Fields {
  if (!isShaped(value, SITE)) return false;
  const { state, rules, broken, history } = value;
  const isKnown = Object.hasOwn(STATES, state as string) && (rules === null || isRules(rules));
  return isKnown && isTexts(broken) && Array.isArray(history) && history.every(isEvent);
}

function isRules(value: unknown): boolean {
  try {
    return isShaped(value, RULES) && octetsOfBody(value.body as string) !== null;
  } catch {
    return false;
  }
}

function isEvent(value: unknown): boolean {
  return isShaped(value, EVENT) && isTexts(value.details);
}

function isPending(value: unknown): value is Pending & Fields {
  return isShaped(value, { webhook: 'string' }) && isEvent(value.event);
}

/** The octets of a file as the store keeps them. */
export function bodyOf(octets: Uint8Array): string {
  return gzipSync(octets).toString('base64');
}

/** @throws {Error} if the text is not a compressed file */
export function octetsOfBody(body: string): Uint8Array {
  return gunzipSync(Buffer.from(body, 'base64'));
}
