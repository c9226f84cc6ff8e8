/**
 * Custom profiles: what `defineProfile` accepts, and how functions resolve their `profile` option.
 */
import {
  anObject,
  aString,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  checkWhole,
  isObject,
  misshapen,
  type OptionTable,
  oneOf,
  optionTable,
} from './option-checks.js';
import {
  type AccessAxes,
  DEFAULT_PROFILE,
  type GroupAxes,
  isMadeProfile,
  madeProfile,
  noProfile,
  PROFILES,
  type Profile,
  type ProfileName,
  type ReadingAxes,
  type RuleAxes,
} from './profiles.js';

type Section = 'reading' | 'groups' | 'rules' | 'access';

type Choice = string | boolean;

/** A whole number from `least` to `most`, both included. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
}

const MILLISECONDS: NumberRange = { least: 0, most: Number.MAX_SAFE_INTEGER };

/** The choices that each axis has: what {@link defineProfile} accepts. docs/profiles.md lists them. */
export const AXIS_CHOICES: {
  readonly [section in Section]: { readonly [axis: string]: readonly Choice[] | NumberRange };
} = {
  reading: {
    byteOrderMark: ['whole', 'whole-or-partial'],
    controlOctets: ['reject-line', 'nul-ends-content'],
    separator: ['colon', 'colon-or-white-space'],
    fieldMatch: ['exact', 'exact-or-misspelled', 'prefix'],
    contentUsage: ['rule', 'other-record'],
  } satisfies Choices<ReadingAxes>,
  groups: {
    blankLineEndsGroup: [true, false],
    agentMatch: ['letters-prefix', 'prefix-or-whole', 'whole', 'before-slash'],
    namedGroups: ['combined', 'first'],
    wildcardGroups: ['combined', 'first'],
  } satisfies Choices<GroupAxes>,
  rules: {
    form: ['canonical', 'as-written', 'decoded'],
    specialCharacters: [true, false],
    precedence: ['longest', 'first'],
    emptyPattern: ['no-rule', 'matches'],
    patternNeedsSlashOrStar: [true, false],
    indexHtmlIsDirectory: [true, false],
    robotsTxtAlwaysAllowed: [true, false],
  } satisfies Choices<RuleAxes>,
  access: {
    maxRedirects: { least: 5, most: 100 },
    tooManyRedirects: ['unavailable', 'unreachable'],
    restricted: ['allow-all', 'disallow-all'],
    tooManyRequests: ['unavailable', 'unreachable'],
    serverErrorEverywhere: ['unavailable', 'unreachable'],
    unreachable: ['disallow-all', 'defer'],
    unreachableForLong: ['allow-all', 'defer'],
    unreachableForLongMs: MILLISECONDS,
    unavailableCopyMs: MILLISECONDS,
    retryFirstMs: MILLISECONDS,
    retryFirst503Ms: MILLISECONDS,
    retryMaxMs: MILLISECONDS,
    retryAfter: ['429-and-5xx', '408-425-429-and-5xx'],
    conditionalRequests: [true, false],
    lifetimeMs: MILLISECONDS,
    lifetimeFrom: ['cache-control-and-expires', 'max-age', 'expires'],
    maxLifetimeMs: { least: 0, most: Infinity },
    obeysCrawlDelay: [true, false],
  } satisfies Choices<AccessAxes>,
};

type Choices<Axes> = {
  readonly [axis in keyof Axes]: Axes[axis] extends number ? NumberRange : readonly Axes[axis][];
};

/** The argument of {@link defineProfile}: a name, the profile to start from, and the choices that differ. */
export interface ProfileDefinition {
  readonly name: string;
  /** The profile to start from; default `rfc9309`. */
  readonly extends?: Profile | ProfileName | undefined;
  readonly reading?: SomeOf<ReadingAxes> | undefined;
  readonly groups?: SomeOf<GroupAxes> | undefined;
  readonly rules?: SomeOf<RuleAxes> | undefined;
  readonly access?: SomeOf<AccessAxes> | undefined;
}

/** Choices on some axes of a section. An axis that is undefined counts as absent. */
type SomeOf<Axes> = { readonly [axis in keyof Axes]?: Axes[axis] | undefined };

const SECTIONS = {
  reading: axisTable<ReadingAxes>(AXIS_CHOICES.reading),
  groups: axisTable<GroupAxes>(AXIS_CHOICES.groups),
  rules: axisTable<RuleAxes>(AXIS_CHOICES.rules),
  access: axisTable<AccessAxes>(AXIS_CHOICES.access),
};

const DEFINITION = optionTable<ProfileDefinition>({
  name: aString,
  extends: checkedElsewhere,
  reading: anObject(SECTIONS.reading),
  groups: anObject(SECTIONS.groups),
  rules: anObject(SECTIONS.rules),
  access: anObject(SECTIONS.access),
});

/**
 * Makes a custom profile from an existing one. The choices are copied; the profile cannot be changed.
 *
 * @throws {TypeError} if the name is empty, or an axis or a choice is not one of those documented; the message lists them
 * @throws {RangeError} if a number is out of its range
 */
export function defineProfile(definition: ProfileDefinition): Profile {
  checkOptions('defineProfile', definition, DEFINITION, 'definition');
  const { name, reading, groups, rules, access } = definition;
  if (name === undefined || name === '') throw misshapen(name, 'name', 'a string that is not empty');
  const base = resolveProfile(definition.extends, 'extends');
  return madeProfile({
    name,
    reading: merged(base.reading, reading),
    groups: merged(base.groups, groups),
    rules: merged(base.rules, rules),
    access: merged(base.access, access),
  });
}

/** The checked copies of the objects given as profiles. */
const checkedCopies = new WeakMap<object, Profile>();

/**
 * Resolves an option: the profile of a name, a given profile, or the default. A profile that `defineProfile` has not made
 * is checked and copied when it is first given; later changes of it have no effect.
 *
 * @param argument the option's name, for messages
 * @throws {TypeError} if there is no profile of that name, or a section, an axis or a choice is missing or unknown
 * @throws {RangeError} if a number is out of its range
 */
export function resolveProfile(
  profile: Profile | ProfileName | undefined,
  argument: string = 'profile',
): Profile {
  if (profile === undefined) return DEFAULT_PROFILE;
  if (typeof profile === 'string' && Object.hasOwn(PROFILES, profile)) return PROFILES[profile];
  if (typeof profile === 'string' || !isObject(profile)) throw noProfile(profile, argument);
  if (isMadeProfile(profile)) return profile;
  let copy = checkedCopies.get(profile);
  if (copy === undefined) {
    copy = checkedCopy(profile, argument);
    checkedCopies.set(profile, copy);
  }
  return copy;
}

function checkedCopy(profile: Profile, argument: string): Profile {
  const { name, reading, groups, rules, access } = profile;
  if (typeof name !== 'string') throw misshapen(name, `${argument}.name`, 'a string');
  for (const [section, axes] of Object.entries({ reading, groups, rules, access })) {
    checkWhole(axes, `${argument}.${section}`, SECTIONS[section as Section]);
  }
  return madeProfile({
    name,
    reading: { ...reading },
    groups: { ...groups },
    rules: { ...rules },
    access: { ...access },
  });
}

function axisTable<Axes>(axes: { readonly [axis: string]: readonly Choice[] | NumberRange }): OptionTable {
  const checks = Object.entries(axes).map(([axis, choices]) => [
    axis,
    'least' in choices ? aWholeNumber(choices.least, choices.most) : oneOf(...choices),
  ]);
  return optionTable<Axes>(Object.fromEntries(checks));
}

/** The base's choices, replaced by those given. */
function merged<Axes extends object>(base: Axes, given: SomeOf<Axes> | undefined): Axes {
  const chosen = Object.entries(given ?? {}).filter(([, choice]) => choice !== undefined);
  return { ...base, ...Object.fromEntries(chosen) };
}
