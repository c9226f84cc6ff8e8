/**
 * What `console.log` and `util.inspect` of Node show of this package's objects. Other runtimes ignore it.
 */

/** The name of the method that Node calls. */
export const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/** `util.inspect`, which Node passes to the method. */
export type Inspect = (value: unknown, options: object) => string;

/**
 * An object as Node shows one of a class.
 *
 * @param shown what is shown of the object
 * @param depth how many levels more Node shows
 */
export function inspected(
  className: string,
  shown: object,
  depth: number,
  options: object,
  inspect: Inspect,
): string {
  return depth < 0 ? `[${className}]` : `${className} ${inspect(shown, options)}`;
}
