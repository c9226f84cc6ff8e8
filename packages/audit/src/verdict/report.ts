/**
 * What an audit finds, as plain data.
 */
import type { UnreadLine } from '../logs/log-reader.js';
import type { ClaimKind } from '../who/claim.js';
import type { DnsCounts } from '../who/dns-check.js';

/** What a crawler's requests show, with the meaning of each class. */
export const AUDIT_CLASSES = Object.freeze({
  obeys: 'It asked for robots.txt, and made no request that robots.txt forbids.',
  disobeys:
    'It made requests that robots.txt forbids, and asked for robots.txt, but not before them for a version that forbids them.',
  'disobeys-after-asking': 'It got a robots.txt, and then made requests that this file forbids.',
  'never-asked': 'It never asked for robots.txt in this log.',
  spoofed: 'Every request in its name came from an address that is not one of its operator.',
  unclear: 'There are too few requests to say.',
});

/** How a crawler behaves: a key of `AUDIT_CLASSES`. */
export type AuditClass = keyof typeof AUDIT_CLASSES;

/** How often a rule was disobeyed. */
export interface RuleRefusals {
  /** The version of robots.txt: the name of a file or a commit. */
  readonly version: string;
  /** The number of the rule's line. */
  readonly line: number;
  readonly rule: string;
  /** How many requests the rule forbade. */
  readonly requests: number;
  /** A few of the paths, cut if they are long. */
  readonly examples: readonly string[];
}

/** The requests of a day, in UTC. */
export interface AuditDay {
  /** Such as `2026-11-24`. */
  readonly day: string;
  /** Requests that robots.txt allows. */
  readonly allowed: number;
  /** Requests that it forbids, and the crawler could know. */
  readonly disallowed: number;
  /** Requests that robots.txt forbids, at a time when the crawler could not know. */
  readonly excused: number;
}

/** What is known about the requests of one crawler. */
export interface CrawlerAudit {
  /** Its product token. */
  readonly crawler: string;
  readonly kind: ClaimKind;
  /** Who runs it; null if it is not registered. */
  readonly operator: string | null;
  /** All requests that say they are from it, with those for `/robots.txt`. */
  readonly claimed: number;
  /** How many of them came from addresses of its operator; null if no address was checked. */
  readonly verified: number | null;
  /** How many of them came from other addresses; null if no address was checked. */
  readonly spoofed: number | null;
  /**
   * The requests that are judged, without those for `/robots.txt`: `allowed` + `disallowed` + `excused`. Requests that are spoofed are left out,
   * unless all are.
   */
  readonly requests: number;
  /** Requests that robots.txt allows. */
  readonly allowed: number;
  /** Requests that it forbids, and the crawler could know. */
  readonly disallowed: number;
  /** Requests that robots.txt forbids, at a time when the crawler could not know. */
  readonly excused: number;
  /** Requests for the robots.txt itself. */
  readonly robotsFetches: number;
  /** How the crawler behaves. */
  readonly class: AuditClass;
  /** The class in a sentence, with its numbers. */
  readonly summary: string;
  readonly robots: {
    /** When it last asked for `/robots.txt`; null if it never did. */
    readonly last: string | null;
    /** How often it got each status; `0` stands for a log without statuses. */
    readonly statuses: Readonly<Record<string, number>>;
  };
  readonly delay: {
    /** The seconds between two requests that robots.txt asks for, at the end of the log; null if it asks for none. */
    readonly asked: number | null;
    /** How many gaps between two requests there are while it asks. */
    readonly gaps: number;
    /** How many of them are shorter. */
    readonly below: number;
  };
  /** The rules that were disobeyed, the one with the most requests first. */
  readonly refusals: readonly RuleRefusals[];
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** The counts of each day with requests, in order. */
  readonly days: readonly AuditDay[];
  /** The addresses with the most requests; absent unless they were asked for. */
  readonly addresses?: readonly {
    readonly address: string;
    readonly requests: number;
    readonly spoofed: boolean;
  }[];
}

/** What an audit finds. */
export interface AuditReport {
  /**
   * Lines that are about a request, or should be: `unread`, the `claimed` of each crawler, both counts of `noCrawler`, `notListed`, `otherHosts` and
   * `withoutPath`, added up.
   */
  readonly lines: number;
  /** How many of them cannot be read. */
  readonly unread: number;
  /**
   * How many requests come after later ones, once those that are close to each other are sorted. Above 0, a class may be another than that of the
   * sorted log.
   */
  readonly outOfOrder: number;
  /** The first and the last request of the log, in ISO 8601; null if there is none. */
  readonly from: string | null;
  readonly to: string | null;
  /** Those with most disallowed requests first, then those with most requests. */
  readonly crawlers: readonly CrawlerAudit[];
  /** Requests that name no crawler: of browsers, libraries and the like. */
  readonly noCrawler: { readonly requests: number; readonly robotsFetches: number };
  /** Requests of crawlers that are not listed, because too many names are in the log. */
  readonly notListed: number;
  /** Requests to hosts without a robots.txt to judge by. */
  readonly otherHosts: number;
  /** Requests of crawlers for no path, such as `OPTIONS *`. A robots.txt says nothing about them. */
  readonly withoutPath: number;
  /** How long a crawler may not know a change, in milliseconds. */
  readonly graceMs: number;
  /** What became of the look-ups of names; null if none were asked for. */
  readonly dns: DnsCounts | null;
  /** Whether the log was not read to its end. */
  readonly isPartial: boolean;
  /** The first lines that cannot be read. */
  readonly unreadExamples: readonly UnreadLine[];
}
