/**
 * `--purpose`: the crawlers of the registry by what they collect pages for.
 */
import { type Crawler, type CrawlerPurpose, crawlersOf, PURPOSE_WORDS } from 'robotstream/crawlers';
import { purposeNamed } from 'robotstream/crawlers/internal';
import type { Arguments, OptionSpec } from '../../command-line/src/arguments.js';
import { UsageError } from '../../command-line/src/exit.js';

/** The option `--purpose`. Each sub-command adds its own help. */
export const PURPOSE_OPTION: Omit<OptionSpec, 'help'> = {
  value: 'PURPOSE',
  choices: Object.values(PURPOSE_WORDS).map(({ name }) => name),
};

/** The names of the purposes, for the help. */
export const PURPOSE_NAMES = PURPOSE_OPTION.choices?.join(', ') ?? '';

/**
 * The purpose that the option names; `undefined` if it is not given.
 *
 * @throws {UsageError} if there is no such purpose
 */
export function purposeOf(args: Arguments): CrawlerPurpose | undefined {
  const given = args.one('purpose');
  if (given === undefined) return undefined;
  try {
    return purposeNamed(given);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`--purpose ${error.message.replace('name is', 'is')}`);
  }
}

/** The crawlers of the registry with a purpose. */
export function crawlersFor(purpose: CrawlerPurpose): readonly Crawler[] {
  return crawlersOf('all').filter(({ purposes }) => purposes.includes(purpose));
}
