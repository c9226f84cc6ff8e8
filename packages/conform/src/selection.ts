/**
 * Which cases are asked.
 */
import type { Arguments, OptionTable } from '../../command-line/src/arguments.js';
import { UsageError } from '../../command-line/src/exit.js';
import { PROFILE_NAMES, profileNamed } from '../../command-line/src/named-readers.js';

import type { ReadingName } from '../../command-line/src/reading-name.js';
import { CASE_CLASSES, type CaseClass, type CaseFacts } from './suite/cases.js';
import type { Section } from './suite/suite.js';

/** Whose reading is expected if no profile is named. */
const DEFAULT_PROFILE = 'rfc9309';

export const SELECTION_OPTIONS: OptionTable = {
  profile: {
    value: 'P',
    namesReaders: true,
    help: `Whose reading is expected: ${PROFILE_NAMES.join(', ')}, or that of a reader, such as python-3.11: then its answers to all questions are expected. Default: ${DEFAULT_PROFILE}.`,
  },
  class: {
    value: 'LIST',
    help: `Only the cases of these classes, separated by commas: ${CASE_CLASSES.join(', ')}. All of them must pass, but for disputed ones. Default: all classes are asked, and required must pass.`,
  },
  section: {
    value: 'NAME',
    repeatable: true,
    help: 'Only the cases of a section whose name begins so, such as rfc9309/2.2.1.',
  },
  case: { value: 'ID', repeatable: true, help: 'Only the case with this id.' },
};

export interface Selection {
  readonly profile: ReadingName;
  /** Null for all. */
  readonly classes: readonly CaseClass[] | null;
  /** How the names of sections begin; empty for all. */
  readonly sections: readonly string[];
  /** The ids of cases; empty for all. */
  readonly ids: readonly string[];
}

/** @throws {UsageError} if there is no such profile or class */
export function selectionOf(args: Arguments): Selection {
  const classes = args.one('class');
  return {
    profile: profileNamed(args.one('profile') ?? DEFAULT_PROFILE),
    classes: classes === undefined ? null : classes.split(',').map((name) => classNamed(name.trim())),
    sections: args.all('section'),
    ids: args.all('case'),
  };
}

function classNamed(given: string): CaseClass {
  const known = CASE_CLASSES.find((name) => name === given);
  if (known !== undefined) return known;
  throw new UsageError(`unknown class ${JSON.stringify(given)}; the classes are ${CASE_CLASSES.join(', ')}`);
}

/** The classes whose cases all have to pass. */
export function demandedClasses({ classes }: Selection): readonly CaseClass[] {
  return classes === null ? ['required'] : classes.filter((name) => name !== 'disputed');
}

/**
 * The selected cases, without sections that have none.
 *
 * @throws {UsageError} if a section or an id is unknown, or no case is left
 */
export function selectedSections<Case extends CaseFacts>(
  sections: readonly Section<Case>[],
  { profile, classes, sections: names, ids }: Selection,
): readonly Section<Case>[] {
  for (const name of names) {
    if (sections.some((section) => section.name.startsWith(name))) continue;
    const known = sections.map((section) => section.name).join(', ');
    throw new UsageError(`no section begins with ${JSON.stringify(name)}; the sections are ${known}`);
  }
  for (const id of ids) {
    if (!sections.some(({ cases }) => cases.some((one) => one.id === id))) {
      throw new UsageError(`no case has the id ${JSON.stringify(id)}`);
    }
  }
  const isChosen = (one: CaseFacts): boolean =>
    one.profile === profile &&
    (classes === null || classes.includes(one.class)) &&
    (ids.length === 0 || ids.includes(one.id));
  const chosen = sections
    .filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)))
    .map((section) => ({ ...section, cases: section.cases.filter(isChosen) }))
    .filter(({ cases }) => cases.length > 0);
  if (chosen.length > 0) return chosen;
  throw new UsageError(`no case is left by --profile ${profile}, --class, --section and --case`);
}
