/**
 * Records as text, for stores: three parts divided by line ends.
 *
 *     robotstream-cache <version> <digest of the rest>
 *     <the facts, JSON>
 *     text:<the file>   or   base64:<the file>   or   nothing
 *
 * The version counts up whenever an older reader would misread; a reader takes every version it knows and treats others as a
 * miss. So does it treat whatever is no entry, is not whole, or is about something else: reading never throws.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { ACCESS_FAULTS } from '../access/faults.js';
import type { AccessFacts } from '../access/result.js';
import { parseSync, RobotsDocument } from '../robots-document.js';
import type { Absence, CacheRecord, Copy } from './record.js';
import { hasFields, isFlag, isListOf, isMapOf, isNullOr, isNumber, isOneOf, isText } from './shape.js';

/** The version written. */
const VERSION = 1;
const MAGIC = 'robotstream-cache';
const HEAD = new RegExp(`^${MAGIC} (\\d+) ([\\w-]+)\\n`);
const TEXT = 'text:';
const BASE64 = 'base64:';

/** Why something read from a store is not used. */
export const DISCARD_REASONS = {
  foreign: 'It is no entry of this package, or an entry about something else.',
  version: 'It is of a version that this one does not know.',
  corrupt: 'Its digest or its shape is wrong.',
  'user-agent':
    'The server answers each User-Agent differently, and it was had under another one (RFC 9111 §4.1).',
  'parsing-limit': 'The file was cut at a parsing limit lower than the one that holds here.',
  future: 'It was written by a machine whose clock is ahead by minutes.',
} as const;

export type DiscardReason = keyof typeof DISCARD_REASONS;

/** What a reader takes entries for. */
export interface ReadContext {
  readonly robotsUrl: string;
  /** The profile's name. */
  readonly profile: string;
  readonly userAgent: string;
  /** The parsing limit in octets. */
  readonly maxOctets: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How far another machine's clock may be ahead, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** The copy without what can be had from the octets. */
type StoredCopy = Omit<Copy, 'document'> & {
  readonly size: number;
  readonly truncated: boolean;
  readonly maxOctets: number | null;
};

type StoredRecord = Omit<CacheRecord, 'copy'> & { readonly copy: StoredCopy | null };

/** A record as text. A copy that must not be stored is left out. */
export function encodeRecord(record: CacheRecord): string {
  const copy = record.copy?.storable ? record.copy : null;
  const stored: StoredRecord = { ...record, copy: copy && storedCopy(copy) };
  const rest = `${JSON.stringify(stored)}\n${copy === null ? '' : encodeOctets(copy.document.octets)}`;
  return `${MAGIC} ${VERSION} ${digestOf(rest)}\n${rest}`;
}

/** The record that a text holds, or why it is not used. Never throws. */
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
  if (stored.robotsUrl !== context.robotsUrl || stored.profile !== context.profile) return 'foreign';
  if (stored.learntAt > context.now + CLOCK_TOLERANCE_MS) return 'future';
  if (stored.userAgent !== context.userAgent && variesByUserAgent(stored)) return 'user-agent';
  if (stored.copy === null) return { ...stored, copy: null };
  if (stored.copy.truncated && (stored.copy.maxOctets ?? Infinity) < context.maxOctets)
    return 'parsing-limit';
  const octets = decodeOctets(rest.slice(end + 1));
  return octets === undefined ? 'corrupt' : { ...stored, copy: copyOf(stored.copy, octets, context) };
}

function storedCopy({ document, ...copy }: Copy): StoredCopy {
  const { size, truncated, facts } = document;
  // JSON knows no Infinity.
  return { ...copy, size, truncated, maxOctets: Number.isFinite(facts.maxOctets) ? facts.maxOctets : null };
}

function copyOf(stored: StoredCopy, octets: Uint8Array, { maxOctets }: ReadContext): Copy {
  const { size, truncated, maxOctets: heldTo, ...copy } = stored;
  const document = parseSync(octets, { maxOctets });
  if (!truncated || document.truncated) return { ...copy, document };
  const facts = { ...document.facts, size, truncated, maxOctets: heldTo ?? Infinity };
  return { ...copy, document: new RobotsDocument(facts) };
}

/** Whether what the server says depends on who asks. */
function variesByUserAgent({ copy, absence }: StoredRecord): boolean {
  return [copy, absence].some((answer) => {
    const fields = answer?.facts.headers.vary?.toLowerCase().split(',') ?? [];
    return fields.some((field) => field.trim() === 'user-agent' || field.trim() === '*');
  });
}

/** As text where that is lossless, so that a store can be read by a person. */
function encodeOctets(octets: Uint8Array): string {
  const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  return isUtf8(buffer) ? TEXT + buffer.toString('utf8') : BASE64 + buffer.toString('base64');
}

function decodeOctets(text: string): Uint8Array | undefined {
  if (text.startsWith(TEXT)) return Buffer.from(text.slice(TEXT.length), 'utf8');
  if (text.startsWith(BASE64)) return Buffer.from(text.slice(BASE64.length), 'base64');
  return undefined;
}

/** Tells what was cut or altered on the way; no protection against whoever can write to the store. */
function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}

function parseFacts(json: string): StoredRecord | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isStoredRecord(value) ? (value as StoredRecord) : undefined;
  } catch {
    return undefined;
  }
}

const isFacts = hasFields({
  robotsUrl: isText,
  finalUrl: isText,
  status: isNullOr(isNumber),
  redirects: isListOf(hasFields({ url: isText, status: isNumber, location: isNullOr(isText) })),
  headers: isMapOf(isText),
  octets: isNumber,
  encodedOctets: isNumber,
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
  profile: isText,
  userAgent: isText,
  learntAt: isNumber,
  copy: isNullOr(
    hasFields({
      facts: isFacts,
      fetchedAt: isNumber,
      validatedAt: isNumber,
      lifetimeMs: isNumber,
      storable: isFlag,
      size: isNumber,
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
      attempts: isNumber,
      nextAt: isNumber,
      passing: isFlag,
    } satisfies Checks<Absence>),
  ),
} satisfies Checks<StoredRecord>);

/** A check for every field there is, so that the compiler asks for one when a field is added. */
type Checks<Shape> = { readonly [field in keyof Shape]: (value: unknown) => boolean };
