/**
 * The value of a member of a JSON object, as text. `JSON.parse` can change a number (`9007199254740993` becomes
 * `9007199254740992`); the text cannot change.
 */

/**
 * The text of a member's value; of the last member if several have the name, `undefined` if none has.
 *
 * @param json an object that `JSON.parse` accepts
 * @param name the name of the member
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined;
  let key: unknown;
  let depth = 0;
  let start = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = closingQuote(json, at);
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth > 1) continue;
    const isEnd = character === ',' || (character === '}' && depth === 0);
    if (character === ':') key = JSON.parse(json.slice(start, at));
    else if (isEnd && key === name) found = json.slice(start, at).trim();
    if (character === '{' || character === ':' || character === ',') start = at + 1;
  }
  return found;
}

/** The place of the quote that ends the string which begins at `start`. */
function closingQuote(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); ; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote;
  }
}
