import { exclusion } from './exclusion.js';
import type { Peer, Subject } from './peer.js';
import { robotsParser } from './robots-parser.js';
import { robotsTxtGuard } from './robots-txt-guard.js';
import { robotstream, robotstreamOnce } from './robotstream.js';

/** The libraries that this package is compared with. */
export const PEERS: readonly Peer[] = [robotsParser, robotsTxtGuard, exclusion];

/** The peer that the goals are ratios to. */
export const YARDSTICK = robotsParser;

/** The two ways to ask this package. */
export const OURS: readonly Subject[] = [robotstream, robotstreamOnce];

/** A peer by its name. */
export function peerNamed(name: string): Peer {
  return named(PEERS, name);
}

/** A peer, or a way to ask this package, by its name. */
export function subjectNamed(name: string): Subject {
  return named([...OURS, ...PEERS], name);
}

function named<Library extends Subject>(libraries: readonly Library[], name: string): Library {
  const library = libraries.find((candidate) => candidate.name === name);
  if (library === undefined) throw new Error(`no library is named ${name}`);
  return library;
}
