/** What a program can keep of a file that it has read. */
import { parseSync, type RobotsDocument } from 'robotstream';
import { AGENT, type Question } from '../inputs/questions.js';
import { PEERS } from './index.js';
import type { Subject } from './peer.js';

type Keep = (question: Question) => unknown;

export const KEPT: Readonly<Record<string, Keep>> = {
  'robotstream, document': ({ octets }) => parsed(octets),
  'robotstream, matcher after one verdict': ({ octets, url }) => {
    const matcher = parsed(octets).matcher({ agents: AGENT });
    matcher.isAllowed(url);
    return matcher;
  },
  'robotstream, document with all nodes': ({ octets }) => {
    const document = parsed(octets);
    return [document, document.groups, document.otherRecords, document.comments];
  },
  ...Object.fromEntries(PEERS.map((peer) => [peer.name, keptByPeer(peer)])),
};

/** A document whose lines have been read. Before that, it holds only octets. */
function parsed(octets: Uint8Array): RobotsDocument {
  const document = parseSync(octets);
  void document.lineCount;
  return document;
}

function keptByPeer({ prepare }: Subject): Keep {
  return async ({ octets, origin, url }) => {
    try {
      const ask = await prepare(octets, origin, AGENT);
      ask(url);
      return ask;
    } catch {
      return null;
    }
  };
}
