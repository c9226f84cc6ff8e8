/**
 * A member of a JSON object as it was written: what `JSON.parse` makes of a number or of what holds numbers may not be
 * what was there (`9007199254740993` becomes `9007199254740992`).
 */

/**
 * The text of the value of a member, of the last if there are several; undefined if there is none.
 *
 * @param json an object that `JSON.parse` accepts
 * @param name a name without need of escapes
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = behindSpace(json, json.indexOf('{') + 1);
  while (json[at] === '"') {
    const keyEnd = behindString(json, at);
    const key: unknown = JSON.parse(json.slice(at, keyEnd));
    const start = behindSpace(json, behindSpace(json, keyEnd) + 1); // one for the colon
    const end = behindValue(json, start);
    if (key === name) found = json.slice(start, end);
    at = behindSpace(json, behindSpace(json, end) + 1); // one for the comma
  }
  return found;
}

function behindSpace(json: string, start: number): number {
  let at = start;
  while (isSpace(json[at])) at++;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

/** Behind the string that begins at `start`. */
function behindString(json: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = json.indexOf('"', at);
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    at = quote + 1;
    if (backslashes % 2 === 0) return at;
  }
}

/** Behind the value that begins at `start`. */
function behindValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = json[at];
    if (character === '"') {
      at = behindString(json, at);
    } else if (character === '{' || character === '[') {
      depth++;
      at++;
    } else if (character === '}' || character === ']') {
      depth--;
      at++;
    } else {
      at = depth > 0 && isBetweenValues(character) ? at + 1 : behindScalar(json, at);
    }
  } while (depth > 0);
  return at;
}

function isBetweenValues(character: string): boolean {
  return character === ',' || character === ':' || isSpace(character);
}

/** Behind a number, `true`, `false` or `null`. */
function behindScalar(json: string, start: number): number {
  let at = start;
  while (at < json.length && !isBetweenValues(json[at]) && json[at] !== '}' && json[at] !== ']') at++;
  return at;
}
