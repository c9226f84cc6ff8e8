/**
 * Calls functions with values that they do not take, argument by argument and option by option, and lists what goes wrong: a value that is
 * accepted although the table does not say so, or an error that does not say which argument is meant.
 */
import { RobotsError } from '../../src/index.js';

/** What the getters of {@link WRONG_VALUES} throw: an error of the program, which passes through. */
const OF_THE_PROGRAM = new Error('thrown by a getter of the program');

function revokedProxy(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const throwing = () => {
  throw OF_THE_PROGRAM;
};

/** A value of each kind that a program may pass by mistake. */
export const WRONG_VALUES = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  number: () => 5,
  'negative number': () => -1,
  NaN: () => Number.NaN,
  symbol: () => Symbol('a symbol'),
  bigint: () => 5n,
  'empty text': () => '',
  text: () => 'text',
  object: () => ({}),
  'object without prototype': () => Object.create(null),
  map: () => new Map([['a', 1]]),
  'revoked proxy': revokedProxy,
  'empty array': () => [],
  array: () => [5],
  'array of nothing': () => [null],
  function: () => () => 5,
  date: () => new Date(0),
  'invalid date': () => new Date(Number.NaN),
  promise: () => Promise.resolve(5),
  'throwing getters': () => new Proxy({}, { get: throwing }),
} as const satisfies { readonly [kind: string]: () => unknown };

export type Kind = keyof typeof WRONG_VALUES;

/** The kinds that an argument takes, with the reason. */
export type Accepted = { readonly [kind in Kind]?: string };

/** An argument of a function. */
export interface Argument {
  /** The name by which messages mention it. */
  readonly name: string;
  /** A value that the function takes. */
  readonly valid: () => unknown;
  readonly accepted: Accepted;
  /** The option that messages name instead if an object without options is given. */
  readonly required?: string;
}

/** A function, or a method of an object, with its arguments. */
export interface Target {
  readonly call: (...given: unknown[]) => unknown;
  readonly takes: readonly Argument[];
}

/** What an engine says of a value that no code has checked. */
const ENGINE_MESSAGE =
  /Cannot read|Cannot perform|Cannot convert|Cannot destructure|Cannot mix|Cannot use '|is not a function|is not iterable|is not a constructor|undefined \(reading|private (?:member|field)|read-only property|must be of type|received an instance|circular structure/i;

/** Why an answer to a wrong value is not good enough; null if it is. */
async function complaint(
  call: () => unknown,
  name: string,
  kind: Kind,
  accepted: Accepted,
): Promise<string | null> {
  try {
    await call();
  } catch (error) {
    if (kind === 'throwing getters' && error === OF_THE_PROGRAM) return null;
    const isOfCheck = error instanceof TypeError || error instanceof RangeError;
    // A value that is accepted may name a file or a server that there is not.
    if (kind in accepted && !isOfCheck) return null;
    if (!isOfCheck && !(error instanceof RobotsError)) return `throws ${String(error)}`;
    if (kind in accepted) return `throws "${error.message}", although the table says that it is accepted`;
    if (ENGINE_MESSAGE.test(error.message)) return `throws what an engine says: ${error.message}`;
    return error.message.includes(name)
      ? null
      : `throws an error that does not name ${name}: ${error.message}`;
  }
  return kind in accepted ? null : 'is accepted';
}

/** Every complaint about a function. */
export async function complaintsAbout(
  label: string,
  { call, takes }: Target,
  acceptedByOption: { readonly [option: string]: Accepted },
): Promise<string[]> {
  const complaints: string[] = [];
  for (const [position, { name, accepted, valid, required }] of takes.entries()) {
    const withValue = (value: unknown) => () =>
      call(...takes.map((one, i) => (i === position ? value : one.valid())));
    for (const [kind, make] of Object.entries(WRONG_VALUES) as [Kind, () => unknown][]) {
      const named = kind.startsWith('object') ? (required ?? name) : name;
      const found = await complaint(withValue(make()), named, kind, accepted);
      if (found !== null) complaints.push(`${label}: ${name} = ${kind} ${found}`);
    }
    const options = valid();
    if (
      typeof options !== 'object' ||
      options === null ||
      Object.getPrototypeOf(options) !== Object.prototype
    )
      continue;
    complaints.push(...(await complaintsAboutOptions(label, withValue, options, '', acceptedByOption)));
  }
  return complaints;
}

/** Every complaint about the options in an object. It finds their names by asking for one that does not exist. */
async function complaintsAboutOptions(
  label: string,
  withOptions: (options: unknown) => () => unknown,
  valid: object,
  prefix: string,
  acceptedByOption: { readonly [option: string]: Accepted },
): Promise<string[]> {
  const complaints: string[] = [];
  for (const option of await namesOfOptions(withOptions({ ...valid, unheardOf: 1 }), prefix)) {
    const path = prefix + option;
    const accepted = acceptedByOption[`${label}.${path}`] ?? acceptedByOption[path] ?? {};
    const withValue = (value: unknown) => withOptions({ ...valid, [option]: value });
    for (const [kind, make] of Object.entries(WRONG_VALUES) as [Kind, () => unknown][]) {
      // An option that is undefined counts as absent.
      if (kind === 'undefined') continue;
      const found = await complaint(withValue(make()), path, kind, accepted);
      if (found !== null) complaints.push(`${label}: ${path} = ${kind} ${found}`);
    }
    if ('object' in accepted) {
      complaints.push(...(await complaintsAboutOptions(label, withValue, {}, `${path}.`, acceptedByOption)));
    }
  }
  return complaints;
}

async function namesOfOptions(call: () => unknown, prefix: string): Promise<string[]> {
  try {
    await call();
  } catch (error) {
    const listed = /Known options: (.*)$/.exec((error as Error).message)?.[1];
    if (listed !== undefined) return listed.split(', ').map((name) => name.slice(prefix.length));
  }
  return [];
}
