/** The programs that the conformance suite scores, and how each is asked. */
import { existsSync, readFileSync } from 'node:fs';
import { answersPath, readAnswers } from './answers.js';
import { READERS } from './readers.js';
import { installedVersion } from './versions.js';

/** A program that is scored. */
export interface Scored {
  readonly name: string;
  readonly program: string;
  readonly command: readonly string[];
  /** Options of `robotstream-conform`, for a program that knows one site or has one name. */
  readonly options?: readonly string[];
  /** The version that is installed; undefined if `--program-version` has to say it. */
  version(): string | undefined;
}

const ADAPTERS = 'readers/adapters';

/** Adapters that read the file of one site. */
const ONE_SITE = ['--site', 'http://example.com'];

/** What the adapters of some readers need to be asked about other crawlers and sites. */
const OPTIONS_OF: { readonly [name: string]: readonly string[] } = {
  'robots-parser-3': ONE_SITE,
  'www-robotrules-6.02': ONE_SITE,
  'linkchecker-10': ONE_SITE,
  'webrobots-0.1': ONE_SITE,
  'wget-1.21': [...ONE_SITE, '--as', 'wget'],
  'wget2-1.99': [...ONE_SITE, '--as', 'wget2'],
  'httrack-3.49': [...ONE_SITE, '--as', 'httrack'],
};

/** All programs, in the order of the table. */
export const SCORED: readonly Scored[] = [
  {
    name: 'robotstream',
    program: 'robotstream',
    command: ['node', `${ADAPTERS}/robotstream.mjs`],
    version: () => versionIn('package.json'),
  },
  {
    name: 'google-robotstxt',
    program: "Google's matcher, github.com/google/robotstxt",
    // Compiled from readers/adapters/google-robotstxt.cc.
    command: ['google-robotstxt'],
    version: () => undefined,
  },
  ...READERS.map((reader) => ({
    name: reader.name,
    program: reader.program,
    command: reader.command,
    options: OPTIONS_OF[reader.name] ?? [],
    version: () => installedVersion(reader) ?? recordedVersion(reader.name),
  })),
];

/** @throws {TypeError} if there is no such program */
export function scoredNamed(name: string): Scored {
  const found = SCORED.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new TypeError(
    `There is no program named ${name}. Programs: ${SCORED.map((one) => one.name).join(', ')}.`,
  );
}

/** The version that gave the recorded answers; undefined if there are none. */
function recordedVersion(name: string): string | undefined {
  return existsSync(answersPath(name)) ? readAnswers(name).version : undefined;
}

function versionIn(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
