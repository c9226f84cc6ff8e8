/** The programs that are asked, and how. */

export interface Reader {
  /** The name of its adapter's answers, and of the profile that reads as it does. */
  readonly name: string;
  /** What is asked, for people. */
  readonly program: string;
  /** Starts its adapter in the root of the repository. */
  readonly command: readonly string[];
  /** The Debian package that has the program. A program without a package has to be found elsewhere. */
  readonly debianPackage?: string;
  /** The packages of npm that are the program. */
  readonly npmPackages?: readonly string[];
}

const ADAPTERS = 'readers/adapters';

export const READERS: readonly Reader[] = [
  {
    name: 'python-3.11',
    program: 'urllib.robotparser of CPython 3.11',
    command: ['/usr/bin/python3', `${ADAPTERS}/urllib-robotparser.py`],
    debianPackage: 'libpython3.11-stdlib',
  },
  {
    name: 'python-3.15',
    program: 'urllib.robotparser of the main branch of CPython',
    command: ['python3', `${ADAPTERS}/urllib-robotparser.py`],
  },
  {
    name: 'protego-0.7',
    program: 'Protego 0.7, of Scrapy',
    command: ['/usr/bin/python3', `${ADAPTERS}/scrapy-protego.py`],
  },
  {
    name: 'protego-0.6',
    program: 'Protego 0.6, of Scrapy',
    command: ['/usr/bin/python3', `${ADAPTERS}/scrapy-protego.py`],
  },
  {
    name: 'protego-0.2',
    program: 'Protego 0.2, of older versions of Scrapy',
    command: ['/usr/bin/python3', `${ADAPTERS}/scrapy-protego.py`],
    debianPackage: 'python3-protego',
  },
  {
    name: 'www-robotrules-6.02',
    program: 'WWW::RobotRules 6.02, of LWP',
    command: ['/usr/bin/perl', `${ADAPTERS}/www-robotrules.pl`],
    debianPackage: 'libwww-robotrules-perl',
  },
  {
    name: 'linkchecker-10',
    program: 'LinkChecker 10',
    command: ['/usr/bin/python3', `${ADAPTERS}/linkchecker.py`],
    debianPackage: 'linkchecker',
  },
  {
    name: 'webrobots-0.1',
    program: 'WebRobots 0.1, of Ruby',
    command: ['/usr/bin/ruby', `${ADAPTERS}/webrobots.rb`],
    debianPackage: 'ruby-webrobots',
  },
  {
    name: 'crawler-commons-1.7',
    program: 'crawler-commons, of Nutch and StormCrawler',
    command: ['sh', `${ADAPTERS}/java.sh`, 'CrawlerCommons'],
  },
  {
    name: 'heritrix-3',
    program: 'Heritrix of the Internet Archive',
    command: ['sh', `${ADAPTERS}/java.sh`, 'Heritrix'],
  },
  {
    name: 'temoto-1',
    program: 'github.com/temoto/robotstxt, as Colly calls it',
    command: ['go', 'run', `${ADAPTERS}/temoto.go`],
  },
  {
    name: 'robots-parser-3',
    program: 'robots-parser of npm, as Crawlee calls it',
    command: ['node', `${ADAPTERS}/robots-parser.mjs`],
    npmPackages: ['robots-parser'],
  },
  {
    name: 'exclusion-0.2',
    program: 'exclusion of npm',
    command: ['node', `${ADAPTERS}/exclusion.mjs`],
    npmPackages: ['exclusion'],
  },
  {
    name: 'robots-txt-guard-1',
    program: 'robots-txt-guard of npm, with robots-txt-parse',
    command: ['node', `${ADAPTERS}/robots-txt-guard.mjs`],
    npmPackages: ['robots-txt-guard', 'robots-txt-parse'],
  },
  {
    name: 'wget-1.21',
    program: 'GNU Wget, by its own name',
    command: ['node', `${ADAPTERS}/wget.mjs`],
    debianPackage: 'wget',
  },
  {
    name: 'wget2-1.99',
    program: 'the library of GNU Wget2, by its own name',
    command: ['/usr/bin/python3', `${ADAPTERS}/libwget.py`],
    debianPackage: 'libwget0',
  },
  {
    name: 'httrack-3.49',
    program: 'HTTrack, by its own name',
    command: ['node', `${ADAPTERS}/httrack.mjs`],
    debianPackage: 'httrack',
  },
];

/** @throws {TypeError} if there is no such reader */
export function readerOf(name: string): Reader {
  const reader = READERS.find((reader) => reader.name === name);
  if (reader !== undefined) return reader;
  throw new TypeError(
    `There is no reader named ${name}. Readers: ${READERS.map(({ name }) => name).join(', ')}.`,
  );
}
