/**
 * Options that commands share, and how values of one kind are read.
 */
import { isAllowed } from 'robotstream';
import { didYouMean } from 'robotstream/crawlers/internal';
import type { Arguments, OptionTable } from './arguments.js';
import { UsageError } from './exit.js';

/**
 * The choice that an option names.
 *
 * @returns `undefined` if the option is not given
 * @throws {UsageError} if there is no such choice
 */
export function choiceOf<Choice extends string>(
  args: Arguments,
  option: string,
  choices: readonly Choice[],
): Choice | undefined {
  const given = args.one(option);
  return given === undefined ? undefined : choiceNamed(option, given, choices);
}

/**
 * The choice with a name.
 *
 * @param what what the choices are, such as `format`
 * @throws {UsageError} if there is no such choice
 */
export function choiceNamed<Choice extends string>(
  what: string,
  given: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  throw new UsageError(
    `unknown ${what} ${JSON.stringify(given)}${didYouMean(given, choices) || ';'} the ${what}s are ${choices.join(', ')}`,
  );
}

/** `--json` of a command that also has `--format`, one of whose formats is `json`. */
export const JSON_FORMAT_OPTION: OptionTable = {
  json: { excludes: 'format', help: 'Print one JSON object, as --format json does.' },
};

/**
 * The format that `--format` or `--json` names; `pretty` if neither is given.
 *
 * @throws {UsageError} if there is no such format
 */
export function formatOf<Format extends string>(
  args: Arguments,
  formats: readonly Format[],
): Format | 'json' | 'pretty' {
  return choiceOf(args, 'format', formats) ?? (args.has('json') ? 'json' : 'pretty');
}

/**
 * The positional argument of a command that takes one.
 *
 * @param what what the argument is, such as `FILE`
 * @returns `undefined` if none is given
 * @throws {UsageError} if several are given
 */
export function positionalOf({ positionals }: Arguments, what: string): string | undefined {
  if (positionals.length > 1) throw new UsageError(`one ${what} is expected, not ${positionals.length}`);
  return positionals[0];
}

/**
 * @returns `undefined` if the option is not given
 * @throws {UsageError} if the value of an option is not a whole number from 1 to `max`
 */
export function wholeNumberOf(args: Arguments, name: string, max: number): number | undefined {
  const given = args.one(name);
  if (given === undefined) return undefined;
  const number = /^\d+$/.test(given) ? Number(given) : 0;
  if (number >= 1 && number <= max) return number;
  throw new UsageError(`--${name} is ${JSON.stringify(given)}; a whole number from 1 to ${max} is expected`);
}

/** Whether the library accepts a name. */
export function isAgent(agent: string): boolean {
  try {
    isAllowed('', '/', { agents: agent });
    return true;
  } catch {
    return false;
  }
}

const SECOND_MS = 1000;

/** The longest delay of a timer in Node, in seconds. */
const MAX_TIMER_SECONDS = 2_147_483;

/**
 * The value of `--timeout` in milliseconds.
 *
 * @returns `undefined` if it is not given
 * @throws {UsageError} if it is not a number of seconds that a timer can count
 */
export function timeoutMsOf(args: Arguments): number | undefined {
  const given = args.one('timeout');
  if (given === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(given) ? Math.round(Number(given) * SECOND_MS) : Number.NaN;
  if (ms >= 1 && ms <= MAX_TIMER_SECONDS * SECOND_MS) return ms;
  throw new UsageError(
    `--timeout is ${JSON.stringify(given)}; seconds from 0.001 to ${MAX_TIMER_SECONDS} are expected`,
  );
}
