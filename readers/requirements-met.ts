/** Of the requirements that have required cases, how many a program meets in all of them: one requirement may have a hundred cases. */
import { readFileSync } from 'node:fs';
import type { Score, Tally } from './score.js';

interface SuiteIndex {
  readonly files: readonly { readonly path: string; readonly kind: string }[];
}

interface CaseFile {
  readonly cases: readonly {
    readonly id: string;
    readonly profile: string;
    readonly class: string;
    readonly requirement: string;
  }[];
}

/** The requirements of RFC 9309's required cases, by the ids of these. */
export function readRequirements(): ReadonlyMap<string, string> {
  const { files } = read<SuiteIndex>('suite.json');
  const cases = files.flatMap(({ path, kind }) => (kind === 'matching' ? read<CaseFile>(path).cases : []));
  return new Map(
    cases.flatMap(({ id, profile, class: kind, requirement }) =>
      profile === 'rfc9309' && kind === 'required' ? [[id, requirement] as const] : [],
    ),
  );
}

/** How many of them a program meets. */
export function requirementsMet({ failed }: Score, requirements: ReadonlyMap<string, string>): Tally {
  const missed = Object.entries(failed).flatMap(([start, ends]) =>
    ends.split(' ').flatMap((end) => requirements.get(`${start}-${end}`) ?? []),
  );
  const of = new Set(requirements.values()).size;
  return { passed: of - new Set(missed).size, of };
}

function read<File>(path: string): File {
  return JSON.parse(readFileSync(`conformance/${path}`, 'utf8')) as File;
}
