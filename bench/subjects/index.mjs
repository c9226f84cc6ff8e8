// @ts-check
import { exclusion } from './exclusion.mjs';
import { robotsParser } from './robots-parser.mjs';
import { robotsTxtGuard } from './robots-txt-guard.mjs';
import { robotstream, robotstreamOnce } from './robotstream.mjs';

/** Everybody who is measured, this package first. */
export const PEERS = [robotstream, robotsParser, robotsTxtGuard, exclusion];

/** The one that the goals are set against. */
export const YARDSTICK = robotsParser.name;

/** @param {string} name */
export function peerNamed(name) {
  const peer = [...PEERS, robotstreamOnce].find((candidate) => candidate.name === name);
  if (peer === undefined) throw new Error(`no peer is named ${name}`);
  return peer;
}
