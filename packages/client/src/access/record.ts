/**
 * Objects that hold a value for each name, such as headers by their names.
 */
import { isObject, isPlain } from 'robotstream/internal';

/**
 * Whether a value is an object with a field for each value. A `Map` or a `Headers` has none: it is iterated. Nor has an object of a class
 * that keeps its data elsewhere, such as a `Date`.
 */
export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return isObject(value) && !(Symbol.iterator in value) && (isPlain(value) || Object.keys(value).length > 0);
}
