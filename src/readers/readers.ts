/**
 * The readers by their names. Importing this file makes the names those of profiles.
 */
import { addProfile, type Profile, type ProfileDefinition } from '../profiles.js';
import { CRAWLER_COMMONS_1_7 } from './programs/crawler-commons-1.7.js';
import { HERITRIX_3 } from './programs/heritrix-3.js';
import { HTTRACK_3_49 } from './programs/httrack-3.49.js';
import { PROTEGO_0_6 } from './programs/protego-0.6.js';
import { PROTEGO_0_7 } from './programs/protego-0.7.js';
import { PYTHON_3_11 } from './programs/python-3.11.js';
import { PYTHON_3_15 } from './programs/python-3.15.js';
import { ROBOTS_PARSER_3 } from './programs/robots-parser-3.js';
import { TEMOTO_1 } from './programs/temoto-1.js';
import { WGET_1_21 } from './programs/wget-1.21.js';
import { WGET2_1_99 } from './programs/wget2-1.99.js';
import { WWW_ROBOTRULES_6_02 } from './programs/www-robotrules-6.02.js';
import type { Reader } from './reader.js';
import type { ProgramName, ReaderName } from './reader-names.js';
import { titleOf } from './reader-titles.js';
import { addService, SERVICES } from './services.js';
import { ReaderReading, setReading } from './view.js';

/** A reader, and what of it the axes of a profile can say: what a status means, and about how its rules are compared. */
interface ReaderDefinition {
  readonly reader: Reader;
  readonly profile: Omit<ProfileDefinition, 'name'>;
}

/** Any status but success, and any failure, means that there are no rules. No delay is obeyed. */
const DOWNLOADER_ACCESS = {
  tooManyRedirects: 'unavailable',
  restricted: 'allow-all',
  unreachable: 'allow-all',
  unreachableForLong: 'allow-all',
  obeysCrawlDelay: false,
} as const;

/** Scrapy's downloader. */
const SCRAPY = { access: { tooManyRedirects: 'unavailable', unreachable: 'allow-all' } } as const;

const DEFINITIONS: { readonly [name in ProgramName]: ReaderDefinition } = {
  'heritrix-3': {
    reader: HERITRIX_3,
    profile: {
      reading: { separator: 'colon', fieldMatch: 'exact' },
      groups: { namedGroups: 'first' },
      rules: { form: 'decoded', patternNeedsSlashOrStar: false },
      access: { tooManyRedirects: 'unavailable', unreachable: 'allow-all' },
    },
  },
  'www-robotrules-6.02': {
    reader: WWW_ROBOTRULES_6_02,
    profile: { extends: 'koster-1996', access: { restricted: 'allow-all', unreachable: 'allow-all' } },
  },
  'protego-0.6': { reader: PROTEGO_0_6, profile: SCRAPY },
  'protego-0.7': { reader: PROTEGO_0_7, profile: SCRAPY },
  'python-3.11': {
    reader: PYTHON_3_11,
    profile: { extends: 'koster-1996', access: { restricted: 'disallow-all', unreachable: 'disallow-all' } },
  },
  'robots-parser-3': {
    reader: ROBOTS_PARSER_3,
    profile: {
      reading: { separator: 'colon', fieldMatch: 'exact' },
      groups: { agentMatch: 'before-slash' },
      rules: { patternNeedsSlashOrStar: false, robotsTxtAlwaysAllowed: false },
      access: { tooManyRedirects: 'unavailable', unreachable: 'allow-all' },
    },
  },
  'temoto-1': {
    reader: TEMOTO_1,
    profile: {
      groups: { agentMatch: 'before-slash' },
      rules: { form: 'as-written', patternNeedsSlashOrStar: false, robotsTxtAlwaysAllowed: false },
      access: { tooManyRedirects: 'unreachable', unreachableForLong: 'defer' },
    },
  },
  'httrack-3.49': { reader: HTTRACK_3_49, profile: { extends: 'koster-1996', access: DOWNLOADER_ACCESS } },
  'wget-1.21': { reader: WGET_1_21, profile: { extends: 'koster-1996', access: DOWNLOADER_ACCESS } },
  'wget2-1.99': { reader: WGET2_1_99, profile: { extends: 'koster-1996', access: DOWNLOADER_ACCESS } },
  'crawler-commons-1.7': {
    reader: CRAWLER_COMMONS_1_7,
    profile: {
      rules: { patternNeedsSlashOrStar: false, indexHtmlIsDirectory: true },
      access: { tooManyRedirects: 'unreachable', unreachable: 'defer', unreachableForLong: 'defer' },
    },
  },
  'python-3.15': { reader: PYTHON_3_15, profile: { access: { restricted: 'disallow-all' } } },
};

/** The profiles of the readers by name: each is accepted wherever a profile is, and so is its name. */
export const READERS: { readonly [name in ReaderName]: Profile } = Object.freeze({
  ...profilesOf(Object.keys(DEFINITIONS) as ProgramName[], addProgram),
  ...profilesOf(SERVICES, addService),
});

function profilesOf<Name extends ReaderName>(names: readonly Name[], add: (name: Name) => Profile) {
  return Object.fromEntries(names.map((name) => [name, add(name)])) as unknown as {
    readonly [name in Name]: Profile;
  };
}

function addProgram(name: ProgramName): Profile {
  const { reader, profile } = DEFINITIONS[name];
  const added = addProfile({ ...profile, name }, titleOf(name).title);
  setReading(added, (file) => new ReaderReading(file, added, reader));
  return added;
}
