/**
 * Second stage: a line to the question that it asks.
 */
import { none } from 'stream-chain/defs.js';
import { type Failure, failure } from './failures.js';
import { memberText } from './json-member.js';
import type { Line } from './lines.js';

/** A robots.txt as a line carries it. */
export interface Body {
  readonly encoding: 'text' | 'base64';
  readonly text: string;
}

/** A robots.txt, a caller, and what the caller wants to fetch. */
export interface Question {
  readonly kind: 'question';
  /** The id as JSON text. */
  readonly id: string;
  readonly body: Body;
  readonly agents: readonly string[];
  /** Meant to be strings; each is looked at when it is judged, so that one that is not spoils no other. */
  readonly urls: readonly unknown[];
}

type JsonObject = { readonly [name: string]: unknown };

const NO_ID = 'null';

/** Reads a line. Blank lines ask nothing. */
export function readQuestion({ number, octets }: Line): Question | Failure | typeof none {
  if (octets === null) return failure(NO_ID, 'line-too-long', `input line ${number} is too long`);
  const json = withoutMark(octets.toString('utf8'));
  if (isBlank(json)) return none;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return failure(NO_ID, 'invalid-json', `input line ${number}: ${(error as SyntaxError).message}`);
  }
  if (!isObject(value)) {
    return failure(
      NO_ID,
      'invalid-input',
      `input line ${number}: an object is expected, not ${kindOf(value)}`,
    );
  }
  const id = idText(value.id, json);
  const complaint = complaintAbout(value);
  if (complaint !== undefined) return failure(id, 'invalid-input', complaint);
  return {
    kind: 'question',
    id,
    body: bodyOf(value),
    agents: value.agents as string[],
    urls: Array.isArray(value.urls) ? value.urls : [value.url],
  };
}

/** What is wrong with the shape of a question; undefined if nothing is. A null is as good as nothing. */
function complaintAbout({ body, bodyBase64, agents, url, urls }: JsonObject): string | undefined {
  if (isGiven(body) === isGiven(bodyBase64)) {
    return `one of body and bodyBase64 is expected, not ${isGiven(body) ? 'both' : 'none'}`;
  }
  if (isGiven(body) && typeof body !== 'string') return `body is ${kindOf(body)}; a string is expected`;
  if (isGiven(bodyBase64) && !isBase64(bodyBase64)) {
    return 'bodyBase64 is not base64 (RFC 4648 §4, padded, without white space)';
  }
  if (!Array.isArray(agents) || agents.length === 0 || agents.some((agent) => typeof agent !== 'string')) {
    return 'agents is not a list of one or more strings';
  }
  if (isGiven(url) === isGiven(urls)) {
    return `one of url and urls is expected, not ${isGiven(url) ? 'both' : 'none'}`;
  }
  if (isGiven(urls) && !Array.isArray(urls)) return `urls is ${kindOf(urls)}; a list is expected`;
  return undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function bodyOf({ body, bodyBase64 }: JsonObject): Body {
  return typeof body === 'string'
    ? { encoding: 'text', text: body }
    : { encoding: 'base64', text: bodyBase64 as string };
}

/** What the question calls itself: as it is written, wherever reading and writing it anew could change its value. */
function idText(id: unknown, json: string): string {
  if (id === undefined || id === null) return NO_ID;
  const isSafe = typeof id !== 'object' && (typeof id !== 'number' || Number.isSafeInteger(id));
  const text = isSafe ? JSON.stringify(id) : memberText(json, 'id');
  // A CR can stand here as white space alone; some readers take it for the end of a line.
  return (text ?? NO_ID).replaceAll('\r', ' ');
}

function isBase64(value: unknown): boolean {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

/** JSON may not begin with a byte order mark, and some programs write one (RFC 8259 §8.1 lets it be ignored). */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function isBlank(text: string): boolean {
  return !text.startsWith('{') && text.trim() === '';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value of JSON is, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
