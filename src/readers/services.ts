/**
 * How the crawlers of services read, as their operators document it: `services.json` has the statements, and a test compares both. On an axis
 * about which nothing was found, or about which two sources disagree, a service chooses as RFC 9309 does.
 */
import { DAY_MS, PARSING_LIMIT_OCTETS } from '../limits.js';
import { addProfile, type Profile, type ProfileDefinition } from '../profiles.js';
import { DecodedFile } from './decoded-file.js';
import { firstMatch } from './patterns.js';
import type { Reader } from './reader.js';
import type { ServiceName } from './reader-names.js';
import { titleOf } from './reader-titles.js';
import { NOTHING } from './selections.js';
import { ReaderReading, setReading } from './view.js';

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
  const profile = addProfile({ ...DEFINITIONS[name], name }, titleOf(name).title);
  // A file of more octets opens the site.
  if (name === 'yandex') {
    setReading(profile, (file) =>
      file.facts.size > PARSING_LIMIT_OCTETS ? new ReaderReading(file, profile, OPENS) : undefined,
    );
  }
  return profile;
}

/** Ignores the rules of a file, and fetches everything. */
const OPENS: Reader = {
  read: (octets) => ({ file: new DecodedFile(octets, 'latin-1'), groups: [], instead: 'allow-all' }),
  select: () => NOTHING,
  target: (url) => url,
  decide: firstMatch,
};
