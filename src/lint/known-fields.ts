/**
 * The fields that are not directives of RFC 9309, by what is known of them.
 */

/** What is known of a field. */
export interface KnownField {
  /**
   * - `extension`: some crawlers read it;
   * - `unsupported`: no large crawler reads it any more;
   * - `proposed`: a proposal that few read.
   */
  readonly kind: 'extension' | 'unsupported' | 'proposed';
  /** What it is, for messages. */
  readonly about: string;
  /** Whether its author may think that Google reads it. */
  readonly ignoredByGoogle?: boolean;
}

/** By field, in lower case. */
export const KNOWN_FIELDS: { readonly [field: string]: KnownField } = {
  'crawl-delay': {
    kind: 'extension',
    about: 'the seconds between two requests; Bing and some others read it',
    ignoredByGoogle: true,
  },
  'request-rate': {
    kind: 'extension',
    about: 'how many pages may be fetched in a time; Seznam reads it',
    ignoredByGoogle: true,
  },
  'clean-param': {
    kind: 'extension',
    about: 'query parameters that do not change the page; Yandex reads it',
    ignoredByGoogle: true,
  },
  'content-signal': { kind: 'extension', about: 'what the content may be used for (contentsignals.org)' },
  'content-usage': {
    kind: 'extension',
    about: 'what the content may be used for (draft-ietf-aipref-attach)',
  },
  noindex: { kind: 'unsupported', about: 'Google stopped reading it on 1 September 2019' },
  nofollow: { kind: 'unsupported', about: 'Google never supported it in robots.txt' },
  noarchive: { kind: 'unsupported', about: 'it belongs in a robots meta tag' },
  nosnippet: { kind: 'unsupported', about: 'it belongs in a robots meta tag' },
  index: { kind: 'unsupported', about: 'it belongs in a robots meta tag' },
  follow: { kind: 'unsupported', about: 'it belongs in a robots meta tag' },
  host: { kind: 'unsupported', about: 'Yandex replaced it with redirects in 2018' },
  'visit-time': { kind: 'unsupported', about: 'a proposal of 1996' },
  'robot-version': { kind: 'unsupported', about: 'a proposal of 1996' },
  comment: { kind: 'unsupported', about: 'a proposal of 1996; comments begin with "#"' },
  'revisit-after': { kind: 'unsupported', about: 'no large search engine ever read it' },
  license: { kind: 'proposed', about: 'the URL of a license (RSL 1.0)' },
  disallowaitraining: {
    kind: 'proposed',
    about: 'a proposal against AI training (draft-canel-robots-ai-control)',
  },
  allowaitraining: {
    kind: 'proposed',
    about: 'a proposal about AI training (draft-canel-robots-ai-control)',
  },
  noai: { kind: 'proposed', about: 'no specification defines it' },
  noimageai: { kind: 'proposed', about: 'no specification defines it' },
};

/** What is known of a field, in lower case; `undefined` if nothing is. */
export function knownField(name: string): KnownField | undefined {
  return Object.hasOwn(KNOWN_FIELDS, name) ? KNOWN_FIELDS[name] : undefined;
}
