/**
 * A bound on what a line of JSON parses into. An array or an object takes two octets to write and 50 to 100 in memory, so a
 * line of `{},{},…` would take 40 times its length.
 */

/** How many arrays and objects a line may hold. */
export const MAX_CONTAINERS = 100_000;

const DOUBLE_QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** Octets of the shortest array or object, without what separates it from the next. */
const MIN_CONTAINER_OCTETS = 2;

/**
 * Whether a line of JSON holds more arrays and objects than {@link MAX_CONTAINERS}. For a line that is not JSON, the answer
 * does not matter: it is refused anyway.
 */
export function hasTooManyContainers(json: Uint8Array): boolean {
  if (json.length <= MAX_CONTAINERS * MIN_CONTAINER_OCTETS) return false;
  let containers = 0;
  for (let at = 0; at < json.length; at++) {
    const octet = json[at];
    if (octet === DOUBLE_QUOTE) at = endOfString(json, at);
    else if (octet === OPENING_BRACKET || octet === OPENING_BRACE) containers++;
    if (containers > MAX_CONTAINERS) return true;
  }
  return false;
}

/** The closing quote of the string that begins at `start`; the end of the line if there is none. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== DOUBLE_QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
