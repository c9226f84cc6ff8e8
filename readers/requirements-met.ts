/** Counts the requirements that a program meets: it passes all required cases of the requirement, of which there may be a hundred. */
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

/** The requirements of RFC 9309, by the ids of their required cases. */
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
