/**
 * Which facts of a fetch are kept. A server chooses how long its redirects, headers and errors are, but a record in memory
 * must stay small. So texts that are too long are cut or left out.
 */
import type { ResponseHeaders } from '../fetch/result/headers.js';
import type { AccessFacts, Redirect } from '../fetch/result/result.js';

/** The longest URL that is kept whole, in characters. */
const MAX_URL_CHARACTERS = 2048;

/** The longest header value that is kept, in characters. It is never cut: a cut ETag or Cache-Control would have another meaning. */
const MAX_HEADER_CHARACTERS = 1024;

/** The longest message that is kept whole, in characters. */
const MAX_MESSAGE_CHARACTERS = 500;

/** The most redirects that are kept: more than any profile of this package follows. */
const MAX_REDIRECTS = 16;

const ELLIPSIS = '…';

/** The facts to keep: plain data of bounded size. A URL that was cut ends with `…`. */
export function keptFacts(facts: AccessFacts): AccessFacts {
  const { robotsUrl, finalUrl, status, redirects, headers, octets, encodedOctets, timings, profile } = facts;
  return {
    robotsUrl,
    finalUrl: cut(finalUrl, MAX_URL_CHARACTERS),
    status,
    redirects: redirects.slice(0, MAX_REDIRECTS).map(keptRedirect),
    headers: keptHeaders(headers),
    octets,
    encodedOctets,
    timings,
    profile,
  };
}

/** A message to keep. */
export function keptMessage(message: string): string {
  return cut(message, MAX_MESSAGE_CHARACTERS);
}

/** How much memory facts take, in octets. */
export function factsOctets({ robotsUrl, finalUrl, redirects, headers, profile }: AccessFacts): number {
  let octets = FACTS_OCTETS + textOctets(robotsUrl) + textOctets(finalUrl) + textOctets(profile);
  for (const { url, location } of redirects) {
    octets += REDIRECT_OCTETS + textOctets(url) + textOctets(location ?? '');
  }
  for (const value of Object.values(headers)) octets += HEADER_OCTETS + textOctets(value);
  return octets;
}

/** How much memory a text takes, in octets: V8 keeps one octet for each Latin-1 character, else two. */
export function textOctets(text: string): number {
  return STRING_OCTETS + text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);
}

/** The memory that V8 takes for objects besides their text, in octets. Measured, rounded up. */
const STRING_OCTETS = 24;
const FACTS_OCTETS = 320;
const REDIRECT_OCTETS = 512;
const HEADER_OCTETS = 32;

function keptRedirect({ url, status, location }: Redirect): Redirect {
  return {
    url: cut(url, MAX_URL_CHARACTERS),
    status,
    location: location === null ? null : cut(location, MAX_URL_CHARACTERS),
  };
}

function keptHeaders(headers: ResponseHeaders): ResponseHeaders {
  const kept = Object.entries(headers).filter(([, value]) => value.length <= MAX_HEADER_CHARACTERS);
  return Object.fromEntries(kept);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Through a buffer: a slice alone would keep the whole text in memory.
  return Buffer.from(text.slice(0, most - 1) + ELLIPSIS).toString();
}
