/**
 * The second stage of `check --batch`: lines to the questions that they ask.
 */
import type { Line } from '../../../../command-line/src/lines.js';
import { jsonText, withEscapes } from '../../../../command-line/src/terminal.js';
import { hasTooManyContainers, MAX_CONTAINERS } from './containers.js';
import { memberText } from './json-member.js';
import { type BatchFailure, failure } from './result.js';

/** The robots.txt of a question, encoded as it was sent. */
export interface Body {
  readonly encoding: 'text' | 'base64';
  readonly text: string;
}

/** A robots.txt, crawlers, and the URLs that they want to fetch. */
export interface Question {
  readonly kind: 'question';
  /** The id as JSON text. */
  readonly id: string;
  /** The robots.txt, or the status that decides in its place. */
  readonly file: Body | number;
  /** Crawlers that are judged as one, by the groups of all of them; empty if there is no such crawler. */
  readonly agents: readonly string[];
  /** Crawlers that are judged each by itself. */
  readonly each: readonly string[];
  /** Crawlers of the registry, each judged by its own tokens, fallbacks and profile. */
  readonly crawlers: readonly string[];
  /** Strings, if the input is valid. Each is checked when it is judged, so that an invalid one does not affect the others. */
  readonly urls: readonly unknown[];
}

type JsonObject = { readonly [name: string]: unknown };

const NO_ID = 'null';

/** Reads lines. Blank lines are skipped. */
export function readQuestions(lines: readonly Line[]): (Question | BatchFailure)[] {
  return lines.map(readQuestion).filter((question) => question !== null);
}

function readQuestion({ number, octets }: Line): Question | BatchFailure | null {
  if (octets === null) return failure(NO_ID, 'line-too-long', `input line ${number} is too long`);
  if (hasTooManyContainers(octets)) {
    return failure(
      NO_ID,
      'line-too-long',
      `input line ${number} holds more than ${MAX_CONTAINERS} arrays and objects`,
    );
  }
  // JSON must not begin with a byte order mark, but some programs write one (RFC 8259 §8.1 allows ignoring it).
  const json = octets.toString('utf8').replace(/^\ufeff/, '');
  if (json.trim() === '') return null;
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
      `input line ${number}: an object is expected, not ${typeName(value)}`,
    );
  }
  const id = idText(value.id, json);
  const complaint = complaintAbout(value);
  if (complaint !== undefined) return failure(id, 'invalid-input', complaint);
  return {
    kind: 'question',
    id,
    file: fileOf(value),
    agents: (value.agents ?? []) as string[],
    each: (value.each ?? []) as string[],
    crawlers: (value.crawlers ?? []) as string[],
    urls: Array.isArray(value.urls) ? value.urls : [value.url],
  };
}

/** The keys that say who asks. */
const ASKING = ['agents', 'each', 'crawlers'] as const;

/** What is wrong with the shape of a question; `undefined` if nothing is. A null counts as absent. */
function complaintAbout(question: JsonObject): string | undefined {
  const { status, body, bodyBase64, url, urls } = question;
  if (isGiven(status) && !isSuccess(status) && !isFailure(status)) {
    const shown = typeof status === 'number' ? status : typeName(status);
    return `status is ${shown}; a final HTTP status is expected, after redirects: 2xx, 4xx or 5xx`;
  }
  if (isGiven(body) && isGiven(bodyBase64)) return 'body and bodyBase64 are both given; give one';
  if (!isGiven(body) && !isGiven(bodyBase64) && !isFailure(status)) return 'body or bodyBase64 is missing';
  if (isGiven(body) && typeof body !== 'string') return `body is ${typeName(body)}; a string is expected`;
  if (isGiven(bodyBase64) && !isBase64(bodyBase64)) {
    return 'bodyBase64 is not base64 (RFC 4648 §4, padded, without white space)';
  }
  const asking = ASKING.filter((key) => isGiven(question[key]));
  if (asking.length === 0) return 'agents, each or crawlers is missing';
  const wrong = asking.find((key) => !isListOfStrings(question[key]));
  if (wrong !== undefined) return `${wrong} is not a list of one or more strings`;
  if (isGiven(url) === isGiven(urls)) {
    return isGiven(url) ? 'url and urls are both given; give one' : 'url or urls is missing';
  }
  if (isGiven(urls) && !Array.isArray(urls)) return `urls is ${typeName(urls)}; a list is expected`;
  return undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

/** Whether a status lets the file decide. */
function isSuccess(status: unknown): boolean {
  return Number.isInteger(status) && Math.floor((status as number) / 100) === 2;
}

/** Whether a status decides in place of the file. */
function isFailure(status: unknown): status is number {
  return Number.isInteger(status) && [4, 5].includes(Math.floor((status as number) / 100));
}

function fileOf({ status, body, bodyBase64 }: JsonObject): Body | number {
  if (isFailure(status)) return status;
  return typeof body === 'string'
    ? { encoding: 'text', text: body }
    : { encoding: 'base64', text: bodyBase64 as string };
}

/** The id as JSON text: as written, unless it is a string, which may be escaped in another way. */
function idText(id: unknown, json: string): string {
  if (id === undefined || id === null) return NO_ID;
  const text = typeof id === 'string' ? jsonText(id) : JSON.stringify(id);
  // Most questions begin with a number in its usual spelling, and are not searched for it.
  if (typeof id === 'number' ? json.startsWith(`{"id":${text},`) : typeof id !== 'object') return text;
  // A CR here can only be white space, but some readers take it for a line break.
  return withEscapes(memberText(json, 'id')?.replaceAll('\r', ' ') ?? NO_ID);
}

function isBase64(value: unknown): boolean {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The type of a JSON value, for messages. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
