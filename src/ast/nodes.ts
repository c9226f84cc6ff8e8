/**
 * The objects of a document. Every node has its place in the file. Many members are getters,
 * which read the octets: write nodes as JSON for plain data, because spreading and `structuredClone` do not see getters.
 */
import type { OctetText } from '../stream/octet-text.js';

/** A line with a field and a value. */
export interface RecordNode {
  /** The line's number, from 1. */
  readonly line: number;
  /** The field as written. */
  readonly field: OctetText;
  /** The value as written; empty if there is none. */
  readonly value: OctetText;
}

/** A user-agent line, which names the crawlers that its group is for. */
export interface UserAgentLine extends RecordNode {
  /** The value as text. */
  readonly name: string;
  /** Whether the name can select the group; false for a line with a control octet (docs/semantics.md §1.6). */
  readonly usable: boolean;
}

/** An allow or disallow line (RFC 9309 §2.2.2). */
export interface Rule extends RecordNode {
  readonly directive: 'allow' | 'disallow';
  /** The path pattern as written; empty if there is none. */
  readonly pattern: string;
}

/** A record that is not a rule and belongs to agents, such as `Crawl-delay` (docs/semantics.md §3.4). */
export interface ExtensionRecord extends RecordNode {
  /** The field in lower case. */
  readonly name: string;
  /** How many user-agent lines of its group are above it. It applies only to those. */
  readonly userAgentCount: number;
}

/** User-agent lines and the rules that follow them (RFC 9309 §2.1). */
export interface Group {
  /** The user-agent lines above the rules, in file order. */
  readonly userAgents: readonly UserAgentLine[];
  /** The allow and disallow rules, in file order. */
  readonly rules: readonly Rule[];
  /** Records of other fields inside the group, such as `Crawl-delay`. */
  readonly extensions: readonly ExtensionRecord[];
}

/** A sitemap line. */
export interface Sitemap extends RecordNode {
  /** The value as text. An absolute URL, unless a diagnostic says otherwise. */
  readonly url: string;
}

/** A license line (RSL 1.0, section 4.4): it names a file that licenses the content of the site. */
export interface License extends RecordNode {
  /** The URL of the file, as a URL parser writes it; null unless the value is one absolute http or https URL. */
  readonly url: string | null;
}

/** A record that is neither a user-agent line, nor a rule, nor a sitemap. */
export interface OtherRecord extends RecordNode {
  /** The field in lower case. */
  readonly name: string;
}

/** A comment, alone on its line or after a record. */
export interface CommentNode {
  /** The number of the line, from 1. */
  readonly line: number;
  /** From `#` to the end of the line. */
  readonly comment: OctetText;
  /** The text after `#`, trimmed. */
  readonly text: string;
}

/** A `Clean-param` record: query parameters that do not change the page, and where (Yandex). */
export interface CleanParam extends RecordNode {
  /** The names of the query parameters to ignore. */
  readonly parameters: readonly string[];
  /** The path prefix that the record is for; `/` if it names none. */
  readonly path: string;
}

/** How often a page may be fetched: `requests` each `seconds`. */
export interface RequestRate {
  /** How many requests are allowed in that time. */
  readonly requests: number;
  /** The time, in seconds. */
  readonly seconds: number;
  /** The time of day when it applies; null if it always applies. */
  readonly time: VisitTime | null;
}

/** A time of day in UTC, in minutes after midnight. If `endMinutes` is less than `startMinutes`, it spans midnight. */
export interface VisitTime {
  /** When visits may begin, in minutes after midnight UTC. */
  readonly startMinutes: number;
  /** When they must end, in minutes after midnight UTC. */
  readonly endMinutes: number;
}
