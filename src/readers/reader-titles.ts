/**
 * What readers are: profiles, programs or services, each with its name for people.
 */

/** What a reader is: one of the four profiles, a program, or a service. */
export type ReaderKind = 'profile' | 'program' | 'service';

/** What a reader is, and its name for people. */
interface ReaderTitle {
  readonly kind: ReaderKind;
  readonly title: string;
}

const profile = (title: string): ReaderTitle => ({ kind: 'profile', title });
const program = (title: string): ReaderTitle => ({ kind: 'program', title });
const service = (title: string): ReaderTitle => ({ kind: 'service', title });

const TITLES: { readonly [name: string]: ReaderTitle } = {
  rfc9309: profile('RFC 9309'),
  google: profile('Google'),
  'draft-koster-rep-00': profile('the draft of 2019'),
  'koster-1996': profile('the draft of 1996'),
  'crawler-commons-1.7': program('Nutch (crawler-commons)'),
  'heritrix-3': program('Heritrix 3'),
  'httrack-3.49': program('HTTrack 3.49'),
  'protego-0.6': program('Scrapy (Protego 0.6)'),
  'protego-0.7': program('Scrapy (Protego 0.7)'),
  'python-3.11': program('Python before 3.15'),
  'python-3.15': program('Python from 3.15'),
  'robots-parser-3': program('Crawlee (robots-parser)'),
  'temoto-1': program('Colly (robotstxt for Go)'),
  'wget-1.21': program('Wget 1.21'),
  'wget2-1.99': program('Wget2 1.99'),
  'www-robotrules-6.02': program("Perl's LWP"),
  yandex: service('Yandex'),
  bing: service('Bing'),
  applebot: service('Apple'),
  seznam: service('Seznam'),
  amazonbot: service('Amazon'),
  naver: service('Naver'),
  baidu: service('Baidu'),
};

/** What a reader is. */
export function titleOf(name: string): ReaderTitle {
  return Object.hasOwn(TITLES, name) ? TITLES[name] : program(name);
}
