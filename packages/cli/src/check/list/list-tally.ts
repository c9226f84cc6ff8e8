/**
 * Answers for a list of URLs, counted: which line disallows how many of them.
 */
import type { Answered } from '../judged.js';

/** A rule, or a missing file, that disallows URLs for a crawler. */
export interface Blocker {
  readonly agent: string;
  /** The robots.txt, if it was fetched. */
  readonly robotsUrl: string | null;
  /** The line of the rule; 0 if there is no file to judge by. */
  readonly line: number;
  /** The rule, or why there is no file. */
  readonly what: string;
  count: number;
  /** The first of these URLs. */
  readonly example: string;
}

/** How many hosts are named. */
const MAX_HOSTS = 5;

export class ListTally {
  readonly #blockers = new Map<string, Blocker>();
  /** The first hosts of the URLs. */
  readonly hosts = new Set<string>();
  /** How many URLs each crawler may not fetch. */
  readonly disallowed: Map<string, number>;
  /** The origin of the last URL, with the character after it. */
  #lastOrigin = '';
  /** How many URLs have been judged. */
  count = 0;
  /** Whether there are more hosts. */
  areMoreHosts = false;

  constructor(agents: readonly string[]) {
    this.disallowed = new Map(agents.map((agent) => [agent, 0]));
  }

  /** Counts an answer. Returns true if one of the crawlers may not fetch the URL. */
  see({ url, answers, provenance }: Answered): boolean {
    this.count++;
    this.#seeHost(url);
    let isBlocked = false;
    for (const { agent, decision, explanation } of answers) {
      if (decision.allowed) continue;
      isBlocked = true;
      this.disallowed.set(agent, (this.disallowed.get(agent) ?? 0) + 1);
      const { rule, reason } = decision;
      const line = rule?.line ?? 0;
      const robotsUrl = provenance?.robotsUrl ?? null;
      const key = `${agent} ${line} ${line === 0 ? reason : ''} ${robotsUrl ?? ''}`;
      const known = this.#blockers.get(key);
      if (known === undefined) {
        const what = rule === null ? explanation : `${rule.directive} ${rule.pattern}`;
        this.#blockers.set(key, { agent, robotsUrl, line, what, count: 1, example: url });
      } else {
        known.count++;
      }
    }
    return isBlocked;
  }

  #seeHost(url: string): void {
    // Most URLs of a list are of the host of the one before.
    if (this.#lastOrigin !== '' && url.startsWith(this.#lastOrigin)) return;
    const [origin = '', host = ''] = /^\w+:\/\/([^/?#\\]*)[/?#\\]/.exec(`${url}/`) ?? [];
    this.#lastOrigin = origin;
    if (host === '') return;
    if (this.hosts.size < MAX_HOSTS) this.hosts.add(host.toLowerCase());
    else this.areMoreHosts ||= !this.hosts.has(host.toLowerCase());
  }

  /** What disallows URLs for a crawler, with most URLs first. */
  blockersOf(agent: string): readonly Blocker[] {
    return [...this.#blockers.values()]
      .filter((one) => one.agent === agent)
      .sort((a, b) => b.count - a.count);
  }
}
