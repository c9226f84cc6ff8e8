/** The three sets of questions. Each is the same on every run and on every machine. */
import { hasCorpus } from '../../test/support/shared.js';
import type { Case } from './case.js';
import { grammarCases } from './grammar.js';
import { hostileCases } from './hostile/index.js';
import { realCases } from './real.js';

export const SET_NAMES = ['real', 'hostile', 'grammar'] as const;

export type SetName = (typeof SET_NAMES)[number];

const CASES: Readonly<Record<SetName, () => Case[]>> = {
  real: realCases,
  hostile: hostileCases,
  grammar: grammarCases,
};

/** Whether the set can be made on this machine. The real files are in the shared folder. */
export function hasSet(name: SetName): boolean {
  return name !== 'real' || hasCorpus();
}

/** All cases of a set. */
export function casesOf(name: SetName): Case[] {
  return CASES[name]();
}
