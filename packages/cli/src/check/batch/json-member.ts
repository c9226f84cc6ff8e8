/**
 * The value of a member of a JSON object, as text. `JSON.parse` can change a number (`9007199254740993` becomes
 * `9007199254740992`); the text cannot change.
 */

/**
 * The text of a member's value; of the last member if several have the name, `undefined` if none has.
 *
 * @param json an object that `JSON.parse` accepts
 * @param name a name that needs no escapes in JSON
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = afterSpace(json, json.indexOf('{') + 1);
  while (json[at] === '"') {
    const keyEnd = afterString(json, at);
    const key: unknown = JSON.parse(json.slice(at, keyEnd));
    const start = afterSpace(json, afterSpace(json, keyEnd) + 1); // + 1: the colon
    const end = afterValue(json, start);
    if (key === name) found = json.slice(start, end);
    at = afterSpace(json, afterSpace(json, end) + 1); // + 1: the comma
  }
  return found;
}

function afterSpace(json: string, start: number): number {
  let at = start;
  while (isSpace(json[at])) at++;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

/** The place after the string that begins at `start`. */
function afterString(json: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = json.indexOf('"', at);
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    at = quote + 1;
    if (backslashes % 2 === 0) return at;
  }
}

/** The place after the value that begins at `start`. */
function afterValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = json[at];
    if (character === '"') {
      at = afterString(json, at);
    } else if (character === '{' || character === '[') {
      depth++;
      at++;
    } else if (character === '}' || character === ']') {
      depth--;
      at++;
    } else {
      at = depth > 0 && isBetweenValues(character) ? at + 1 : afterScalar(json, at);
    }
  } while (depth > 0);
  return at;
}

function isBetweenValues(character: string): boolean {
  return character === ',' || character === ':' || isSpace(character);
}

/** The place after a number, `true`, `false` or `null`. */
function afterScalar(json: string, start: number): number {
  let at = start;
  while (at < json.length && !isBetweenValues(json[at]) && json[at] !== '}' && json[at] !== ']') at++;
  return at;
}
