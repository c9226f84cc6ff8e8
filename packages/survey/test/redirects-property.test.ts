/** Redirects within and across inputs, against a resolver that is slow and obviously right. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { CLOSED, type Line, OPEN, reportedVerdicts, robots, surveyLines } from './support/redirecting.js';
import { useFolder } from './support/survey-folder.js';

useFolder();

const host = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const at = fc.constantFrom(
  null,
  '2024-01-01',
  '2024-01-02',
  '2024-01-03',
  '2024-01-03T12:00:00.5Z',
  '2024-01-05',
  '1969',
);

/** A capture, mostly a redirect. The body is another in each, so that it says which capture answers. */
const line: fc.Arbitrary<Line> = fc
  .oneof(
    { weight: 4, arbitrary: fc.record({ url: host, to: host, at }) },
    { weight: 2, arbitrary: fc.record({ url: host, body: fc.constantFrom(OPEN, CLOSED), at }) },
    { weight: 1, arbitrary: fc.record({ url: host, status: fc.constantFrom(404, 500, 200), at }) },
  )
  .map(({ url, to, ...others }: Line) => ({ ...others, url: robots(url), to: to && robots(to) }));

const MS_OF = (one: Line): number => (one.at ? Date.parse(one.at) : 0);

interface Told {
  readonly url: string;
  readonly allowed: boolean | null;
  readonly answeredBy: string | null;
  readonly reason: string | null;
}

/** What a capture that is no redirect says. */
function own({ body, status = 200 }: Line): Pick<Told, 'allowed' | 'reason'> {
  if (body !== undefined)
    return body === OPEN
      ? { allowed: true, reason: 'no-matching-rule' }
      : { allowed: false, reason: 'disallow-rule' };
  if (status === 404) return { allowed: true, reason: 'status-allows-all' };
  return status === 500
    ? { allowed: false, reason: 'status-disallows-all' }
    : { allowed: null, reason: null };
}

const hasNoPayload = ({ to, body, status = 200 }: Line): boolean =>
  to === undefined && body === undefined && status === 200;

/** Follows redirects one by one, and looks at every capture for each. */
function naive(one: Line, all: readonly Line[]): Told {
  const { url } = one;
  let here = one;
  for (let hops = 0; here.to !== undefined; hops++) {
    if (hops === 5) return { url, allowed: true, reason: 'redirects-allow-all', answeredBy: null };
    const { to } = here;
    let best: Line | undefined;
    for (const other of all) {
      if (other.url !== to || hasNoPayload(other)) continue;
      const distance = (capture: Line) => Math.abs(MS_OF(capture) - MS_OF(one));
      if (best === undefined || distance(other) < distance(best)) best = other;
      else if (distance(other) === distance(best) && MS_OF(other) < MS_OF(best)) best = other;
    }
    if (best === undefined) return { url, allowed: null, reason: 'redirect-not-captured', answeredBy: null };
    here = best;
  }
  return { url, ...own(here), answeredBy: here === one ? null : here.url };
}

const texts = (rows: readonly Told[]): string[] =>
  rows.map(({ url, allowed, reason, answeredBy }) => [url, allowed, reason, answeredBy].join(' ')).sort();

checkProperty(
  'a redirect has the answer of a resolver that follows each by itself, however captures are spread over inputs',
  fc.asyncProperty(
    fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
    async (inputs) => {
      await surveyLines(inputs);
      const all = inputs.flat();
      expect(texts(await reportedVerdicts())).toEqual(texts(all.map((one) => naive(one, all))));
    },
  ),
  { runsShare: 0.02 },
);
