/**
 * Checks of options: `checkOptions` with a table that lists every option and what its value must be. Every function of
 * the package that takes options uses it, so that a misspelled or malformed option is an error instead of a default.
 *
 * ```ts
 * const FETCH_OPTIONS = optionTable<FetchOptions>({ probe: aBoolean, timeouts: anObject(TIMEOUTS), held: checkedElsewhere });
 * checkOptions('fetchRobots', options, FETCH_OPTIONS);
 * ```
 */

/**
 * Checks the value of one option, which is not undefined.
 *
 * @param name the option's path for messages, such as `timeouts.totalMs`
 * @throws {TypeError | RangeError} if the value is not accepted
 */
export type OptionCheck = (value: unknown, name: string) => void;

/** Every option of a function, with the check of its value. An array of objects: to iterate over a `Map` allocates an array for each entry. */
export type OptionTable = readonly { readonly name: string; readonly check: OptionCheck }[];

/** For an option whose value is checked where it is used. */
export const checkedElsewhere: OptionCheck = () => {};

/** Makes a table. The type ensures that it has every option of `Options`, and no other. */
export function optionTable<Options>(
  checks: { readonly [name in keyof Options]-?: OptionCheck },
): OptionTable {
  return Object.entries<OptionCheck>(checks).map(([name, check]) => ({ name, check }));
}

/** The default of an `options` parameter of functions that are called for each file. It is not checked. */
export const NO_OPTIONS: Readonly<Record<never, never>> = Object.freeze({});

/**
 * Checks the options of a function: that they are an object, that each is known, and each value by its check. An option
 * that is undefined counts as absent. Of unknown options, only an object's own are found.
 *
 * @param owner the name of the function or class, for messages; empty for an object inside the options
 * @param options what the caller passed
 * @param name the argument's name, for messages
 * @param isWhole whether no option may be missing
 * @throws {TypeError} if it is not an object; if an option is unknown (the message suggests the nearest one); as the checks do
 * @throws {RangeError} as the checks do
 */
export function checkOptions(
  owner: string,
  options: unknown,
  table: OptionTable,
  name: string = 'options',
  isWhole: boolean = false,
): void {
  const prefix = owner === '' ? `${name}.` : '';
  if (!isObject(options)) throw noOptions(owner, options, name, table);
  let hasKnown = false;
  // A loop over all enumerable fields allocates nothing, unlike `Object.keys`.
  for (const field in options) {
    if (isKnown(field, table)) hasKnown = true;
    else if (Object.hasOwn(options, field)) throw unknownOption(owner, prefix, field, table);
  }
  // An object without known fields of its own may be something else, such as an `AbortSignal` or a `Map`.
  if (!hasKnown && !isPlain(options) && !table.some((option) => option.name in options)) {
    throw noOptions(owner, options, name, table);
  }
  for (const option of table) {
    // A value is read once: here, or where it is used and checked.
    if (option.check === checkedElsewhere) continue;
    const value = options[option.name];
    if (value !== undefined || isWhole) option.check(value, prefix + option.name);
  }
}

export const aBoolean: OptionCheck = valueThat((value) => typeof value === 'boolean', 'true or false');
export const aString: OptionCheck = valueThat((value) => typeof value === 'string', 'a string');
export const aFunction: OptionCheck = valueThat((value) => typeof value === 'function', 'a function');
export const anArray: OptionCheck = valueThat(isArray, 'an array');

/** The value is an `AbortSignal`, of any realm. */
export const anAbortSignal: OptionCheck = valueThat(
  (value) => isObject(value) && 'aborted' in value && 'addEventListener' in value,
  'an AbortSignal',
);

/** The value is one of the given ones. */
export function oneOf(...choices: readonly unknown[]): OptionCheck {
  return (value, name) => {
    if (!choices.includes(value)) throw misshapen(value, name, `one of ${choices.map(shown).join(', ')}`);
  };
}

/** A check of one condition. */
function valueThat(isAccepted: (value: unknown) => boolean, expected: string): OptionCheck {
  return (value, name) => {
    if (!isAccepted(value)) throw misshapen(value, name, expected);
  };
}

/**
 * The value is a whole number from `min` to `max`, both included; `Infinity` only if `max` is.
 *
 * @param unit what it counts, such as `milliseconds`, for messages
 */
export function aWholeNumber(min: number, max: number, unit?: string): OptionCheck {
  const expected = `a whole number${unit === undefined ? '' : ` of ${unit}`} from ${min} to ${max}`;
  return (value, name) => {
    if (typeof value !== 'number') throw misshapen(value, name, expected);
    const isWhole = Number.isSafeInteger(value) || value === Infinity;
    if (isWhole && value >= min && value <= max) return;
    throw new RangeError(`${name} is ${value}; ${expected} is expected`);
  };
}

/**
 * The value is an object with options of its own.
 *
 * @param isWhole whether none of them may be missing
 */
export function anObject(table: OptionTable, isWhole: boolean = false): OptionCheck {
  return (value, name) => checkOptions('', value, table, name, isWhole);
}

/** The error for a value that is not what an option or argument takes: it names both, and what was given. */
export function misshapen(value: unknown, name: string, expected: string): TypeError {
  return new TypeError(`${name} is ${shown(value)}; ${expected} is expected`);
}

/**
 * The value is of a class of this package. If it is of the same class in another copy of the package, of which each has classes of its own, the
 * error says so.
 */
export function anInstance(type: abstract new (...args: never) => object, expected: string): OptionCheck {
  return (value, name) => {
    if (isObject(value) && value instanceof type) return;
    throw shown(value) === `an instance of ${type.name}`
      ? new TypeError(
          `${name} is of another copy of robotstream, and a program needs one: npm ls robotstream`,
        )
      : misshapen(value, name, expected);
  };
}

/** How many characters of a string a message quotes. */
const QUOTED_CHARACTERS = 80;

/** A value as messages show it: primitives as they are, objects by their class. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
    const made: unknown = value.constructor;
    return `an instance of ${typeof made === 'function' && made.name !== '' ? made.name : 'no class'}`;
  } catch {
    // A proxy that was revoked, or a getter of the program.
    return 'an object that cannot be read';
  }
}

/** The beginning of a text that is too long for a message. */
export function shortened(text: string, characters: number = QUOTED_CHARACTERS): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text;
}

function isKnown(field: string, table: OptionTable): boolean {
  for (const { name } of table) if (name === field) return true;
  return false;
}

/** Whether a value is an object and not an array. A proxy that was revoked is neither. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && isArrayOrRevoked(value) === false;
}

/** Whether a value is an array. A proxy that was revoked is none. */
export function isArray(value: unknown): value is readonly unknown[] {
  return isArrayOrRevoked(value) === true;
}

/** Whether a value is an array; `undefined` for a proxy that was revoked, for which `Array.isArray` throws. */
function isArrayOrRevoked(value: unknown): boolean | undefined {
  try {
    return Array.isArray(value);
  } catch {
    return undefined;
  }
}

/** Whether an object is of no class, in any realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function noOptions(owner: string, value: unknown, name: string, table: OptionTable): TypeError {
  const expected = `an object with ${table.map((option) => option.name).join(', ')}`;
  return misshapen(value, owner === '' ? name : `${owner}: ${name}`, expected);
}

function unknownOption(owner: string, prefix: string, field: string, table: OptionTable): TypeError {
  const names = table.map(({ name }) => name);
  const nearest = nearestName(field, names);
  const hint = nearest === undefined ? '. ' : `; did you mean ${prefix}${nearest}? `;
  const known = names.map((name) => prefix + name).join(', ');
  const unknown = `unknown option ${prefix}${shortened(field)}${hint}Known options: ${known}`;
  return new TypeError(owner === '' ? unknown : `${owner}: ${unknown}`);
}

/** A name of this many characters may be the beginning or the end of the one that is meant. */
const MIN_PART_CHARACTERS = 3;

/** One typing error is forgiven for this many characters. */
const CHARACTERS_PER_ERROR = 3;

/**
 * Finds the known name that is closest to a given one. Letter case, `-` and `_` do not count. A name that continues
 * the given one counts as close (`total` gives `totalMs`), and so does one that ends with it.
 *
 * @returns undefined if none is close
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = plain(given);
  const nearest = likelyName(given, known, Math.max(1, Math.floor(wanted.length / CHARACTERS_PER_ERROR)));
  if (nearest !== undefined || wanted.length < MIN_PART_CHARACTERS) return nearest;
  return known.find((name) => plain(name).startsWith(wanted) || plain(name).endsWith(wanted));
}

/**
 * Finds the known name that differs from a given one by the fewest typing errors. Letter case, `-` and `_` do not count.
 *
 * @param maxErrors how many typing errors the given name may have
 * @returns undefined if it has more for every known name
 */
export function likelyName(given: string, known: readonly string[], maxErrors: number): string | undefined {
  const wanted = plain(given);
  let nearest: string | undefined;
  let fewest = maxErrors + 1;
  for (const name of known) {
    const candidate = plain(name);
    // Each character that one has more is an error. Comparing a name of a megabyte would take seconds.
    if (Math.abs(wanted.length - candidate.length) >= fewest) continue;
    const errors = typingErrors(wanted, candidate, fewest);
    if (errors < fewest) [nearest, fewest] = [name, errors];
  }
  return nearest;
}

/** The end of a message about a name that is close to a known one: `; did you mean google?`. Empty for any other value. */
export function didYouMean(given: unknown, known: readonly string[]): string {
  const nearest = typeof given === 'string' ? nearestName(given, known) : undefined;
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/**
 * How many single-character insertions, deletions, substitutions and swaps of neighbours lead from one name to the other.
 *
 * @param most the result if there are at least as many
 */
function typingErrors(from: string, to: string, most: number): number {
  const errors = [Array.from({ length: to.length + 1 }, (_, length) => length)];
  for (let i = 1; i <= from.length; i++) {
    errors[i] = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = from[i - 1] === to[j - 1] ? 0 : 1;
      errors[i][j] = Math.min(errors[i - 1][j - 1] + replaced, errors[i - 1][j] + 1, errors[i][j - 1] + 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) errors[i][j] = Math.min(errors[i][j], errors[i - 2][j - 2] + 1);
    }
    // Errors only add up: what the parts compared so far need at least, the whole names need, too.
    if (Math.min(...errors[i]) >= most) return most;
  }
  return errors[from.length][to.length];
}
