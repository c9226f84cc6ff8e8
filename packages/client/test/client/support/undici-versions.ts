/** Every version of undici that the package works with. */
import * as undici7 from 'undici';
import * as undici6 from 'undici-6';

/** The parts of undici that all versions have in common. */
export type Undici = Pick<
  typeof undici7,
  'Agent' | 'Client' | 'FormData' | 'Pool' | 'Request' | 'request' | 'fetch' | 'interceptors'
>;

/** undici 8 needs a later Node; `.ci/run` runs the tests on one. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const hasUndici8 = major > 22 || (major === 22 && minor >= 19);

export const VERSIONS: readonly (readonly [string, Undici])[] = [
  ['undici 7', undici7],
  ['undici 6', undici6 as unknown as Undici],
  ...(hasUndici8 ? [['undici 8', (await import('undici-8')) as unknown as Undici] as const] : []),
];

/** A dispatcher that allows connections to one origin alone, and what it has been asked to send. */
export function guardedAgent({ Agent }: Undici, origin: string) {
  const sent: string[] = [];
  const agent = new Agent().compose((dispatch) => (options, handler) => {
    sent.push(`${options.method} ${options.origin}${options.path}`);
    if (String(options.origin) !== origin) throw new Error(`${options.origin} is refused`);
    return dispatch(options, handler);
  });
  return { agent, sent };
}
