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
  checkWhole,
  isObject,
  misshapen,
  type OptionTable,
  oneOf,
  optionTable,
} from './option-checks.js';

/** What an axis can be: one of some choices, or a whole number from `least` to `most`, both included. */
type AxisChoices = readonly (string | boolean)[] | { readonly least: number; readonly most: number };

const MILLISECONDS = { least: 0, most: Number.MAX_SAFE_INTEGER };

/** Every axis, and the choices that it has. docs/profiles.md lists them. */
export const AXIS_CHOICES = {
  /** How octets become lines and records: docs/semantics.md §1 and §2. */
  reading: {
    /** What is skipped at the start of a file: a whole byte order mark, or also its first one or two octets. */
    byteOrderMark: ['whole', 'whole-or-partial'],
    /** What a control octet outside a comment does: it makes the line invalid, or only NUL matters and ends the content. */
    controlOctets: ['reject-line', 'nul-ends-content'],
    /** What separates the field from the value. */
    separator: ['colon', 'colon-or-white-space'],
    /** When a field is a known one: it is spelled exactly, or also in an accepted misspelling, or it starts with either. */
    fieldMatch: ['exact', 'exact-or-misspelled', 'prefix'],
    /** How `Content-Usage` is grouped: as a rule, so that it ends a run of user-agent lines, or as any other record. */
    contentUsage: ['rule', 'other-record'],
  },
  /** How records become groups, and which of them a caller obeys: docs/semantics.md §3 and §4. */
  groups: {
    /** Whether a blank line (white space only, no comment) ends a group. */
    blankLineEndsGroup: [true, false],
    /**
     * When a user-agent value names a caller:
     * - `letters-prefix`: its longest prefix of `[A-Za-z_-]` equals the name;
     * - `prefix-or-whole`: that, or its longest prefix of `[A-Za-z0-9._-]`, or the whole value;
     * - `whole`: the whole value equals the name;
     * - `before-slash`: the value up to its first `/`, trimmed, equals the name.
     */
    agentMatch: ['letters-prefix', 'prefix-or-whole', 'whole', 'before-slash'],
    /** Whether a caller obeys all groups that name it together, or only the first. */
    namedGroups: ['combined', 'first'],
    /** Whether a caller that no group names obeys all wildcard groups together, or only the first. */
    wildcardGroups: ['combined', 'first'],
  },
  /** How a rule is compared with a URL: docs/semantics.md §5. */
  rules: {
    /**
     * The form in which patterns and URLs are compared:
     * - `canonical`: the URL as the WHATWG URL Standard reads it, both in the canonical form of docs/semantics.md §5.2;
     * - `as-written`: the URL's text after its authority; patterns with upper-case hex digits and non-ASCII octets encoded;
     * - `decoded`: the URL as the WHATWG URL Standard reads it, both with every `%XX` but `%2F` decoded.
     */
    form: ['canonical', 'as-written', 'decoded'],
    /** Whether `*` and a final `$` in a pattern are special (RFC 9309 §2.2.3). */
    specialCharacters: [true, false],
    /** Which of the matching rules decides: the longest pattern (allow on a tie), or the first in the file. */
    precedence: ['longest', 'first'],
    /** What a rule without a value does: nothing, or it matches every URL with length 0. */
    emptyPattern: ['no-rule', 'matches'],
    /** Whether a pattern that starts with neither `/` nor `*` is ignored. */
    patternNeedsSlashOrStar: [true, false],
    /** Whether an allow rule for `…/index.htm…` also allows `…/$`. */
    indexHtmlIsDirectory: [true, false],
    /** Whether `/robots.txt` is always allowed. */
    robotsTxtAlwaysAllowed: [true, false],
  },
  /** How a robots.txt is fetched, what it means that there is none, and how long a result is valid: docs/semantics.md §6.1. */
  access: {
    /** How many redirects in a row are followed: at least five (RFC 9309 §2.3.1.2). */
    maxRedirects: { least: 5, most: 100 },
    /** What it means for the file if there are more redirects than `maxRedirects`. */
    tooManyRedirects: ['unavailable', 'unreachable'],
    /** What a 401 or 403 means for the site. Any other 4xx means `allow-all`. */
    restricted: ['allow-all', 'disallow-all'],
    /** What a 429 means for the file: there is none, as after any 4xx, or the server failed. */
    tooManyRequests: ['unavailable', 'unreachable'],
    /** What a 5xx means for the file if a probe found that the site responds so to every missing page. */
    serverErrorEverywhere: ['unavailable', 'unreachable'],
    /** What an unreachable file means for the site while no copy is cached. */
    unreachable: ['disallow-all', 'defer'],
    /** What a file that has been unreachable for `unreachableForLongMs` means for the site while no copy is cached. */
    unreachableForLong: ['allow-all', 'defer'],
    /** How long a file must be unreachable for `unreachableForLong` to apply, in milliseconds: 30 days (RFC 9309 §2.3.1.4). */
    unreachableForLongMs: MILLISECONDS,
    /** How long after it was fetched an earlier copy may serve in place of an unavailable file, in milliseconds; 0: never. */
    unavailableCopyMs: MILLISECONDS,
    /** The wait after the first failure, in milliseconds. It doubles with each further failure. */
    retryFirstMs: MILLISECONDS,
    /** The wait after the first failure if that was a 503, in milliseconds. It doubles with each further failure. */
    retryFirst503Ms: MILLISECONDS,
    /** The longest wait between two attempts, in milliseconds, unless `Retry-After` asks for a longer one. */
    retryMaxMs: MILLISECONDS,
    /** The statuses whose `Retry-After` is obeyed: those after which the crawler waits. */
    retryAfter: ['429-and-5xx', '408-425-429-and-5xx'],
    /** Whether a cached file is requested only if it has changed (RFC 9110 §13). */
    conditionalRequests: [true, false],
    /** How long a file is fresh if its headers do not say, in milliseconds. */
    lifetimeMs: MILLISECONDS,
    /** Which headers say how long a file is fresh: those of RFC 9111 §4.2.1, only `Cache-Control: max-age`, or only `Expires`. */
    lifetimeFrom: ['cache-control-and-expires', 'max-age', 'expires'],
    /** The longest lifetime that headers can set, in milliseconds; `Infinity` for no limit. */
    maxLifetimeMs: { least: 0, most: Infinity },
    /** Whether the crawler leaves the time between two requests that a file asks for, by `Crawl-delay` or `Request-rate`. */
    obeysCrawlDelay: [true, false],
  },
} as const satisfies { readonly [section: string]: { readonly [axis: string]: AxisChoices } };

type Section = keyof typeof AXIS_CHOICES;

/** A choice along every axis of a section. */
type Choices<Axes> = {
  readonly [axis in keyof Axes]: Axes[axis] extends readonly (infer Choice)[] ? Choice : number;
};

export type ReadingAxes = Choices<typeof AXIS_CHOICES.reading>;
export type GroupAxes = Choices<typeof AXIS_CHOICES.groups>;
export type RuleAxes = Choices<typeof AXIS_CHOICES.rules>;
export type AccessAxes = Choices<typeof AXIS_CHOICES.access>;

/** A named set of choices along every axis. */
export interface Profile {
  readonly name: string;
  readonly reading: ReadingAxes;
  readonly groups: GroupAxes;
  readonly rules: RuleAxes;
  readonly access: AccessAxes;
}

export type ProfileName = 'rfc9309' | 'google' | 'draft-koster-rep-00' | 'koster-1996';

/** Choices on some axes of a section. An axis that is undefined counts as absent. */
type SomeOf<Axes> = { readonly [axis in keyof Axes]?: Axes[axis] | undefined };

/** Choices on some axes. */
type SomeChoices = { readonly [section in Section]?: SomeOf<Profile[section]> | undefined };

/** The argument of {@link defineProfile}: a name, the profile to start from, and the choices that differ. */
export interface ProfileDefinition extends SomeChoices {
  readonly name: string;
  /** The profile to start from; default `rfc9309`. */
  readonly extends?: Profile | ProfileName | undefined;
}

/** The reading of RFC 9309, by which line events are read, so that a bundle of them has no other profile. */
export const RFC_9309_READING: ReadingAxes = Object.freeze({
  byteOrderMark: 'whole',
  controlOctets: 'reject-line',
  separator: 'colon-or-white-space',
  fieldMatch: 'exact-or-misspelled',
  contentUsage: 'rule',
} as const);

/** What a crawler should obey today: RFC 9309. */
const RFC_9309: Profile = {
  name: 'rfc9309',
  reading: RFC_9309_READING,
  groups: {
    blankLineEndsGroup: false,
    agentMatch: 'prefix-or-whole',
    namedGroups: 'combined',
    wildcardGroups: 'combined',
  },
  rules: {
    form: 'canonical',
    specialCharacters: true,
    precedence: 'longest',
    emptyPattern: 'no-rule',
    patternNeedsSlashOrStar: true,
    indexHtmlIsDirectory: false,
    robotsTxtAlwaysAllowed: true,
  },
  // RFC 9309 §2.3 and §2.4.
  access: {
    maxRedirects: 5,
    tooManyRedirects: 'unavailable',
    restricted: 'allow-all',
    tooManyRequests: 'unavailable',
    serverErrorEverywhere: 'unreachable',
    unreachable: 'disallow-all',
    unreachableForLong: 'allow-all',
    unreachableForLongMs: 30 * DAY_MS,
    unavailableCopyMs: 0,
    retryFirstMs: MINUTE_MS,
    retryFirst503Ms: MINUTE_MS,
    retryMaxMs: HOUR_MS,
    retryAfter: '408-425-429-and-5xx',
    conditionalRequests: true,
    lifetimeMs: DAY_MS,
    lifetimeFrom: 'cache-control-and-expires',
    maxLifetimeMs: DAY_MS,
    obeysCrawlDelay: true,
  },
};

/** The profiles that this package has made, each by itself, and its copies of other objects, by the object. Their axes are known to be valid. */
const checkedProfiles = new WeakMap<object, Profile>();

/** The profiles that come with the package, by name. */
export const PROFILES: { readonly [name in ProfileName]: Profile } = Object.freeze({
  rfc9309: changed(RFC_9309, 'rfc9309', {}),
  google: changed(RFC_9309, 'google', {
    reading: {
      byteOrderMark: 'whole-or-partial',
      controlOctets: 'nul-ends-content',
      fieldMatch: 'prefix',
      contentUsage: 'other-record',
    },
    groups: { agentMatch: 'letters-prefix' },
    rules: {
      form: 'as-written',
      emptyPattern: 'matches',
      patternNeedsSlashOrStar: false,
      indexHtmlIsDirectory: true,
      robotsTxtAlwaysAllowed: false,
    },
    // Google's page, "Handling of errors and HTTP status codes" and "Caching"; its request is unconditional ("File location and range of validity").
    access: {
      tooManyRequests: 'unreachable',
      serverErrorEverywhere: 'unavailable',
      retryFirst503Ms: 10 * SECOND_MS,
      retryAfter: '429-and-5xx',
      conditionalRequests: false,
      lifetimeFrom: 'max-age',
      maxLifetimeMs: Infinity,
      obeysCrawlDelay: false,
    },
  }),
  'draft-koster-rep-00': changed(RFC_9309, 'draft-koster-rep-00', {
    reading: { contentUsage: 'other-record' },
    groups: { agentMatch: 'whole', wildcardGroups: 'first' },
    // draft-koster-rep-00 §2.3.1.3: a copy may serve for up to 24 hours while the file is unavailable.
    access: { unavailableCopyMs: DAY_MS },
  }),
  'koster-1996': changed(RFC_9309, 'koster-1996', {
    reading: { separator: 'colon', fieldMatch: 'exact', contentUsage: 'other-record' },
    groups: {
      blankLineEndsGroup: true,
      agentMatch: 'before-slash',
      namedGroups: 'first',
      wildcardGroups: 'first',
    },
    rules: {
      form: 'decoded',
      specialCharacters: false,
      precedence: 'first',
      patternNeedsSlashOrStar: false,
      robotsTxtAlwaysAllowed: false,
    },
    // Koster 1996 §3.1 and §3.4.
    access: {
      tooManyRedirects: 'unreachable',
      restricted: 'disallow-all',
      unreachable: 'defer',
      unreachableForLong: 'defer',
      lifetimeMs: 7 * DAY_MS,
      lifetimeFrom: 'expires',
      maxLifetimeMs: Infinity,
    },
  }),
});

/** The profile that applies where none is named. */
export const DEFAULT_PROFILE: Profile = PROFILES.rfc9309;

/** A profile with some choices changed. This package has made it, and its axes are known to be valid. */
function changed(base: Profile, name: string, { reading, groups, rules, access }: SomeChoices): Profile {
  const profile = {
    name,
    reading: merged(base.reading, reading),
    groups: merged(base.groups, groups),
    rules: merged(base.rules, rules),
    access: merged(base.access, access),
  };
  checkedProfiles.set(deepFreeze(profile), profile);
  return profile;
}

/** The base's choices, replaced by those given. */
function merged<Axes extends object>(base: Axes, given: SomeOf<Axes> | undefined): Axes {
  if (given === undefined) return base;
  const chosen = Object.entries(given).filter(([, choice]) => choice !== undefined);
  return { ...base, ...Object.fromEntries(chosen) };
}

/** The checks of a profile's sections. */
const SECTIONS = Object.fromEntries(
  Object.entries(AXIS_CHOICES).map(([section, axes]) => [section, axisTable(axes)]),
) as { readonly [section in Section]: OptionTable };

const DEFINITION = optionTable<ProfileDefinition>({
  name: aString,
  extends: checkedElsewhere,
  reading: anObject(SECTIONS.reading),
  groups: anObject(SECTIONS.groups),
  rules: anObject(SECTIONS.rules),
  access: anObject(SECTIONS.access),
});

function axisTable(axes: { readonly [axis: string]: AxisChoices }): OptionTable {
  const checks = Object.entries(axes).map(([axis, choices]) => [
    axis,
    'least' in choices ? aWholeNumber(choices.least, choices.most) : oneOf(...choices),
  ]);
  return optionTable<unknown>(Object.fromEntries(checks));
}

/**
 * Makes a custom profile from an existing one. The choices are copied; the profile cannot be changed.
 *
 * @throws {TypeError} if the name is empty, or an axis or a choice is not one of those documented; the message lists them
 * @throws {RangeError} if a number is out of its range
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
export function resolveProfile(
  profile: Profile | ProfileName | undefined,
  argument: string = 'profile',
): Profile {
  const known = knownProfile(profile);
  if (known !== undefined) return known;
  if (typeof profile === 'string' || !isObject(profile)) throw noProfile(profile, argument);
  const { name, reading, groups, rules, access } = profile;
  const sections = { reading, groups, rules, access };
  if (typeof name !== 'string') throw misshapen(name, `${argument}.name`, 'a string');
  for (const section of Object.keys(SECTIONS) as Section[]) {
    checkWhole(sections[section], `${argument}.${section}`, SECTIONS[section]);
  }
  const copy = changed(DEFAULT_PROFILE, name, sections);
  checkedProfiles.set(profile, copy);
  return copy;
}

/**
 * Resolves an option without the list of choices, which bundles that only judge need not have, so it cannot check any other object.
 *
 * @throws {TypeError} if there is no profile of that name, or `PROFILES` and `defineProfile` have not made the object
 */
export function madeProfile(profile: Profile | ProfileName | undefined): Profile {
  const known = knownProfile(profile);
  if (known === undefined || (isObject(profile) && known !== profile)) throw noProfile(profile, 'profile');
  return known;
}

function knownProfile(profile: Profile | ProfileName | undefined): Profile | undefined {
  if (profile === undefined) return DEFAULT_PROFILE;
  if (typeof profile === 'string') return Object.hasOwn(PROFILES, profile) ? PROFILES[profile] : undefined;
  return isObject(profile) ? checkedProfiles.get(profile) : undefined;
}

/** The error for an option that is not a profile. */
function noProfile(profile: unknown, argument: string): TypeError {
  const names = Object.keys(PROFILES).join(', ');
  return misshapen(profile, argument, `one of ${names} or a profile of defineProfile()`);
}

/** Freezes a value and all that it holds. */
export function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
