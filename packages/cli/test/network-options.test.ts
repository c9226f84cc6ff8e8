/** The command checks a User-Agent header as the client does, which it does not load for that. */
import { aUserAgent } from '@robotstream/client/internal';
import fc from 'fast-check';
import { expect } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { readArguments } from '../../command-line/src/arguments.js';
import { UsageError } from '../../command-line/src/exit.js';
import { givenUserAgentOf, NETWORK_OPTIONS } from '../src/network-options.js';

const header = fc.string({
  unit: fc.constantFrom('a', 'B', '/', '1', ' ', '\t', '~', '!', '\x7f', '\0', '\n', 'é'),
});

checkProperty(
  '--user-agent is accepted where the client accepts it',
  fc.property(header, (text) => {
    const args = readArguments([`--user-agent=${text}`], NETWORK_OPTIONS);
    let isAccepted = true;
    try {
      aUserAgent(text, 'userAgent');
    } catch {
      isAccepted = false;
    }
    if (isAccepted) expect(givenUserAgentOf(args)).toBe(text);
    else expect(() => givenUserAgentOf(args)).toThrow(UsageError);
  }),
);
