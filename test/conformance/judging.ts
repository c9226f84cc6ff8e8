/**
 * How the conformance tests ask: one file, one caller, one URL, one profile. The answer is a word and a line number.
 */
import { expect } from 'vitest';
import { FileCollector } from '../../src/ast/collect.js';
import { isAllowed, type Matcher, type ProfileName, parseSync, type Verdict } from '../../src/core.js';
import { RobotsDocument } from '../../src/robots-document.js';

export const ALL_PROFILES: readonly ProfileName[] = [
  'rfc9309',
  'google',
  'draft-koster-rep-00',
  'koster-1996',
];

/** The caller of cases that name none. */
export const CALLER = 'FooBot';

/** The directive and line of the rule that decides (`empty` is a rule without a pattern), or why none does. */
export type Answer =
  | `allow ${number}`
  | `disallow ${number}`
  | `empty ${number}`
  | 'no rule'
  | 'no group'
  | 'robots.txt';

/** A file: text is taken as UTF-8; for other octets see {@link octets}. */
export type Body = string | Uint8Array;

/** How many questions build the index of a matcher, for any body of these tests. A question asked twice in a row counts once. */
const QUESTIONS_UNTIL_COMPILED = 1100;

/** Judges under one profile. The answer must be the same for every way of reading the file, and for every later question. */
export function judgeUnder(profile: ProfileName) {
  return (body: Body, url: string | URL, agents: string | readonly string[] = CALLER): Answer => {
    const matcher = read(body).matcher({ agents, profile });
    expect(isAllowed(body, url, { agents, profile })).toBe(matcher.isAllowed(url));
    return ask(matcher, url);
  };
}

/** The answer of a matcher, which must be the same before and after it builds its index. */
function ask(matcher: Matcher, url: string | URL): Answer {
  const verdict = matcher.check(url);
  for (let i = 0; i < QUESTIONS_UNTIL_COMPILED; i += 2) {
    matcher.isAllowed(`/${i}`);
    if (matcher.isAllowed(url) !== verdict.allowed) throw new Error(`isAllowed and check differ at ${url}`);
  }
  expect(matcher.check(url).toJSON()).toEqual(verdict.toJSON());
  return answerOf(verdict);
}

/** A verdict in short form. */
export function answerOf({ allowed, reason, rule }: Verdict): Answer {
  expect(allowed).toBe(reason !== 'disallow-rule');
  switch (reason) {
    case 'allow-rule':
      return `allow ${rule?.line ?? 0}`;
    case 'disallow-rule':
      return `disallow ${rule?.line ?? 0}`;
    case 'empty-rule':
      return `empty ${rule?.line ?? 0}`;
    case 'no-matching-rule':
      return 'no rule';
    case 'no-matching-group':
      return 'no group';
    case 'robots-txt':
      return 'robots.txt';
    default:
      throw new Error(`a status decides: ${reason}`);
  }
}

/** The groups of a file under a profile: their names, and the lines of their rules. */
export function groupsOf(body: Body, profile: ProfileName = 'rfc9309'): [names: string[], rules: number[]][] {
  return read(body)
    .groupsUnder(profile)
    .map(({ userAgents, rules }) => [userAgents.map(({ name }) => name), rules.map(({ line }) => line)]);
}

/** The codes of a file's diagnostics, each with its line. */
export function diagnosticsOf(body: Body): string[] {
  return read(body).diagnostics.map(({ code, line }) => `${line} ${code}`);
}

/** Octets that are not valid text: each character is the octet of its code. */
export function octets(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (code > 0xff) throw new RangeError(`${JSON.stringify(character)} is not one octet`);
    return code;
  });
}

export function concat(...parts: Body[]): Uint8Array {
  const arrays = parts.map(toOctets);
  const whole = new Uint8Array(arrays.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of arrays) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toOctets(body: Body): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

/** Documents by body: text by its content, octets by their array. */
const readDocuments = new Map<Body, RobotsDocument>();

/** Larger files are read whole and in large chunks only: every split of one would take minutes. */
const MAX_SPLIT_OCTETS = 1000;
const LARGE_CHUNK_OCTETS = 4096;

/** Parses a file whole, octet by octet, and split in two at every place, and checks that the document is the same. */
export function read(body: Body): RobotsDocument {
  const known = readDocuments.get(body);
  if (known !== undefined) return known;
  const file = toOctets(body);
  const isSmall = file.length <= MAX_SPLIT_OCTETS;

  const document = parseSync(file);
  const json = JSON.stringify(document);
  for (const chunks of isSmall ? everySplit(file) : [inChunks(file, LARGE_CHUNK_OCTETS)]) {
    if (JSON.stringify(collected(chunks)) === json) continue;
    throw new Error(`Another document in chunks of ${chunks.map((chunk) => chunk.length)}: ${json}`);
  }
  readDocuments.set(body, document);
  return document;
}

function* everySplit(file: Uint8Array): Generator<Uint8Array[]> {
  yield inChunks(file, 1);
  for (let at = 0; at <= file.length; at++) yield [file.subarray(0, at), file.subarray(at)];
}

function inChunks(file: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(file.length / size);
  return Array.from({ length: count }, (_, i) => file.subarray(i * size, (i + 1) * size));
}

function collected(chunks: readonly Uint8Array[]): RobotsDocument {
  const reader = new FileCollector();
  for (const chunk of chunks) reader.write(chunk);
  return new RobotsDocument(reader.read());
}
