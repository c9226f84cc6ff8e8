/**
 * Profiles (docs/semantics.md, docs/profiles.md): every axis with its choices, the four profiles that come with the package, and custom ones.
 * No stage checks the name of a profile, so a profile made by `defineProfile` works exactly like the four.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './limits.js';
import {
  anObject,
  aString,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  didYouMean,
  isObject,
  misshapen,
  type OptionTable,
  oneOf,
  optionTable,
} from './option-checks.js';

/** The profiles that come with the package. */
export type ProfileName = 'rfc9309' | 'google' | 'draft-koster-rep-00' | 'koster-1996';

/**
 * The names that an import adds: `robotstream/readers` adds those of its readers. Each is accepted wherever the name of a profile is.
 */
// biome-ignore lint/suspicious/noEmptyInterface: what is added is declared where it is added.
export interface AddedProfiles {}

/** A profile or the name of one. */
export type AnyProfile = Profile | ProfileName | keyof AddedProfiles;

/**
 * The axes of a section, each with the choice of every profile; a profile that is not named chooses as `rfc9309` does. The choices of an
 * axis are those that the four profiles make, and one that only others make, in the order of its row. A number is any in its range.
 */
type Axes = {
  readonly [axis: string]: { readonly [name in ProfileName | 'others']?: string | boolean | number };
};

/** How octets become lines and records: docs/semantics.md §1 and §2. */
const READING = {
  /** What is skipped at the start of a file: a whole byte order mark, or also its first one or two octets. */
  byteOrderMark: { rfc9309: 'whole', google: 'whole-or-partial' },
  /** What a control octet outside a comment does: it makes the line invalid, or only NUL matters and ends the content. */
  controlOctets: { rfc9309: 'reject-line', google: 'nul-ends-content' },
  /** What separates the field from the value. */
  separator: { 'koster-1996': 'colon', rfc9309: 'colon-or-white-space' },
  /** When a field is a known one: it is spelled exactly, or also in an accepted misspelling, or it starts with either. */
  fieldMatch: { 'koster-1996': 'exact', rfc9309: 'exact-or-misspelled', google: 'prefix' },
  /** How `Content-Usage` is grouped: as a rule, so that it ends a run of user-agent lines, or as any other record. */
  contentUsage: {
    rfc9309: 'rule',
    google: 'other-record',
    'draft-koster-rep-00': 'other-record',
    'koster-1996': 'other-record',
  },
} as const satisfies Axes;

/** How records become groups, and which of them a caller obeys: docs/semantics.md §3 and §4. */
const GROUPS = {
  /** Whether a blank line (white space only, no comment) ends a group. */
  blankLineEndsGroup: { 'koster-1996': true, rfc9309: false },
  /**
   * When a user-agent value names a caller:
   * - `letters-prefix`: its longest prefix of `[A-Za-z_-]` equals the name;
   * - `prefix-or-whole`: that, or its longest prefix of `[A-Za-z0-9._-]`, or the whole value;
   * - `whole`: the whole value equals the name;
   * - `before-slash`: the value up to its first `/`, trimmed, equals the name.
   */
  agentMatch: {
    google: 'letters-prefix',
    rfc9309: 'prefix-or-whole',
    'draft-koster-rep-00': 'whole',
    'koster-1996': 'before-slash',
  },
  /** Whether a caller obeys all groups that name it together, or only the first. */
  namedGroups: { rfc9309: 'combined', 'koster-1996': 'first' },
  /** Whether a caller that no group names obeys all wildcard groups together, or only the first. */
  wildcardGroups: { rfc9309: 'combined', 'draft-koster-rep-00': 'first', 'koster-1996': 'first' },
} as const satisfies Axes;

/** How a rule is compared with a URL: docs/semantics.md §5. */
const RULES = {
  /**
   * The form in which patterns and URLs are compared:
   * - `canonical`: the URL as the WHATWG URL Standard reads it, both in the canonical form of docs/semantics.md §5.2;
   * - `as-written`: the URL's text after its authority; patterns with upper-case hex digits and non-ASCII octets encoded;
   * - `decoded`: the URL as the WHATWG URL Standard reads it, both with every `%XX` but `%2F` decoded.
   */
  form: { rfc9309: 'canonical', google: 'as-written', 'koster-1996': 'decoded' },
  /** Whether `*` and a final `$` in a pattern are special (RFC 9309 §2.2.3). */
  specialCharacters: { rfc9309: true, 'koster-1996': false },
  /** Which of the matching rules decides: the longest pattern (allow on a tie), or the first in the file. */
  precedence: { rfc9309: 'longest', 'koster-1996': 'first' },
  /** What a rule without a value does: nothing, or it matches every URL with length 0. */
  emptyPattern: { rfc9309: 'no-rule', google: 'matches' },
  /** Whether a pattern that starts with neither `/` nor `*` is ignored. */
  patternNeedsSlashOrStar: { rfc9309: true, google: false, 'koster-1996': false },
  /** Whether an allow rule for `…/index.htm…` also allows `…/$`. */
  indexHtmlIsDirectory: { google: true, rfc9309: false },
  /** Whether `/robots.txt` is always allowed. */
  robotsTxtAlwaysAllowed: { rfc9309: true, google: false, 'koster-1996': false },
} as const satisfies Axes;

/**
 * How a robots.txt is fetched, what it means that there is none, and how long a result is valid: docs/semantics.md §6.1. The sources are
 * RFC 9309 §2.3 and §2.4; Google's page, "Handling of errors and HTTP status codes" and "Caching", and for its unconditional request "File
 * location and range of validity"; draft-koster-rep-00 §2.3.1.3; Koster 1996 §3.1 and §3.4.
 */
const ACCESS = {
  /** How many redirects in a row are followed: at least five (RFC 9309 §2.3.1.2). */
  maxRedirects: { rfc9309: 5 },
  /** What it means for the file if there are more redirects than `maxRedirects`. */
  tooManyRedirects: { rfc9309: 'unavailable', 'koster-1996': 'unreachable' },
  /** What a 401 or 403 means for the site. Any other 4xx means `allow-all`. */
  restricted: { rfc9309: 'allow-all', 'koster-1996': 'disallow-all' },
  /** What a 429 means for the file: there is none, as after any 4xx, or the server failed. */
  tooManyRequests: { rfc9309: 'unavailable', google: 'unreachable' },
  /** What a 5xx means for the file if a probe found that the site responds so to every missing page. */
  serverErrorEverywhere: { google: 'unavailable', rfc9309: 'unreachable' },
  /** What an unreachable file means for the site while no copy is cached. */
  unreachable: { rfc9309: 'disallow-all', 'koster-1996': 'defer', others: 'allow-all' },
  /** What a file that has been unreachable for `unreachableForLongMs` means for the site while no copy is cached. */
  unreachableForLong: { rfc9309: 'allow-all', 'koster-1996': 'defer' },
  /** How long a file must be unreachable for `unreachableForLong` to apply, in milliseconds: 30 days (RFC 9309 §2.3.1.4). */
  unreachableForLongMs: { rfc9309: 30 * DAY_MS },
  /** How long after it was fetched an earlier copy may serve in place of an unavailable file, in milliseconds; 0: never. */
  unavailableCopyMs: { rfc9309: 0, 'draft-koster-rep-00': DAY_MS },
  /** The wait after the first failure, in milliseconds. It doubles with each further failure. */
  retryFirstMs: { rfc9309: MINUTE_MS },
  /** The wait after the first failure if that was a 503, in milliseconds. It doubles with each further failure. */
  retryFirst503Ms: { rfc9309: MINUTE_MS, google: 10 * SECOND_MS },
  /** The longest wait between two attempts, in milliseconds, unless `Retry-After` asks for a longer one. */
  retryMaxMs: { rfc9309: HOUR_MS },
  /** The statuses whose `Retry-After` is obeyed: those after which the crawler waits. */
  retryAfter: { google: '429-and-5xx', rfc9309: '408-425-429-and-5xx' },
  /** Whether a cached file is requested only if it has changed (RFC 9110 §13). */
  conditionalRequests: { rfc9309: true, google: false },
  /** How long a file is fresh if its headers do not say, in milliseconds. */
  lifetimeMs: { rfc9309: DAY_MS, 'koster-1996': 7 * DAY_MS },
  /** Which headers say how long a file is fresh: those of RFC 9111 §4.2.1, only `Cache-Control: max-age`, or only `Expires`. */
  lifetimeFrom: { rfc9309: 'cache-control-and-expires', google: 'max-age', 'koster-1996': 'expires' },
  /** The longest lifetime that headers can set, in milliseconds; `Infinity` for no limit. */
  maxLifetimeMs: { rfc9309: DAY_MS, google: Infinity, 'koster-1996': Infinity },
  /** Whether the crawler leaves the time between two requests that a file asks for, by `Crawl-delay` or `Request-rate`. */
  obeysCrawlDelay: { rfc9309: true, google: false },
} as const satisfies Axes;

const AXES = { reading: READING, groups: GROUPS, rules: RULES, access: ACCESS };
type Section = keyof typeof AXES;

/** The range of a number, both ends included, unless it can be any number of milliseconds. */
const RANGES: { readonly [axis: string]: readonly [least: number, most: number] } = {
  maxRedirects: [5, 100],
  maxLifetimeMs: [0, Infinity],
};

/** A choice along every axis of a section. */
type Choices<Section> = { readonly [axis in keyof Section]: ChoiceOf<Section[axis][keyof Section[axis]]> };
type ChoiceOf<Choice> = Choice extends number ? number : Choice;

export type ReadingAxes = Choices<typeof READING>;
export type GroupAxes = Choices<typeof GROUPS>;
export type RuleAxes = Choices<typeof RULES>;
export type AccessAxes = Choices<typeof ACCESS>;

/** A named set of choices along every axis. */
export interface Profile {
  /** The name of the profile. */
  readonly name: string;
  /** How lines are read. */
  readonly reading: ReadingAxes;
  /** How the groups of a caller are found. */
  readonly groups: GroupAxes;
  /** How rules and URLs are compared, and which rule decides. */
  readonly rules: RuleAxes;
  /** What statuses and failures of a fetch mean, and how long a file is kept. */
  readonly access: AccessAxes;
}

/** Choices on some axes of a section. An axis that is undefined counts as absent. */
type SomeOf<Axes> = { readonly [axis in keyof Axes]?: Axes[axis] | undefined };

/** Choices on some axes. */
type SomeChoices = { readonly [section in Section]?: SomeOf<Profile[section]> | undefined };

/** The argument of {@link defineProfile}: a name, the profile to start from, and the choices that differ. */
export interface ProfileDefinition extends SomeChoices {
  /** The name of the new profile. */
  readonly name: string;
  /** The profile to start from; default `rfc9309`. */
  readonly extends?: AnyProfile | undefined;
}

/** The reading of RFC 9309, by which line events are read, so that a bundle of them has no other profile. */
export const RFC_9309_READING: ReadingAxes = Object.freeze(choicesOf(READING, 'rfc9309'));

/** The profiles that this package has made, each by itself, and its copies of other objects, by the object. Their axes are known to be valid. */
const checkedProfiles = new WeakMap<object, Profile>();

/** The profiles that come with the package, by name. */
export const PROFILES: { readonly [name in ProfileName]: Profile } = Object.freeze({
  rfc9309: profileNamed('rfc9309'),
  google: profileNamed('google'),
  'draft-koster-rep-00': profileNamed('draft-koster-rep-00'),
  'koster-1996': profileNamed('koster-1996'),
});

/** The profile that applies where none is named. */
export const DEFAULT_PROFILE: Profile = PROFILES.rfc9309;

function profileNamed(name: ProfileName): Profile {
  return made(name, (section) => choicesOf(AXES[section], name));
}

/** What a profile chooses along the axes of a section. */
function choicesOf<Section extends Axes>(section: Section, name: ProfileName): Choices<Section> {
  const choices = Object.entries(section).map(([axis, row]) => [axis, row[name] ?? row.rfc9309]);
  return Object.fromEntries(choices);
}

/** A profile with some choices changed. */
function changed(base: Profile, name: string, given: { readonly [section in Section]?: object | undefined }) {
  return made(name, (section) => {
    const chosen = Object.entries(given[section] ?? {}).filter(([, choice]) => choice !== undefined);
    return { ...base[section], ...Object.fromEntries(chosen) };
  });
}

/** Makes a profile of choices that are known to be valid. It cannot be changed. */
function made(name: string, choose: (section: Section) => object): Profile {
  const profile = deepFreeze({ name, ...bySection(choose) }) as Profile;
  checkedProfiles.set(profile, profile);
  return profile;
}

/** What a function makes of each section. */
function bySection<Value>(make: (section: Section) => Value): { readonly [section in Section]: Value } {
  return { reading: make('reading'), groups: make('groups'), rules: make('rules'), access: make('access') };
}

const CHECKS = bySection((section) => checksOf(AXES[section]));

const DEFINITION = optionTable<ProfileDefinition>({
  name: aString,
  extends: checkedElsewhere,
  ...bySection((section) => anObject(CHECKS[section])),
});

function checksOf(section: Axes): OptionTable {
  const checks = Object.entries(section).map(([axis, row]) => {
    const [least, most] = RANGES[axis] ?? [0, Number.MAX_SAFE_INTEGER];
    const isNumber = typeof row.rfc9309 === 'number';
    return [axis, isNumber ? aWholeNumber(least, most) : oneOf(...new Set(Object.values(row)))];
  });
  return optionTable<unknown>(Object.fromEntries(checks));
}

/**
 * Makes a custom profile from an existing one. The choices are copied; the profile cannot be changed.
 *
 * @throws {TypeError} if the name is empty, or an axis or a choice is not one of those documented; the message lists them
 * @throws {RangeError} if a number is out of its range
 * @example
 * ```js
 * import { defineProfile, isAllowed } from 'robotstream';
 *
 * const firstWins = defineProfile({ name: 'first-wins', extends: 'rfc9309', rules: { precedence: 'first' } });
 * const file = 'User-agent: *\nDisallow: /\nAllow: /public/';
 * console.log(isAllowed(file, '/public/', { agents: 'FooBot', profile: firstWins })); // → false
 * console.log(isAllowed(file, '/public/', { agents: 'FooBot' })); // → true
 * ```
 */
export function defineProfile(definition: ProfileDefinition): Profile {
  checkOptions('defineProfile', definition, DEFINITION, 'definition');
  const { name } = definition;
  if (name === undefined || name === '') throw misshapen(name, 'name', 'a string that is not empty');
  return changed(resolveProfile(definition.extends, 'extends'), name, definition);
}

/**
 * Resolves an option: the profile of a name, a given profile, or the default. A profile that `defineProfile` has not made
 * is checked and copied when it is first given; later changes of it have no effect.
 *
 * @param argument the option's name, for messages
 * @throws {TypeError} if there is no profile of that name, or a section, an axis or a choice is missing or unknown
 * @throws {RangeError} if a number is out of its range
 */
export function resolveProfile(profile: AnyProfile | undefined, argument: string = 'profile'): Profile {
  const known = knownProfile(profile);
  if (known !== undefined) return known;
  if (typeof profile === 'string' || !isObject(profile)) throw noProfile(profile, argument);
  const { name } = profile;
  if (typeof name !== 'string') throw misshapen(name, `${argument}.name`, 'a string');
  const sections = bySection((section) => {
    const choices = profile[section];
    anObject(CHECKS[section], true)(choices, `${argument}.${section}`);
    return choices;
  });
  const copy = changed(DEFAULT_PROFILE, name, sections);
  checkedProfiles.set(profile, copy);
  return copy;
}

/**
 * Resolves an option without the list of choices, which bundles that only judge need not have, so it cannot check any other object.
 *
 * @throws {TypeError} if there is no profile of that name, or `PROFILES` and `defineProfile` have not made the object
 */
export function madeProfile(profile: AnyProfile | undefined): Profile {
  const known = knownProfile(profile);
  if (known === undefined || (isObject(profile) && known !== profile)) throw noProfile(profile, 'profile');
  return known;
}

function knownProfile(profile: AnyProfile | undefined): Profile | undefined {
  if (profile === undefined) return DEFAULT_PROFILE;
  if (typeof profile === 'string')
    return Object.hasOwn(PROFILES, profile) ? PROFILES[profile as ProfileName] : addedProfiles.get(profile);
  return isObject(profile) ? checkedProfiles.get(profile) : undefined;
}

/** The profiles that {@link addProfile} has added, by name. */
const addedProfiles = new Map<string, Profile>();

/** The names by which people know added profiles, if they differ from the names of the profiles. */
const titles = new WeakMap<Profile, string>();

/**
 * Makes a profile, and makes its name one that is accepted wherever the name of a profile is.
 *
 * @param title the name that messages for people use
 */
export function addProfile(definition: ProfileDefinition, title: string): Profile {
  const profile = defineProfile(definition);
  addedProfiles.set(profile.name, profile);
  titles.set(profile, title);
  return profile;
}

/** The name that messages for people use for a profile: its own name, unless it was added with another one. */
export function calledInMessages(profile: Profile): string {
  return titles.get(profile) ?? profile.name;
}

/** The error for an option that is not a profile. */
function noProfile(profile: unknown, argument: string): TypeError {
  const names = [...Object.keys(PROFILES), ...addedProfiles.keys()];
  const expected = `one of ${names.join(', ')} or a profile of defineProfile()`;
  return new TypeError(misshapen(profile, argument, expected).message + didYouMean(profile, names));
}

/** Freezes a value and all that it holds. */
export function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
