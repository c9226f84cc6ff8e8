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
  readonly examples: string[];
}

const MAX_EXAMPLES = 3;

/** How many hosts are named. */
const MAX_HOSTS = 5;

export class ListTally {
  readonly #agents: readonly string[];
  readonly #blockers = new Map<string, Blocker>();
  /** The first hosts of the URLs. */
  readonly hosts = new Set<string>();
  readonly #disallowed: number[];
  /** The origin of the last URL, with the character after it. */
  #lastOrigin = '';
  /** How many URLs have been judged. */
  count = 0;
  /** Whether there are more hosts. */
  areMoreHosts = false;

  constructor(agents: readonly string[]) {
    this.#agents = agents;
    this.#disallowed = agents.map(() => 0);
  }

  /** Counts an answer. Returns true if one of the crawlers may not fetch the URL. */
  see({ url, answers, provenance }: Answered): boolean {
    this.count++;
    this.#seeHost(url);
    let isBlocked = false;
    for (let i = 0; i < answers.length; i++) {
      const answer = answers[i];
      if (answer === undefined || answer.decision.allowed) continue;
      isBlocked = true;
      this.#disallowed[i] = (this.#disallowed[i] ?? 0) + 1;
      const { rule, reason } = answer.decision;
      const line = rule?.line ?? 0;
      const robotsUrl = provenance?.robotsUrl ?? null;
      const key = `${i} ${line} ${line === 0 ? reason : ''} ${robotsUrl ?? ''}`;
      const known = this.#blockers.get(key);
      if (known !== undefined) {
        known.count++;
        if (known.examples.length < MAX_EXAMPLES) known.examples.push(url);
        continue;
      }
      const what = rule === null ? answer.explanation : `${rule.directive} ${rule.pattern}`;
      const agent = this.#agents[i] ?? '';
      this.#blockers.set(key, { agent, robotsUrl, line, what, count: 1, examples: [url] });
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

  /** How many URLs each crawler may not fetch. */
  get disallowed(): readonly number[] {
    return this.#disallowed;
  }

  /** What disallows URLs for a crawler, with most URLs first. */
  blockersOf(agent: string): readonly Blocker[] {
    return [...this.#blockers.values()]
      .filter((one) => one.agent === agent)
      .sort((a, b) => b.count - a.count);
  }
}
