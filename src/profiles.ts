/**
 * The four profiles as data (docs/semantics.md): one choice on each axis. No stage checks the name of a profile, so a profile made
 * by `defineProfile` works exactly like these.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './limits.js';
import { misshapen } from './option-checks.js';

/** How octets become lines and records: docs/semantics.md §1 and §2. */
export interface ReadingAxes {
  /** What is skipped at the start of a file: a whole byte order mark, or also its first one or two octets. */
  readonly byteOrderMark: 'whole' | 'whole-or-partial';
  /** What a control octet outside a comment does: it makes the line invalid, or only NUL matters and ends the content. */
  readonly controlOctets: 'reject-line' | 'nul-ends-content';
  /** What separates the field from the value. */
  readonly separator: 'colon' | 'colon-or-white-space';
  /** When a field is a known one: it is spelled exactly, or also in an accepted misspelling, or it starts with either. */
  readonly fieldMatch: 'exact' | 'exact-or-misspelled' | 'prefix';
  /** How `Content-Usage` is grouped: as a rule, so that it ends a run of user-agent lines, or as any other record. */
  readonly contentUsage: 'rule' | 'other-record';
}

/** How records become groups, and which of them a caller obeys: docs/semantics.md §3 and §4. */
export interface GroupAxes {
  /** Whether a blank line (white space only, no comment) ends a group. */
  readonly blankLineEndsGroup: boolean;
  /**
   * When a user-agent value names a caller:
   * - `letters-prefix`: its longest prefix of `[A-Za-z_-]` equals the name;
   * - `prefix-or-whole`: that, or its longest prefix of `[A-Za-z0-9._-]`, or the whole value;
   * - `whole`: the whole value equals the name;
   * - `before-slash`: the value up to its first `/`, trimmed, equals the name.
   */
  readonly agentMatch: 'letters-prefix' | 'prefix-or-whole' | 'whole' | 'before-slash';
  /** Whether a caller obeys all groups that name it together, or only the first. */
  readonly namedGroups: 'combined' | 'first';
  /** Whether a caller that no group names obeys all wildcard groups together, or only the first. */
  readonly wildcardGroups: 'combined' | 'first';
}

/** How a rule is compared with a URL: docs/semantics.md §5. */
export interface RuleAxes {
  /**
   * The form in which patterns and URLs are compared:
   * - `canonical`: the URL as the WHATWG URL Standard reads it, both in the canonical form of docs/semantics.md §5.2;
   * - `as-written`: the URL's text after its authority; patterns with upper-case hex digits and non-ASCII octets encoded;
   * - `decoded`: the URL as the WHATWG URL Standard reads it, both with every `%XX` but `%2F` decoded.
   */
  readonly form: 'canonical' | 'as-written' | 'decoded';
  /** Whether `*` and a final `$` in a pattern are special (RFC 9309 §2.2.3). */
  readonly specialCharacters: boolean;
  /** Which of the matching rules decides: the longest pattern (allow on a tie), or the first in the file. */
  readonly precedence: 'longest' | 'first';
  /** What a rule without a value does: nothing, or it matches every URL with length 0. */
  readonly emptyPattern: 'no-rule' | 'matches';
  /** Whether a pattern that starts with neither `/` nor `*` is ignored. */
  readonly patternNeedsSlashOrStar: boolean;
  /** Whether an allow rule for `…/index.htm…` also allows `…/$`. */
  readonly indexHtmlIsDirectory: boolean;
  /** Whether `/robots.txt` is always allowed. */
  readonly robotsTxtAlwaysAllowed: boolean;
}

/** How a robots.txt is fetched, what it means that there is none, and how long a result is valid. */
export interface AccessAxes {
  /** How many redirects in a row are followed: at least five (RFC 9309 §2.3.1.2). */
  readonly maxRedirects: number;
  /** What it means for the file if there are more redirects than `maxRedirects`. */
  readonly tooManyRedirects: 'unavailable' | 'unreachable';
  /** What a 401 or 403 means for the site. Any other 4xx means `allow-all`. */
  readonly restricted: 'allow-all' | 'disallow-all';
  /** What a 429 means for the file: there is none, as after any 4xx, or the server failed. */
  readonly tooManyRequests: 'unavailable' | 'unreachable';
  /** What a 5xx means for the file if a probe found that the site responds so to every missing page. */
  readonly serverErrorEverywhere: 'unavailable' | 'unreachable';
  /** What an unreachable file means for the site while no copy is cached. */
  readonly unreachable: 'disallow-all' | 'defer';
  /** What a file that has been unreachable for `unreachableForLongMs` means for the site while no copy is cached. */
  readonly unreachableForLong: 'allow-all' | 'defer';
  /** How long a file must be unreachable for `unreachableForLong` to apply, in milliseconds: 30 days (RFC 9309 §2.3.1.4). */
  readonly unreachableForLongMs: number;
  /** How long after it was fetched an earlier copy may serve in place of an unavailable file, in milliseconds; 0: never. */
  readonly unavailableCopyMs: number;
  /** The wait after the first failure, in milliseconds. It doubles with each further failure. */
  readonly retryFirstMs: number;
  /** The wait after the first failure if that was a 503, in milliseconds. It doubles with each further failure. */
  readonly retryFirst503Ms: number;
  /** The longest wait between two attempts, in milliseconds, unless `Retry-After` asks for a longer one. */
  readonly retryMaxMs: number;
  /** The statuses whose `Retry-After` is obeyed: those after which the crawler waits. */
  readonly retryAfter: '429-and-5xx' | '408-425-429-and-5xx';
  /** Whether a cached file is requested only if it has changed (RFC 9110 §13). */
  readonly conditionalRequests: boolean;
  /** How long a file is fresh if its headers do not say, in milliseconds. */
  readonly lifetimeMs: number;
  /** Which headers say how long a file is fresh: those of RFC 9111 §4.2.1, only `Cache-Control: max-age`, or only `Expires`. */
  readonly lifetimeFrom: 'cache-control-and-expires' | 'max-age' | 'expires';
  /** The longest lifetime that headers can set, in milliseconds; `Infinity` for no limit. */
  readonly maxLifetimeMs: number;
  /** Whether the crawler leaves the time between two requests that a file asks for, by `Crawl-delay` or `Request-rate`. */
  readonly obeysCrawlDelay: boolean;
}

/** A named set of choices along every axis. */
export interface Profile {
  readonly name: string;
  readonly reading: ReadingAxes;
  readonly groups: GroupAxes;
  readonly rules: RuleAxes;
  readonly access: AccessAxes;
}

/** What judging needs of a profile: everything but what it means that a file cannot be fetched. */
export type JudgingProfile = Omit<Profile, 'access'>;

export type ProfileName = 'rfc9309' | 'google' | 'draft-koster-rep-00' | 'koster-1996';

/** The reading of RFC 9309, by which line events are read, so that a bundle of them has no other profile. */
export const RFC_9309_READING: ReadingAxes = Object.freeze({
  byteOrderMark: 'whole',
  controlOctets: 'reject-line',
  separator: 'colon-or-white-space',
  fieldMatch: 'exact-or-misspelled',
  contentUsage: 'rule',
} as const);

/** What a crawler should obey today: RFC 9309. */
const RFC_9309: JudgingProfile = deepFreeze({
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
});

/** The profiles without their access axes, so that a bundle of `isAllowed` has none. */
const JUDGING_PROFILES: { readonly [name in ProfileName]: JudgingProfile } = makeJudgingProfiles();

function makeJudgingProfiles(): { readonly [name in ProfileName]: JudgingProfile } {
  return {
    rfc9309: RFC_9309,
    google: deepFreeze({
      name: 'google',
      reading: {
        byteOrderMark: 'whole-or-partial',
        controlOctets: 'nul-ends-content',
        separator: 'colon-or-white-space',
        fieldMatch: 'prefix',
        contentUsage: 'other-record',
      },
      groups: { ...RFC_9309.groups, agentMatch: 'letters-prefix' },
      rules: {
        form: 'as-written',
        specialCharacters: true,
        precedence: 'longest',
        emptyPattern: 'matches',
        patternNeedsSlashOrStar: false,
        indexHtmlIsDirectory: true,
        robotsTxtAlwaysAllowed: false,
      },
    } as const),
    'draft-koster-rep-00': deepFreeze({
      name: 'draft-koster-rep-00',
      reading: { ...RFC_9309.reading, contentUsage: 'other-record' },
      groups: { ...RFC_9309.groups, agentMatch: 'whole', wildcardGroups: 'first' },
      rules: RFC_9309.rules,
    } as const),
    'koster-1996': deepFreeze({
      name: 'koster-1996',
      reading: {
        byteOrderMark: 'whole',
        controlOctets: 'reject-line',
        separator: 'colon',
        fieldMatch: 'exact',
        contentUsage: 'other-record',
      },
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
        emptyPattern: 'no-rule',
        patternNeedsSlashOrStar: false,
        indexHtmlIsDirectory: false,
        robotsTxtAlwaysAllowed: false,
      },
    } as const),
  };
}

/** The profiles that this package has made. Their axes are known to be valid. */
const made = new WeakSet<object>();

/** Freezes a profile with valid axes, and remembers that this package has made it. */
export function madeProfile(profile: Profile): Profile {
  made.add(deepFreeze(profile));
  return profile;
}

/** Whether an object is a profile of {@link madeProfile}. */
export function isMadeProfile(profile: object): profile is Profile {
  return made.has(profile);
}

/** RFC 9309 §2.3 and §2.4. */
const RFC_9309_ACCESS: AccessAxes = {
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
};

/** Google's page, "Handling of errors and HTTP status codes" and "Caching"; the request is unconditional ("File location and range of validity"). */
const GOOGLE_ACCESS: AccessAxes = changed(RFC_9309_ACCESS, {
  tooManyRequests: 'unreachable',
  serverErrorEverywhere: 'unavailable',
  retryFirst503Ms: 10 * SECOND_MS,
  retryAfter: '429-and-5xx',
  conditionalRequests: false,
  lifetimeFrom: 'max-age',
  maxLifetimeMs: Infinity,
  obeysCrawlDelay: false,
});

/** draft-koster-rep-00 §2.3.1.3: a copy may serve for up to 24 hours while the file is unavailable. */
const DRAFT_KOSTER_REP_00_ACCESS: AccessAxes = changed(RFC_9309_ACCESS, {
  unavailableCopyMs: DAY_MS,
});

/** Koster 1996 §3.1 and §3.4. */
const KOSTER_1996_ACCESS: AccessAxes = changed(RFC_9309_ACCESS, {
  tooManyRedirects: 'unreachable',
  restricted: 'disallow-all',
  unreachable: 'defer',
  unreachableForLong: 'defer',
  lifetimeMs: 7 * DAY_MS,
  lifetimeFrom: 'expires',
  maxLifetimeMs: Infinity,
});

/** Axes with some choices changed. It is a function because a bundler leaves out an unused call, but not an unused spread. */
function changed(axes: AccessAxes, choices: Partial<AccessAxes>): AccessAxes {
  return { ...axes, ...choices };
}

/** The profile that applies where none is named. */
export const DEFAULT_PROFILE: Profile = withAccess(RFC_9309, RFC_9309_ACCESS);

/** Adds the access axes. The spread is in a function because a bundler keeps an unused call whose argument has one. */
function withAccess(profile: JudgingProfile, access: AccessAxes): Profile {
  return madeProfile({ ...profile, access });
}

/** The profiles that come with the package, by name. */
export const PROFILES: { readonly [name in ProfileName]: Profile } = makeProfiles();

function makeProfiles(): { readonly [name in ProfileName]: Profile } {
  const { google, 'draft-koster-rep-00': draft, 'koster-1996': koster } = JUDGING_PROFILES;
  return Object.freeze({
    rfc9309: DEFAULT_PROFILE,
    google: withAccess(google, GOOGLE_ACCESS),
    'draft-koster-rep-00': withAccess(draft, DRAFT_KOSTER_REP_00_ACCESS),
    'koster-1996': withAccess(koster, KOSTER_1996_ACCESS),
  });
}

/**
 * Resolves an option for judging alone: the profile of a name, a profile that this package has made, or the default. It knows no list
 * of choices, so it cannot check any other object.
 *
 * @throws {TypeError} if there is no profile of that name, or `PROFILES` and `defineProfile` have not made the object
 */
export function judgingProfile(profile: Profile | ProfileName | undefined): JudgingProfile {
  if (profile === undefined) return RFC_9309;
  if (typeof profile === 'string' && Object.hasOwn(JUDGING_PROFILES, profile))
    return JUDGING_PROFILES[profile];
  if (typeof profile === 'object' && profile !== null && isMadeProfile(profile)) return profile;
  throw noProfile(profile, 'profile');
}

/** The error for an option that is not a profile. */
export function noProfile(profile: unknown, argument: string): TypeError {
  const names = Object.keys(JUDGING_PROFILES).join(', ');
  return misshapen(profile, argument, `one of ${names} or a profile of defineProfile()`);
}

/** Freezes a value and all that it holds. */
export function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
