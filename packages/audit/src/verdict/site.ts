/**
 * The robots.txt of a site over time, as crawlers read it.
 */
import { parseSync, type RobotsDocument, type Rule } from 'robotstream';
import { urlOfPath } from 'robotstream/internal';
import type { RobotsVersion } from '../robots/robots-version.js';
import type { Claim } from '../who/claim.js';

/** The rule that forbids a path. */
export interface RefusingRule {
  /** The number of its line, from 1; 0 if no rule forbids the path. */
  readonly line: number;
  /** The rule as it is written, cut if it is long; empty if no rule forbids the path. */
  readonly text: string;
  /** The name of the version. */
  readonly version: string;
}

/** How many verdicts all readings of all sites keep. Then they are forgotten, and computed anew. */
const MAX_VERDICTS = 50_000;

/** How many versions of a site are parsed at a time. */
const MAX_PARSED = 32;

/** The longest path whose verdict is kept, in characters. */
const MAX_KEPT_PATH = 512;

/** Counts the verdicts that are kept, of all sites together. */
export class VerdictBudget {
  #left = MAX_VERDICTS;
  readonly #forget: (() => void)[] = [];

  /** Calls `forget` whenever there are too many. */
  add(forget: () => void): void {
    this.#forget.push(forget);
  }

  take(): void {
    if (--this.#left > 0) return;
    for (const forget of this.#forget) forget();
    this.#left = MAX_VERDICTS;
  }
}

/** A version as a crawler reads it. */
interface Reading {
  refusalOf(target: string): RefusingRule | null;
  readonly delay: number | undefined;
}

/** A site: the versions of its robots.txt, and what they say to crawlers. */
export class Site {
  readonly #versions: readonly RobotsVersion[];
  readonly #budget: VerdictBudget;
  /** The parsed versions, the one used last at the end. */
  readonly #parsed = new Map<
    number,
    { readonly document: RobotsDocument; readonly readings: Map<string, Reading> }
  >();
  #lastIndex = 0;

  constructor(versions: readonly RobotsVersion[], budget: VerdictBudget) {
    this.#versions = versions;
    this.#budget = budget;
    budget.add(() => {
      for (const { readings } of this.#parsed.values()) readings.clear();
    });
  }

  /** The version in force at a time, as its index; -1 before the first one. */
  indexAt(time: number): number {
    const versions = this.#versions;
    let index = this.#lastIndex;
    while (index >= 0 && versions[index].since > time) index--;
    while (index + 1 < versions.length && versions[index + 1].since <= time) index++;
    this.#lastIndex = Math.max(index, 0);
    return index;
  }

  /** Since when a version is in force. */
  since(index: number): number {
    return index < 0 ? -Infinity : this.#versions[index].since;
  }

  /** The rule of a version that forbids a path to a crawler; null if it may be fetched, as it may where there is no file. */
  refusalOf(index: number, claim: Claim, target: string): RefusingRule | null {
    return this.#readingOf(index, claim)?.refusalOf(target) ?? null;
  }

  /** The seconds between two requests that a version asks a crawler for. */
  delayOf(index: number, claim: Claim): number | undefined {
    return this.#readingOf(index, claim)?.delay;
  }

  #readingOf(index: number, claim: Claim): Reading | undefined {
    const octets = this.#versions[index]?.octets;
    if (octets === null || octets === undefined) return undefined;
    let parsed = this.#parsed.get(index);
    if (parsed === undefined) {
      if (this.#parsed.size >= MAX_PARSED) this.#parsed.delete(this.#parsed.keys().next().value as number);
      parsed = { document: parseSync(octets), readings: new Map() };
      this.#parsed.set(index, parsed);
    }
    let reading = parsed.readings.get(claim.name);
    if (reading === undefined) {
      reading = readingOf(parsed.document, claim, this.#versions[index].name, this.#budget);
      parsed.readings.set(claim.name, reading);
    }
    return reading;
  }
}

function readingOf(
  document: RobotsDocument,
  { caller }: Claim,
  version: string,
  budget: VerdictBudget,
): Reading {
  const [matcher] = document.matchers([caller]);
  const verdicts = new Map<string, RefusingRule | null>();
  budget.take();
  return {
    delay: document.crawlDelay(caller),
    refusalOf(target) {
      const known = verdicts.get(target);
      if (known !== undefined) return known;
      const { allowed, rule } = matcher.check(urlOfPath(target));
      const refusal = allowed ? null : { line: rule?.line ?? 0, text: textOf(rule), version };
      if (target.length > MAX_KEPT_PATH) return refusal;
      verdicts.set(target, refusal);
      budget.take();
      return refusal;
    },
  };
}

/** How much of a rule is shown. */
const MAX_RULE_CHARACTERS = 120;

function textOf(rule: Rule | null): string {
  if (rule === null) return '';
  const text = `${rule.directive === 'allow' ? 'Allow' : 'Disallow'}: ${rule.pattern}`;
  return text.length > MAX_RULE_CHARACTERS ? `${text.slice(0, MAX_RULE_CHARACTERS)}…` : text;
}
