/**
 * How the crawlers of services read, as their operators document it: `services.json` has the statements, and a test compares both. On an axis
 * about which nothing was found, or about which two sources disagree, a service chooses as RFC 9309 does.
 */
import { takeOctets } from '../ast/reader.js';
import { DAY_MS, PARSING_LIMIT_OCTETS } from '../limits.js';
import { CallerRules, ProfileRules } from '../match/caller-rules.js';
import { type OwnReader, readBy } from '../match/own-reader.js';
import { addProfile, type Profile, type ProfileDefinition } from '../profiles.js';
import { DecodedFile } from './decoded-file.js';
import { firstMatch } from './patterns.js';
import type { Reader } from './reader.js';
import type { ServiceName } from './reader-names.js';
import { NOTHING } from './selections.js';
import { ownReader } from './view.js';

const DEFINITIONS: { readonly [name in ServiceName]: Omit<ProfileDefinition, 'name'> } = {
  amazonbot: {
    access: {
      unreachable: 'allow-all',
      unavailableCopyMs: 30 * DAY_MS,
      obeysCrawlDelay: false,
    },
  },
  applebot: { access: { obeysCrawlDelay: false } },
  baidu: {
    reading: { separator: 'colon' },
    groups: { blankLineEndsGroup: true },
    rules: { precedence: 'first' },
    access: { obeysCrawlDelay: false },
  },
  bing: {},
  naver: {},
  seznam: {},
  yandex: {
    reading: { separator: 'colon', fieldMatch: 'exact' },
    access: { unreachable: 'allow-all', obeysCrawlDelay: false },
  },
};

/** The services, by name. */
export const SERVICES = Object.keys(DEFINITIONS) as readonly ServiceName[];

/** Makes the profile of a service, and its name one that is accepted wherever that of a profile is. */
export function addService(name: ServiceName): Profile {
  const profile = addProfile({ ...DEFINITIONS[name], name });
  if (name === 'yandex') readBy(profile, openedAbove(PARSING_LIMIT_OCTETS, profile));
  return profile;
}

/** Ignores the rules of a file, and fetches everything. */
const OPENS: Reader = {
  read: (octets) => ({ file: new DecodedFile(octets, 'latin-1'), groups: [], instead: 'allow-all' }),
  select: () => NOTHING,
  target: (url) => url,
  decide: firstMatch,
};

/** The engine, but a file of more octets opens the site. */
function openedAbove(maxOctets: number, profile: Profile): OwnReader {
  const opens = ownReader(profile, OPENS);
  const view: OwnReader['view'] = (file) =>
    file.facts.size > maxOctets ? opens.view(file) : new ProfileRules(file, profile);
  return {
    view,
    isAllowed: (octets, url, callers, limit) =>
      new CallerRules(view(takeOctets(octets, limit)), callers).isAllowed(url),
  };
}
