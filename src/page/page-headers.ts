/**
 * The header fields of a response, in the forms in which programs keep them.
 */
import { lowerCaseLetters } from '../ascii.js';
import { isArray, isObject, isPlain, misshapen } from '../option-checks.js';

/**
 * The header fields of a response: `Headers` of fetch; an object such as Node's `response.headers`; or pairs of a name and a value. A list
 * of values keeps fields apart that were sent several times; `Headers` joins them.
 */
export type PageHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [name: string, value: string]>;

const EXPECTED = 'a Headers, an object with the header fields, or an iterable of pairs';

/**
 * The values of some header fields, each in order. The headers are read once.
 *
 * @param names in lower case
 * @throws {TypeError} if the headers are in none of these forms
 */
export function valuesIn<Name extends string>(
  headers: PageHeaders,
  names: readonly Name[],
): Readonly<Record<Name, string[]>> {
  const given: unknown = headers;
  if (!isObject(given) && !isArray(given)) throw misshapen(headers, 'headers', EXPECTED);
  const values = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
  const isIterable = Symbol.iterator in given;
  // What can be gone through is read in whole: the `get` of a `Map` finds names in one spelling alone.
  if (!isIterable && typeof given.get === 'function') {
    for (const name of names) {
      const value: unknown = given.get(name);
      if (typeof value === 'string') values[name].push(value);
    }
    return values;
  }
  if (!isIterable && !isPlain(given)) throw misshapen(headers, 'headers', EXPECTED);
  const fields = isIterable ? (given as Iterable<unknown>) : Object.entries(given);
  for (const field of fields) {
    if (!isArray(field)) throw misshapen(field, 'a field of headers', 'a pair of a name and a value');
    const [fieldName, value] = field;
    if (typeof fieldName !== 'string') continue;
    const name = names.find((one) => one === lowerCaseLetters(fieldName));
    if (name === undefined) continue;
    for (const one of isArray(value) ? value : [value]) if (typeof one === 'string') values[name].push(one);
  }
  return values;
}
