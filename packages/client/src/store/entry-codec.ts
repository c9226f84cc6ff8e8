/**
 * Records as text, for stores: three parts separated by line ends.
 *
 *     robotstream-cache <version> <digest of the rest>
 *     <the facts, JSON>
 *     text:<the file>   or   base64:<the file>   or   nothing
 *
 * The version goes up whenever an older reader would misread an entry. Readers treat unknown versions as misses, as
 * well as text that is not an entry, is damaged, or is about another file. Reading never throws.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { fileOf, isObject, RobotsDocument } from 'robotstream/internal';
import { ACCESS_FAULTS } from '../fetch/faults.js';
import { type AccessFacts, parseToKeep } from '../fetch/result.js';
import { MAX_LIFETIME_MS } from '../memory/freshness.js';
import { type Absence, type CacheRecord, type Copy, isFromFuture } from '../memory/record.js';

/** The version written. */
const VERSION = 2;
const MAGIC = 'robotstream-cache';
const HEAD = new RegExp(`^${MAGIC} (\\d+) ([\\w-]+)\\n`);
const TEXT = 'text:';
const BASE64 = 'base64:';

/** Why something read from a store is not used. */
export const DISCARD_REASONS = {
  foreign: 'It is not an entry of this package, or is an entry about another file.',
  version: 'Its version is unknown to this version of the package.',
  corrupt: 'Its digest or its shape is wrong.',
  'user-agent': 'It was fetched under another User-Agent, and applies to that one alone (RFC 9111 §4.1).',
  'parsing-limit': 'The file was cut at a parsing limit lower than that of this client.',
  future: 'It was written by a machine whose clock is minutes ahead.',
} as const;

/** Why an entry of a store was discarded. */
export type DiscardReason = keyof typeof DISCARD_REASONS;

/** What a reader needs entries for. */
export interface ReadContext {
  readonly robotsUrl: string;
  readonly userAgent: string;
  /** The parsing limit in octets. */
  readonly maxOctets: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A copy without what its octets say. */
type StoredCopy = Omit<Copy, 'document'> & {
  readonly size: number;
  readonly truncated: boolean;
  readonly maxOctets: number | null;
};

type StoredRecord = Omit<CacheRecord, 'copy'> & { readonly copy: StoredCopy | null };

/** A record as text, without a copy that must not be stored. */
export function encodeRecord(record: CacheRecord): string {
  const copy = record.copy?.storable ? record.copy : null;
  const stored: StoredRecord = { ...record, copy: copy && storedCopy(copy) };
  const rest = `${JSON.stringify(stored)}\n${copy === null ? '' : encodeOctets(fileOf(copy.document).octets)}`;
  return `${MAGIC} ${VERSION} ${digestOf(rest)}\n${rest}`;
}

/** The record in a text, or why it is not used. Never throws. */
export function decodeRecord(value: unknown, context: ReadContext): CacheRecord | DiscardReason {
  if (typeof value !== 'string') return 'foreign';
  const head = HEAD.exec(value);
  if (head === null) return 'foreign';
  if (Number(head[1]) !== VERSION) return 'version';
  const rest = value.slice(head[0].length);
  if (digestOf(rest) !== head[2]) return 'corrupt';
  const end = rest.indexOf('\n');
  const stored = parseFacts(rest.slice(0, end));
  if (stored === undefined) return 'corrupt';
  if (stored.robotsUrl !== context.robotsUrl) return 'foreign';
  if (isFromFuture(stored.learntAt, context.now)) return 'future';
  if (stored.userAgent !== context.userAgent && !holdsForEveryUserAgent(stored)) return 'user-agent';
  if (stored.copy === null) return { ...stored, copy: null };
  if (stored.copy.truncated && (stored.copy.maxOctets ?? Infinity) < context.maxOctets)
    return 'parsing-limit';
  const octets = decodeOctets(rest.slice(end + 1));
  return octets === undefined ? 'corrupt' : { ...stored, copy: copyOf(stored.copy, octets, context) };
}

function storedCopy({ document, ...copy }: Copy): StoredCopy {
  const { size, truncated } = document;
  const limit = fileOf(document).facts.maxOctets;
  // JSON knows no Infinity.
  return { ...copy, size, truncated, maxOctets: Number.isFinite(limit) ? limit : null };
}

function copyOf(stored: StoredCopy, octets: Uint8Array, { maxOctets }: ReadContext): Copy {
  const { size, truncated, maxOctets: heldTo, ...copy } = stored;
  let document = parseToKeep(octets, maxOctets);
  if (truncated && !document.truncated) {
    const file = fileOf(document);
    const facts = { ...file.facts, size, truncated, maxOctets: heldTo ?? Infinity };
    document = new RobotsDocument(file.copy(facts));
  }
  return { ...copy, document };
}

/**
 * Whether every crawler may use a record. A file applies to all of them unless the server says that it varies. A refusal or
 * an outage may be meant for one crawler alone, whatever the headers say.
 */
export function holdsForEveryUserAgent({
  copy,
  absence,
}: {
  readonly copy: Pick<Copy, 'facts'> | null;
  readonly absence: Absence | null;
}): boolean {
  if (absence !== null || copy === null) return false;
  const fields = copy.facts.headers.vary?.toLowerCase().split(',') ?? [];
  return !fields.some((field) => field.trim() === 'user-agent' || field.trim() === '*');
}

/** As text where that is lossless, so that people can read a store. */
function encodeOctets(octets: Uint8Array): string {
  const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  return isUtf8(buffer) ? TEXT + buffer.toString() : BASE64 + buffer.toString('base64');
}

function decodeOctets(text: string): Uint8Array | undefined {
  if (text.startsWith(TEXT)) return new TextEncoder().encode(text.slice(TEXT.length));
  if (text.startsWith(BASE64)) return Buffer.from(text.slice(BASE64.length), 'base64');
  return undefined;
}

/** Detects entries that were cut or altered by accident. It does not protect from programs that can write to the store. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function parseFacts(json: string): StoredRecord | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isStoredRecord(value) && isCoherent(value as StoredRecord) ? (value as StoredRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the times of a record are consistent: none is later than the fetch, except those that a lifetime sets. */
function isCoherent({ learntAt, copy, absence }: StoredRecord): boolean {
  if (copy === null && absence === null) return false;
  const { fetchedAt = learntAt, validatedAt = learntAt, lifetimeMs = 0 } = copy ?? {};
  const { since = learntAt, nextAt = learntAt } = absence ?? {};
  return (
    fetchedAt <= validatedAt &&
    validatedAt <= learntAt &&
    since <= learntAt &&
    lifetimeMs <= MAX_LIFETIME_MS &&
    nextAt - learntAt <= MAX_LIFETIME_MS
  );
}

const isFacts = hasFields({
  robotsUrl: isText,
  finalUrl: isText,
  status: isNullOr(isNumber),
  redirects: isListOf(hasFields({ url: isText, status: isNumber, location: isNullOr(isText) })),
  headers: isMapOf(isText),
  octets: isCount,
  encodedOctets: isCount,
  timings: hasFields({
    startedAt: isNumber,
    connectMs: isNullOr(isNumber),
    headersMs: isNullOr(isNumber),
    bodyMs: isNullOr(isNumber),
    totalMs: isNumber,
  } satisfies Checks<AccessFacts['timings']>),
  profile: isText,
} satisfies Checks<AccessFacts>);

const isStoredRecord = hasFields({
  robotsUrl: isText,
  userAgent: isText,
  learntAt: isNumber,
  copy: isNullOr(
    hasFields({
      facts: isFacts,
      fetchedAt: isNumber,
      validatedAt: isNumber,
      lifetimeMs: isCount,
      storable: isFlag,
      size: isCount,
      truncated: isFlag,
      maxOctets: isNullOr(isNumber),
    } satisfies Checks<StoredCopy>),
  ),
  absence: isNullOr(
    hasFields({
      outcome: isOneOf('unavailable', 'unreachable'),
      meaning: isOneOf('allow-all', 'disallow-all'),
      facts: isFacts,
      fault: isNullOr(isOneOf(...ACCESS_FAULTS)),
      message: isNullOr(isText),
      since: isNumber,
      attempts: isCount,
      nextAt: isNumber,
      isTransient: isFlag,
      isLocal: isFlag,
    } satisfies Checks<Absence>),
  ),
} satisfies Checks<StoredRecord>);

/** A check for every field of a type. When a field is added, the compiler requires a check for it. */
type Checks<Shape> = { readonly [field in keyof Shape]: (value: unknown) => boolean };

/** Whether a value read from JSON has a shape. */
type Check = (value: unknown) => boolean;

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return isNumber(value) && (value as number) >= 0;
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isNullOr(check: Check): Check {
  return (value) => value === null || check(value);
}

function isOneOf(...choices: readonly unknown[]): Check {
  return (value) => choices.includes(value);
}

function isListOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** An object whose values all pass. */
function isMapOf(check: Check): Check {
  return (value) => isObject(value) && Object.values(value).every(check);
}

/** An object that has at least these fields, each passing its check. */
function hasFields(fields: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(fields);
  return (value) => isObject(value) && entries.every(([name, check]) => check(value[name]));
}
