/// <reference types="vite/client" />
/** The cases of `conformance/`, as tests read them. Their fields are explained in `conformance/README.md`. */
import requirements from '../../conformance/requirements.json' with { type: 'json' };
import suite from '../../conformance/suite.json' with { type: 'json' };
import type { ProfileName } from '../../src/core.js';

/** The class of a case. */
export type CaseClass = 'required' | 'settled' | 'disputed' | 'limits';

/** What every case has. */
interface AnyCase {
  readonly id: string;
  readonly section: string;
  readonly requirement: string;
  readonly profile: ProfileName;
  readonly class: CaseClass;
  readonly why: string;
  readonly agents: readonly string[];
  readonly stays?: string;
}

/** The verdict of a case. */
export interface CaseVerdict {
  readonly allowed: boolean;
  readonly line: number;
}

/** A part of a large file. */
interface Part {
  readonly repeat?: number;
  readonly text?: string;
  readonly base64?: string;
}

/** One robots.txt, one question. Cases in dispute have `answers` in place of the verdict. */
export interface MatchingCase extends AnyCase, Partial<CaseVerdict> {
  readonly robots?: string;
  readonly robotsBase64?: string;
  readonly robotsParts?: readonly Part[];
  readonly url: string;
  readonly answers?: readonly (CaseVerdict & { readonly source: string; readonly says: string })[];
}

/** What a scripted server answers. */
export interface ServerAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body as Base64, in place of `body`, if it is not text. */
  readonly bodyBase64?: string;
  readonly failure?: 'dns' | 'refused' | 'timeout' | 'reset' | 'tls' | 'invalid' | 'cut';
}

export interface ServerRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: ServerAnswer;
}

export interface ServerStep extends CaseVerdict {
  /** Seconds since the start of the script. */
  readonly at: number;
  readonly url: string;
  readonly requests: readonly ServerRequest[];
}

/** A scripted server and what a crawler may fetch. Cases in dispute have `answers` in place of the steps. */
export interface ServerCase extends AnyCase {
  readonly steps?: readonly ServerStep[];
  readonly answers?: readonly {
    readonly source: string;
    readonly says: string;
    readonly steps: readonly ServerStep[];
  }[];
}

interface CaseFile<Case> {
  readonly cases: readonly Case[];
}

/** Every JSON file in a folder of `conformance/`, by its path there. */
const FILES: ReadonlyMap<string, CaseFile<unknown>> = new Map(
  Object.entries(
    import.meta.glob<CaseFile<unknown>>(['../../conformance/*/*.json', '!../../conformance/schema/*'], {
      eager: true,
      import: 'default',
    }),
  ).map(([path, file]) => [path.replace('../../conformance/', ''), file]),
);

/** The entries of the suite's index. */
export const SUITE_FILES = suite.files;

/** The paths of the files that are there. */
export const FOUND_FILES: readonly string[] = [...FILES.keys()].sort();

/** The requirements and clauses by id. */
export const CITED: Readonly<Record<string, { readonly says: string; readonly level: string }>> =
  requirements.requirements;

/** The matching cases of one file, such as `rfc9309/2.2.1-user-agent`, or of all. */
export function matchingCases(file?: string): readonly MatchingCase[] {
  return casesOfKind<MatchingCase>('matching', file);
}

/** The server cases of one file, or of all. */
export function serverCases(file?: string): readonly ServerCase[] {
  return casesOfKind<ServerCase>('servers', file);
}

function casesOfKind<Case>(kind: string, file: string | undefined): readonly Case[] {
  const paths = suite.files.flatMap((entry) => (entry.kind === kind ? [entry.path] : []));
  const wanted = file === undefined ? paths : paths.filter((path) => path === `${file}.json`);
  if (wanted.length === 0) throw new Error(`conformance/suite.json has no ${kind} file ${file}`);
  return wanted.flatMap((path) => (FILES.get(path)?.cases ?? []) as readonly Case[]);
}

/** The scripts of a case: one, or in a dispute one for each side. */
export function scriptsOf({ steps, answers }: ServerCase): readonly (readonly ServerStep[])[] {
  return steps === undefined ? (answers ?? []).map((side) => side.steps) : [steps];
}

/** The octets of the body that a server sends; none if there is no body. */
export function answerBody({ body = '', bodyBase64 }: ServerAnswer): Uint8Array {
  return bodyBase64 === undefined ? new TextEncoder().encode(body) : fromBase64(bodyBase64);
}

/** The octets of a case's robots.txt. */
export function bodyOf({ robots, robotsBase64, robotsParts }: MatchingCase): Uint8Array {
  if (robots !== undefined) return new TextEncoder().encode(robots);
  if (robotsBase64 !== undefined) return fromBase64(robotsBase64);
  const parts = (robotsParts ?? []).map(octetsOfPart);
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function octetsOfPart({ repeat = 1, text, base64 = '' }: Part): Uint8Array {
  const once = text === undefined ? fromBase64(base64) : new TextEncoder().encode(text);
  const octets = new Uint8Array(once.length * repeat);
  for (let i = 0; i < repeat; i++) octets.set(once, i * once.length);
  return octets;
}

function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The verdicts that are right: one, or those of all sides of a dispute. */
export function rightVerdicts({ allowed, line, answers }: MatchingCase): readonly CaseVerdict[] {
  if (answers !== undefined) return answers;
  if (allowed === undefined || line === undefined) throw new Error('a case without a verdict');
  return [{ allowed, line }];
}
