/** The names of the readers. */

/** The name of a service whose crawlers are read about. */
export type ServiceName = 'amazonbot' | 'applebot' | 'baidu' | 'bing' | 'naver' | 'seznam' | 'yandex';

/** The name of a reader: a program with its version, or a service. */
export type ReaderName = ProgramName | ServiceName;

/** The name of a program that reads robots.txt, with its version. */
export type ProgramName =
  | 'crawler-commons-1.7'
  | 'heritrix-3'
  | 'httrack-3.49'
  | 'protego-0.6'
  | 'protego-0.7'
  | 'python-3.11'
  | 'python-3.15'
  | 'robots-parser-3'
  | 'temoto-1'
  | 'wget-1.21'
  | 'wget2-1.99'
  | 'www-robotrules-6.02';
