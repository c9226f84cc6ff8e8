// @ts-check
/** The package's own stages, each as a pass over inputs. */
import { isAllowed, LineBatch, LineBatchParser, LineParser, parseSync } from 'robotstream';
import { AGENT } from '../inputs/questions.mjs';
import { ScanBuffer, scanLines, Tape } from './internals.mjs';

/** @typedef {import('../inputs/corpus.mjs').RobotsFile} RobotsFile */
/** @typedef {import('../inputs/questions.mjs').Question} Question */

/** As many as the package's own readers take at a time. */
const LINES_A_SCAN = 256;

/**
 * Octets → rows of integers, which is what events are windows on. Counts lines.
 *
 * @param {readonly RobotsFile[]} files
 */
export function tapePass(files) {
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

/**
 * Octets → lines in batches, as `LineBatchParser` returns them. Looks at each line's type.
 *
 * @param {readonly RobotsFile[]} files
 */
export function batchesPass(files) {
  return () => {
    let rules = 0;
    for (const { octets } of files) {
      const parser = new LineBatchParser();
      rules += countRules(parser.write(octets)) + countRules(parser.end());
    }
    return rules;
  };
}

/** @param {readonly import('robotstream').BatchItem[]} items */
function countRules(items) {
  let rules = 0;
  for (const item of items) {
    if (!(item instanceof LineBatch)) continue;
    for (let i = 0; i < item.count; i++) if (item.type(i) === 'disallow') rules++;
  }
  return rules;
}

/**
 * Octets → line events as `LineParser` returns them. Looks at each event's type.
 *
 * @param {readonly RobotsFile[]} files
 */
export function eventsPass(files) {
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

/**
 * Octets → document.
 *
 * @param {readonly RobotsFile[]} files
 */
export function documentPass(files) {
  return () => {
    let lines = 0;
    for (const { octets } of files) lines += parseSync(octets).lineCount;
    return lines;
  };
}

/**
 * Octets → document, and every node of it: groups, sitemaps, other records, comments.
 *
 * @param {readonly RobotsFile[]} files
 */
export function nodesPass(files) {
  return () => {
    let nodes = 0;
    for (const { octets } of files) {
      const document = parseSync(octets);
      const { groups, sitemaps, otherRecords, comments } = document;
      nodes += groups.length + sitemaps.length + otherRecords.length + comments.length;
    }
    return nodes;
  };
}

/**
 * Octets → verdict for one agent and URL. Counts what is allowed.
 *
 * @param {readonly Question[]} questions
 */
export function verdictPass(questions) {
  return () => {
    let allowed = 0;
    for (const { octets, url } of questions) if (isAllowed(octets, url, { agents: AGENT })) allowed++;
    return allowed;
  };
}

/**
 * The same by way of a document and a matcher, which stay for more questions.
 *
 * @param {readonly Question[]} questions
 */
export function matcherPass(questions) {
  return () => {
    let allowed = 0;
    for (const { octets, url } of questions) {
      if (parseSync(octets).matcher({ agents: AGENT }).isAllowed(url)) allowed++;
    }
    return allowed;
  };
}

/** @typedef {keyof typeof STAGES} StageName */

/** The stages by name, from the least to the most that is made of octets. */
export const STAGES = {
  'octets → rows (tape)': tapePass,
  'octets → line batches': batchesPass,
  'octets → line events': eventsPass,
  'octets → verdict': verdictPass,
  'octets → document': documentPass,
  'octets → document → matcher → verdict': matcherPass,
  'octets → document, all nodes': nodesPass,
};

export const STAGE_NAMES = /** @type {StageName[]} */ (Object.keys(STAGES));

/**
 * Verdicts from what is ready to give them. Counts what is allowed.
 *
 * @param {import('./peer.mjs').Ask} ask
 * @param {readonly string[]} urls
 */
export function askPass(ask, urls) {
  return () => {
    let allowed = 0;
    for (const url of urls) if (ask(url)) allowed++;
    return allowed;
  };
}
