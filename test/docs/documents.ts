/**
 * The documents that the project cites by section, and the sections they have. Complete for the documents that define robots.txt;
 * of the others, the sections that are cited. Look a section up before you add it here.
 */
import { readFileSync } from 'node:fs';

/** Section numbers of a document, each with its title. */
export type Sections = Readonly<Record<string, string>>;

const RFC_9309: Sections = {
  '1': 'Introduction',
  '1.1': 'Requirements Language',
  '2': 'Specification',
  '2.1': 'Protocol Definition',
  '2.2': 'Formal Syntax',
  '2.2.1': 'The User-Agent Line',
  '2.2.2': 'The "Allow" and "Disallow" Lines',
  '2.2.3': 'Special Characters',
  '2.2.4': 'Other Records',
  '2.3': 'Access Method',
  '2.3.1': 'Access Results',
  '2.3.1.1': 'Successful Access',
  '2.3.1.2': 'Redirects',
  '2.3.1.3': '"Unavailable" Status',
  '2.3.1.4': '"Unreachable" Status',
  '2.3.1.5': 'Parsing Errors',
  '2.4': 'Caching',
  '2.5': 'Limits',
  '3': 'Security Considerations',
  '4': 'IANA Considerations',
  '5': 'Examples',
  '5.1': 'Simple Example',
  '5.2': 'Longest Match',
  '6': 'References',
  '6.1': 'Normative References',
  '6.2': 'Informative References',
};

const DRAFT_KOSTER_REP_00: Sections = {
  '1': 'Introduction',
  '1.1': 'Terminology',
  '2': 'Specification',
  '2.1': 'Protocol definition',
  '2.2': 'Formal syntax',
  '2.2.1': 'The user-agent line',
  '2.2.2': 'The Allow and Disallow lines',
  '2.2.3': 'Special characters',
  '2.2.4': 'Other records',
  '2.3': 'Access method',
  '2.3.1': 'Access results',
  '2.3.1.1': 'Successful access',
  '2.3.1.2': 'Redirects',
  '2.3.1.3': 'Unavailable status',
  '2.3.1.4': 'Unreachable status',
  '2.3.1.5': 'Parsing errors',
  '2.4': 'Caching',
  '2.5': 'Limits',
  '2.6': 'Security Considerations',
  '2.7': 'IANA Considerations',
  '3': 'Examples',
  '3.1': 'Simple example',
  '3.2': 'Longest Match',
  '4': 'References',
  '4.1': 'Normative References',
  '4.2': 'URIs',
};

const KOSTER_1996: Sections = {
  '1': 'Abstract',
  '2': 'Introduction',
  '3': 'The Specification',
  '3.1': 'Access method',
  '3.2': 'File Format Description',
  '3.2.1': 'The User-agent line',
  '3.2.2': 'The Allow and Disallow lines',
  '3.3': 'File Format Syntax',
  '3.4': 'Expiration',
  '4': 'Notes for Implementors',
  '4.1': 'Backwards Compatibility',
  '4.2': 'Interoperability',
  '5': 'Security Considerations',
  '6': 'Acknowledgements',
  '7': 'References',
  '8': "Author's Address",
};

/** Documents with numbered sections, by the name that citations use. */
const NUMBERED: Readonly<Record<string, Sections>> = {
  'RFC 9309': RFC_9309,
  'draft-koster-rep-00': DRAFT_KOSTER_REP_00,
  'Koster 1996': KOSTER_1996,
  'RFC 959': { '4.2.1': 'Reply Codes by Function Groups', '5.3': 'Commands' },
  'RFC 1035': { '3.5': 'IN-ADDR.ARPA domain', '4.1.2': 'Question section format' },
  'RFC 1738': { '3.2': 'FTP' },
  'RFC 1950': { '2.2': 'Data format' },
  'RFC 1951': { '3.2.4': 'Non-compressed blocks (BTYPE=00)' },
  'RFC 1952': { '2.2': 'File format', '2.3': 'Member format', '2.3.1': 'Member header and trailer' },
  'RFC 2606': { '2': 'TLDs for Testing, & Documentation Examples' },
  'RFC 3596': { '2.5': 'IP6.ARPA Domain' },
  'RFC 3629': { '4': 'Syntax of UTF-8 Byte Sequences', '6': 'Byte order mark (BOM)' },
  'RFC 3986': {
    '2.2': 'Reserved Characters',
    '2.3': 'Unreserved Characters',
    '4.2': 'Relative Reference',
    '6.2.2': 'Syntax-Based Normalization',
    '6.2.2.1': 'Case Normalization',
  },
  'RFC 4291': {
    '2.4': 'Address Type Identification',
    '2.5.1': 'Interface Identifiers',
    '2.5.5.2': 'IPv4-Mapped IPv6 Address',
  },
  'RFC 4180': { '2': 'Definition of the CSV Format' },
  'RFC 1034': { '3.1': 'Name space specifications and terminology' },
  'RFC 4648': {
    '4': 'Base 64 Encoding',
    '5': 'Base 64 Encoding with URL and Filename Safe Alphabet',
    '6': 'Base 32 Encoding',
  },
  'RFC 5234': { '2.3': 'Terminal Values' },
  'RFC 6052': { '2.1': 'Well-Known Prefix' },
  'RFC 6066': { '3': 'Server Name Indication' },
  'RFC 6585': { '4': '429 Too Many Requests' },
  'RFC 6761': {
    '6.3': 'Domain Name Reservation Considerations for "localhost."',
    '6.4': 'Domain Name Reservation Considerations for "invalid."',
  },
  'RFC 7541': { '6.2.2': 'Literal Header Field without Indexing' },
  'RFC 8259': { '8.1': 'Character Encoding' },
  'RFC 8305': {
    '3': 'Hostname Resolution Query Handling',
    '4': 'Sorting Addresses',
    '5': 'Connection Attempts',
  },
  'RFC 8470': { '5.2': 'The 425 (Too Early) Status Code' },
  'RFC 8878': {
    '3.1': 'Frames',
    '3.1.1': 'Zstandard Frames',
    '3.1.1.1': 'Frame Header',
    '3.1.1.1.1': 'Frame_Header_Descriptor',
    '3.1.1.2': 'Blocks',
    '3.1.1.2.4': 'Block_Content and Block_Maximum_Size',
    '3.1.2': 'Skippable Frames',
  },
  'RFC 822': {
    '5': 'Date and Time Specification',
  },
  'RFC 6265': {
    '5.1.1': 'Dates',
  },
  'RFC 9110': {
    '5.1': 'Field Names',
    '5.3': 'Field Order',
    '5.5': 'Field Values',
    '5.6.2': 'Tokens',
    '5.6.3': 'Whitespace',
    '5.6.7': 'Date/Time Formats',
    '6.4.1': 'Content Semantics',
    '8.4': 'Content-Encoding',
    '8.6': 'Content-Length',
    '9.3.6': 'CONNECT',
    '10.1.2': 'From',
    '10.1.5': 'User-Agent',
    '10.2.3': 'Retry-After',
    '13.1.5': 'If-Range',
    '14': 'Range Requests',
    '14.1.2': 'Byte Ranges',
    '14.4': 'Content-Range',
    '13': 'Conditional Requests',
    '13.1': 'Preconditions',
    '15': 'Status Codes',
    '15.2': 'Informational 1xx',
    '15.3.7': '206 Partial Content',
    '15.4': 'Redirection 3xx',
    '15.4.5': '304 Not Modified',
    '15.5.9': '408 Request Timeout',
  },
  'RFC 9111': {
    '3.2': 'Updating Stored Header Fields',
    '4.1': 'Calculating Cache Keys with the Vary Header Field',
    '4.2': 'Freshness',
    '4.2.1': 'Calculating Freshness Lifetime',
    '4.2.3': 'Calculating Age',
    '4.3.4': 'Freshening Stored Responses upon Validation',
    '5.4': 'Pragma',
    '5.1': 'Age',
    '5.2': 'Cache-Control',
    '5.2.2.5': 'no-store',
    '5.3': 'Expires',
  },
  'RFC 9112': {
    '3': 'Request Line',
    '3.2.2': 'absolute-form',
    '4': 'Status Line',
    '5.2': 'Obsolete Line Folding',
    '6.1': 'Transfer-Encoding',
    '6.3': 'Message Body Length',
    '7.1': 'Chunked Transfer Coding',
  },
  'RFC 9113': {
    '3.4': 'HTTP/2 Connection Preface',
    '4': 'HTTP Frames',
    '6': 'Frame Definitions',
  },
  'RFC 9659': { '3': 'Window Size' },
  'RFC 9651': {
    '3.2': 'Dictionaries',
    '3.3': 'Items',
    '4.2': 'Parsing Structured Fields',
    '4.2.1.1': 'Parsing an Item or Inner List',
    '4.2.1.2': 'Parsing an Inner List',
    '4.2.2': 'Parsing a Dictionary',
    '4.2.3.1': 'Parsing a Bare Item',
    '4.2.3.2': 'Parsing Parameters',
    '4.2.3.3': 'Parsing a Key',
    '4.2.4': 'Parsing an Integer or Decimal',
    '4.2.5': 'Parsing a String',
    '4.2.7': 'Parsing a Byte Sequence',
    '4.2.8': 'Parsing a Boolean',
    '4.2.9': 'Parsing a Date',
    '4.2.10': 'Parsing a Display String',
  },
  'ECMA-48': { '8.3.41': 'EL - ERASE IN LINE', '8.3.117': 'SGR - SELECT GRAPHIC RENDITION' },
};

/** The headings of Google's page, which numbers none. */
export const GOOGLE_HEADINGS: readonly string[] = [
  'What is a robots.txt file',
  'File location and range of validity',
  'Examples of valid robots.txt URLs',
  'Handling of errors and HTTP status codes',
  'Caching',
  'File format',
  'Syntax',
  'user-agent',
  'disallow',
  'allow',
  'sitemap',
  'Grouping of lines and rules',
  'Order of precedence for user agents',
  'URL matching based on path values',
  'Order of precedence for rules',
];

/** The sections of a cited document, or `undefined` if it is unknown. A page of `docs` has the sections that its headings number. */
export function sectionsOf(document: string): Sections | undefined {
  if (!document.startsWith('docs/')) return NUMBERED[document];
  try {
    return numberedHeadings(readFileSync(document, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The numbered headings of a page: `### 5.2 The canonical form`. */
function numberedHeadings(page: string): Sections {
  return Object.fromEntries(
    Array.from(page.matchAll(/^#+ ([0-9]+(?:\.[0-9]+)*) (.+)$/gm), ([, number, title]) => [number, title]),
  );
}
