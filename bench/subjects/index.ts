import { exclusion } from './exclusion.js';
import type { Peer } from './peer.js';
import { robotsParser } from './robots-parser.js';
import { robotsTxtGuard } from './robots-txt-guard.js';
import { robotstream, robotstreamOnce } from './robotstream.js';

/** The libraries that this package is compared with. */
export const PEERS: readonly Peer[] = [robotsParser, robotsTxtGuard, exclusion];

/** The peer that the goals are ratios to. */
export const YARDSTICK = robotsParser.name;

/** The two ways to ask this package. */
export const OURS: readonly Peer[] = [robotstream, robotstreamOnce];

/** A peer, or a way to ask this package, by its name. */
export function subjectNamed(name: string): Peer {
  const subject = [...OURS, ...PEERS].find((candidate) => candidate.name === name);
  if (subject === undefined) throw new Error(`no library is named ${name}`);
  return subject;
}
