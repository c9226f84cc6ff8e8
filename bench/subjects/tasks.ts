/** What applications want from a robots.txt, and how this package does it. */
import { isAllowed, LineParser, parseSync, type Verdict } from 'robotstream';
import { AGENT, type Question, TEN_AGENTS } from '../inputs/questions.js';
import { sum } from '../inputs/sum.js';
import { lendScanMemory, scanRows } from './internals.js';
import type { PeerUse } from './peer-uses.js';

/** Does a task for one file. The number that it returns depends on the answer, and is the same every time. */
export type Run = (question: Question) => number;

interface Task {
  /** What the octets become. */
  readonly label: string;
  readonly run: Run;
  /** What a user of a peer does. */
  readonly instead: PeerUse;
}

/** The tasks by name, from the one with the simplest result to the one with the richest. */
export const TASKS = {
  rows: { label: 'octets → rows of integers (the tape)', run: rowsRun(), instead: 'read' },
  events: { label: 'octets → line events, an object each', run: events, instead: 'read' },
  verdict: { label: 'octets → yes/no', run: verdict, instead: 'yes/no' },
  document: { label: 'octets → document', run: document, instead: 'read' },
  sitemaps: { label: 'document → sitemaps', run: sitemaps, instead: 'sitemaps' },
  matcher: { label: 'document → matcher → yes/no', run: matcher, instead: 'yes/no' },
  explained: { label: 'document → matcher → explained, with the line', run: explained, instead: 'explained' },
  sentence: { label: 'document → matcher → explained in words', run: sentence, instead: 'explained' },
  crawlers: { label: 'document → ten crawlers, yes/no', run: crawlers, instead: 'ten crawlers' },
  'crawlers-explained': {
    label: 'document → ten crawlers, explained',
    run: crawlersExplained,
    instead: 'ten crawlers explained',
  },
  groups: { label: 'document → every group and rule as an object', run: groups, instead: 'read' },
  nodes: { label: 'document → every node as an object', run: nodes, instead: 'read' },
} satisfies Record<string, Task>;

export type TaskName = keyof typeof TASKS;

export const TASK_NAMES = Object.keys(TASKS) as TaskName[];

/** Counts lines. */
function rowsRun(): Run {
  return ({ octets }) =>
    lendScanMemory((memory) => {
      memory.load(octets);
      for (let at = 0; at < octets.length; ) {
        memory.rowsEnd = memory.rowsStart;
        at = scanRows(memory, at, octets.length, true, 'all');
      }
      return memory.lineCount;
    });
}

/** Reads the type of each event, as `LineParser` returns them. */
function events({ octets }: Question): number {
  let rules = 0;
  const parser = new LineParser();
  for (const event of parser.write(octets)) if (event.type === 'disallow') rules++;
  for (const event of parser.end()) if (event.type === 'disallow') rules++;
  return rules;
}

function verdict({ octets, url }: Question): number {
  return isAllowed(octets, url, { agents: AGENT }) ? 1 : 0;
}

function document({ octets }: Question): number {
  return parseSync(octets).lineCount;
}

/** Reads each sitemap's URL. */
function sitemaps({ octets }: Question): number {
  return sum(parseSync(octets).sitemaps, ({ url }) => url.length);
}

function matcher({ octets, url }: Question): number {
  return parseSync(octets).matcher({ agents: AGENT }).isAllowed(url) ? 1 : 0;
}

/** Reads the answer and the deciding rule's line, which is what a peer can say. */
function explained({ octets, url }: Question): number {
  return readVerdict(parseSync(octets).matcher({ agents: AGENT }).check(url));
}

function readVerdict({ allowed, rule }: Verdict): number {
  return (allowed ? 1 : 0) + (rule?.line ?? 0);
}

/** Reads the explanation as well, which names the rule, its group and the crawler. */
function sentence({ octets, url }: Question): number {
  const answer = parseSync(octets).matcher({ agents: AGENT }).check(url);
  return readVerdict(answer) + answer.explanation.length;
}

function crawlers({ octets, url }: Question): number {
  return sum(parseSync(octets).matchers(TEN_AGENTS), (one) => (one.isAllowed(url) ? 1 : 0));
}

function crawlersExplained({ octets, url }: Question): number {
  return sum(parseSync(octets).matchers(TEN_AGENTS), (one) => readVerdict(one.check(url)));
}

/** Makes every group and rule, and reads each rule's line and directive. */
function groups({ octets }: Question): number {
  return sum(parseSync(octets).groups, ({ rules }) =>
    sum(rules, ({ line, directive }) => line + directive.length),
  );
}

/** Makes every group, user-agent line, rule, sitemap, other record and comment, and reads each name and pattern. */
function nodes({ octets }: Question): number {
  const { groups, sitemaps, otherRecords, comments } = parseSync(octets);
  let characters = 0;
  for (const { userAgents, rules } of groups) {
    for (const { name } of userAgents) characters += name.length;
    for (const { pattern } of rules) characters += pattern.length;
  }
  return characters + sitemaps.length + otherRecords.length + comments.length;
}
