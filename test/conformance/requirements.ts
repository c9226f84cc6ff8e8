/**
 * The requirements of RFC 9309 for robots.txt files and crawlers, in the document's order: all of RFC 9309 §2, and what
 * RFC 9309 §3 and §5 add. They are in our words; the RFC is authoritative.
 *
 * Tests cite them with `describeRequirement` (`cite.ts`), and `requirements.node.test.ts` checks that none is missing.
 */

export interface Requirement {
  /** The key word of the RFC. `STATED`: a plain statement without one. */
  readonly level: 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY' | 'STATED';
  /**
   * The part that meets it: the parser; the matcher, with its helpers for names and locations; or `access`, which is
   * fetching and caching, in `packages/client`.
   */
  readonly part: 'parsing' | 'matching' | 'access';
  /** The requirement in our words. */
  readonly says: string;
}

/** The requirements by id: the section and a word or two. */
export const REQUIREMENTS = {
  '2.1-rule': { level: 'STATED', part: 'parsing', says: 'a rule is a line of a key and a value' },
  '2.1-group': {
    level: 'STATED',
    part: 'parsing',
    says: 'a group is user-agent lines followed by rules, up to the next user-agent line or the end',
  },
  '2.1-empty-group': {
    level: 'STATED',
    part: 'matching',
    says: 'a last group without rules allows everything',
  },

  '2.2-robotstxt': {
    level: 'STATED',
    part: 'parsing',
    says: 'a file is any number of groups and empty lines',
  },
  '2.2-group': {
    level: 'STATED',
    part: 'parsing',
    says: 'a group begins with a user-agent line; more may follow, then rules, empty lines anywhere',
  },
  '2.2-startgroupline': { level: 'STATED', part: 'parsing', says: 'how a user-agent line is written' },
  '2.2-rule': { level: 'STATED', part: 'parsing', says: 'how a rule is written' },
  '2.2-additional-lines': { level: 'STATED', part: 'parsing', says: 'parsers may define further lines' },
  '2.2-product-token': { level: 'STATED', part: 'parsing', says: 'a product token is an identifier or *' },
  '2.2-path-pattern': { level: 'STATED', part: 'parsing', says: 'a path pattern is / and any characters' },
  '2.2-empty-pattern': { level: 'STATED', part: 'parsing', says: 'a rule may have no pattern' },
  '2.2-identifier': { level: 'STATED', part: 'parsing', says: 'an identifier is letters, - and _' },
  '2.2-comment': {
    level: 'STATED',
    part: 'parsing',
    says: 'a comment is # and anything up to the end of the line',
  },
  '2.2-emptyline': {
    level: 'STATED',
    part: 'parsing',
    says: 'an empty line is white space or a comment alone',
  },
  '2.2-eol': {
    level: 'STATED',
    part: 'parsing',
    says: 'a line may end with white space and a comment',
  },
  '2.2-nl': { level: 'STATED', part: 'parsing', says: 'CR, LF and CRLF end a line' },
  '2.2-ws': { level: 'STATED', part: 'parsing', says: 'white space is SP and HTAB' },
  '2.2-utf8-char-noctl': { level: 'STATED', part: 'parsing', says: 'characters are UTF-8 without controls' },

  '2.2.1-token-characters': {
    level: 'MUST',
    part: 'matching',
    says: 'product tokens hold letters, _ and - alone',
  },
  '2.2.1-token-substring': {
    level: 'SHOULD',
    part: 'matching',
    says: 'the product token is a part of the identification string',
  },
  '2.2.1-token-in-header': {
    level: 'SHOULD',
    part: 'matching',
    says: 'in HTTP, the product token is a part of the User-Agent header',
  },
  '2.2.1-purpose': {
    level: 'SHOULD',
    part: 'access',
    says: 'the identification string says what the crawler is for',
  },
  '2.2.1-case-insensitive': {
    level: 'MUST',
    part: 'matching',
    says: 'the group of a product token is found whatever the letters’ case, and its rules are obeyed',
  },
  '2.2.1-combine': { level: 'MUST', part: 'matching', says: 'the rules of all matching groups are combined' },
  '2.2.1-wildcard': {
    level: 'MUST',
    part: 'matching',
    says: 'without a matching group the group of * is obeyed',
  },
  '2.2.1-no-group': { level: 'STATED', part: 'matching', says: 'without either no rules apply' },

  '2.2.2-match': {
    level: 'MUST',
    part: 'matching',
    says: 'the paths of allow and disallow rules are matched with the URI',
  },
  '2.2.2-case-sensitive': { level: 'SHOULD', part: 'matching', says: 'paths are matched case by case' },
  '2.2.2-first-octet': {
    level: 'MUST',
    part: 'matching',
    says: 'matching starts with the first octet of the path',
  },
  '2.2.2-most-specific': { level: 'MUST', part: 'matching', says: 'the most specific match is used' },
  '2.2.2-most-octets': {
    level: 'STATED',
    part: 'matching',
    says: 'the most specific match is that of most octets',
  },
  '2.2.2-deduplicate': { level: 'MAY', part: 'matching', says: 'duplicate rules may count as one' },
  '2.2.2-equivalent': { level: 'SHOULD', part: 'matching', says: 'of equivalent rules the allow is used' },
  '2.2.2-no-match': { level: 'STATED', part: 'matching', says: 'a URI that no rule matches is allowed' },
  '2.2.2-robots-txt': { level: 'STATED', part: 'matching', says: '/robots.txt is implicitly allowed' },
  '2.2.2-encode': {
    level: 'MUST',
    part: 'matching',
    says: 'octets that are not ASCII, and reserved ones that are data, are percent-encoded before comparison',
  },
  '2.2.2-decode': {
    level: 'MUST',
    part: 'matching',
    says: 'percent-encoded ASCII octets are decoded before comparison if they are unreserved',
  },
  '2.2.2-prefix': {
    level: 'STATED',
    part: 'matching',
    says: 'a rule matches if its path ends before an octet differs',
  },
  '2.2.2-no-group': { level: 'SHOULD', part: 'matching', says: 'rules that are in no group are ignored' },
  '2.2.2-bridge': { level: 'MAY', part: 'matching', says: 'encodings other than UTF-8 may be bridged' },

  '2.2.3-special': { level: 'MUST', part: 'matching', says: '#, $ and * are special' },
  '2.2.3-verbatim': {
    level: 'SHOULD',
    part: 'matching',
    says: 'special characters meant verbatim are percent-encoded',
  },

  '2.2.4-interpret': {
    level: 'MAY',
    part: 'parsing',
    says: 'other records, such as sitemaps, may be interpreted',
  },
  '2.2.4-lenient': {
    level: 'MAY',
    part: 'parsing',
    says: 'other records may be read leniently, misspellings included',
  },
  '2.2.4-no-interference': {
    level: 'MUST NOT',
    part: 'parsing',
    says: 'other records interfere with the defined ones',
  },
  '2.2.4-sitemap': { level: 'MUST NOT', part: 'parsing', says: 'a sitemap record ends a group' },

  '2.3-location': {
    level: 'MUST',
    part: 'matching',
    says: 'the file is /robots.txt, in lower case, at the top of the service',
  },
  '2.3-utf-8': { level: 'MUST', part: 'parsing', says: 'the file is UTF-8' },
  '2.3-text-plain': { level: 'MUST', part: 'access', says: 'the file is text/plain' },
  '2.3-uri': {
    level: 'STATED',
    part: 'matching',
    says: 'the URI of robots.txt has the scheme and authority of the service',
  },
  '2.3.1.1-follow': {
    level: 'MUST',
    part: 'parsing',
    says: 'the parseable rules of a file that was fetched are followed',
  },
  '2.3.1.2-five': {
    level: 'SHOULD',
    part: 'access',
    says: 'five redirects are followed, across authorities too',
  },
  '2.3.1.2-initial-authority': {
    level: 'MUST',
    part: 'access',
    says: 'a file reached within five redirects is followed in the context of the first authority',
  },
  '2.3.1.2-more': {
    level: 'MAY',
    part: 'access',
    says: 'beyond five redirects the file may be taken as unavailable',
  },
  '2.3.1.3-unavailable': {
    level: 'MAY',
    part: 'access',
    says: 'if the file is unavailable, anything may be fetched',
  },
  '2.3.1.4-unreachable': {
    level: 'MUST',
    part: 'access',
    says: 'if the file is unreachable, all is disallowed',
  },
  '2.3.1.4-long': {
    level: 'MAY',
    part: 'access',
    says: 'after a long time unreachable counts as unavailable, or a cached copy is used on',
  },
  '2.3.1.5-each-line': { level: 'MUST', part: 'parsing', says: 'each line is tried' },
  '2.3.1.5-parseable': { level: 'MUST', part: 'parsing', says: 'the rules that can be parsed are used' },

  '2.4-cache': { level: 'MAY', part: 'access', says: 'the file may be cached' },
  '2.4-cache-control': { level: 'MAY', part: 'access', says: 'HTTP’s cache control may be used' },
  '2.4-one-day': {
    level: 'SHOULD NOT',
    part: 'access',
    says: 'a copy is used for over 24 hours unless the file is unreachable',
  },

  '2.5-limit': { level: 'SHOULD', part: 'parsing', says: 'there is a parsing limit' },
  '2.5-500-kib': { level: 'MUST', part: 'parsing', says: 'the parsing limit is at least 500 KiB' },

  '3-memory': { level: 'STATED', part: 'parsing', says: 'the limit protects from running out of memory' },
  '3-characters': { level: 'STATED', part: 'parsing', says: 'characters out of bounds are rejected' },
  '3-untrusted': { level: 'STATED', part: 'parsing', says: 'the content is not trusted' },

  '5.1-simple': { level: 'STATED', part: 'matching', says: 'the simple example' },
  '5.2-longest': { level: 'MUST', part: 'matching', says: 'of two rules that match the longer is used' },
} as const satisfies { readonly [id: string]: Requirement };

export type RequirementId = keyof typeof REQUIREMENTS;

/** The section of a requirement, such as `2.2.1`. */
export function sectionOf(id: RequirementId): string {
  return id.slice(0, id.indexOf('-'));
}
