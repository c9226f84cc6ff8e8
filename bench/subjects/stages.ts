/** The package's own stages, each as a pass over inputs. */
import { type BatchItem, isAllowed, LineBatch, LineBatchParser, LineParser, parseSync } from 'robotstream';
import type { RobotsFile } from '../inputs/corpus.js';
import { AGENT, type Question } from '../inputs/questions.js';
import { ScanBuffer, scanLines, Tape } from './internals.js';
import type { Ask } from './peer.js';

type Pass = () => number;

/** As many lines as the package's own readers take at a time. */
const LINES_A_SCAN = 256;

/** Octets → rows of integers, which events are windows on. Counts lines. */
function tapePass(files: readonly RobotsFile[]): Pass {
  const tape = new Tape(LINES_A_SCAN);
  const buffer = new ScanBuffer(Math.max(...files.map(({ octets }) => octets.length)));
  return () => {
    let lines = 0;
    for (const { octets } of files) {
      buffer.load(octets);
      for (let at = 0; at < octets.length; ) {
        at = scanLines(buffer, at, octets.length, true, tape);
        lines += tape.count;
      }
    }
    return lines;
  };
}

/** Octets → batches of lines, as `LineBatchParser` returns them. Reads the type of each line. */
function batchesPass(files: readonly RobotsFile[]): Pass {
  return () => {
    let rules = 0;
    for (const { octets } of files) {
      const parser = new LineBatchParser();
      rules += countRules(parser.write(octets)) + countRules(parser.end());
    }
    return rules;
  };
}

function countRules(items: readonly BatchItem[]): number {
  let rules = 0;
  for (const item of items) {
    if (!(item instanceof LineBatch)) continue;
    for (let i = 0; i < item.count; i++) if (item.type(i) === 'disallow') rules++;
  }
  return rules;
}

/** Octets → line events, as `LineParser` returns them. Reads the type of each event. */
function eventsPass(files: readonly RobotsFile[]): Pass {
  return () => {
    let rules = 0;
    for (const { octets } of files) {
      const parser = new LineParser();
      for (const event of parser.write(octets)) if (event.type === 'disallow') rules++;
      for (const event of parser.end()) if (event.type === 'disallow') rules++;
    }
    return rules;
  };
}

/** Octets → document. */
function documentPass(files: readonly RobotsFile[]): Pass {
  return () => {
    let lines = 0;
    for (const { octets } of files) lines += parseSync(octets).lineCount;
    return lines;
  };
}

/** Octets → document, and all of its nodes: groups, sitemaps, other records, comments. */
function nodesPass(files: readonly RobotsFile[]): Pass {
  return () => {
    let nodes = 0;
    for (const { octets } of files) {
      const { groups, sitemaps, otherRecords, comments } = parseSync(octets);
      nodes += groups.length + sitemaps.length + otherRecords.length + comments.length;
    }
    return nodes;
  };
}

/** Octets → verdict for one agent and URL. Counts allowed URLs. */
function verdictPass(questions: readonly Question[]): Pass {
  return () => {
    let allowed = 0;
    for (const { octets, url } of questions) if (isAllowed(octets, url, { agents: AGENT })) allowed++;
    return allowed;
  };
}

/** Octets → document → matcher → verdict: document and matcher can answer more questions. Counts allowed URLs. */
function matcherPass(questions: readonly Question[]): Pass {
  return () => {
    let allowed = 0;
    for (const { octets, url } of questions) {
      if (parseSync(octets).matcher({ agents: AGENT }).isAllowed(url)) allowed++;
    }
    return allowed;
  };
}

/** The stages by name, from the one that makes the least of octets to the one that makes the most. */
export const STAGES = {
  'octets → rows (tape)': tapePass,
  'octets → line batches': batchesPass,
  'octets → line events': eventsPass,
  'octets → verdict': verdictPass,
  'octets → document': documentPass,
  'octets → document → matcher → verdict': matcherPass,
  'octets → document, all nodes': nodesPass,
} as const;

export type StageName = keyof typeof STAGES;

export const STAGE_NAMES = Object.keys(STAGES) as StageName[];

/** Verdicts from a library that is ready to answer. Counts allowed URLs. */
export function askPass(ask: Ask, urls: readonly string[]): Pass {
  return () => {
    let allowed = 0;
    for (const url of urls) if (ask(url)) allowed++;
    return allowed;
  };
}
