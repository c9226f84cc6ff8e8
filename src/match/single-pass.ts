/**
 * Octets → verdict in one pass, for one question to a file that is not kept. Lines that do not bear on the question are
 * passed over, and rules are tried where they stand: no row is written, nothing is collected.
 */
import { COLON, CR, isWhiteSpace, LF, LOWER_CASE_BIT, SP } from '../ascii.js';
import { markKind } from '../ast/document-fold.js';
import { AT_RULES, BEGINNING, isRule, OUTSIDE, stateBehind } from '../ast/grouping.js';
import { borrowFacts, borrowFile } from '../ast/read-document.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import type { Profile } from '../profiles.js';
import { ALLOW, NO_DIRECTIVE, USER_AGENT } from '../stream/fields.js';
import { readLine } from '../stream/read-line.js';
import {
  BLANK,
  HAS_NUL,
  ROW_FLAGS,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  readingTable,
  readRow,
  SHAPE_MASK,
} from '../stream/row.js';
import type { ScanBuffer } from '../stream/scan-buffer.js';
import { contentEnd, directiveAt, FIELD_LENGTHS, HAS_CONTROL_OCTET, lineEnd } from '../stream/scan-steps.js';
import { compileRules } from './compiled-rules.js';
import { grantedSteps, Meter } from './meter.js';
import { RuleTrial } from './pattern/rule-trial.js';
import type { Callers } from './select/callers.js';
import { SELECTS_ANEW, SelectionFold, select } from './select/select.js';
import { OCTET_KINDS } from './url/octet-kinds.js';
import { isRobotsTxt, type RequestPath, readRequestPath, request } from './url/request-path.js';

/** What the fields begin with that bear on a verdict. */
const A = 'a'.charCodeAt(0);
const D = 'd'.charCodeAt(0);
const U = 'u'.charCodeAt(0);

/**
 * Whether a caller may fetch a URL, by a file at hand. None of the arguments runs the caller's code, which could ask
 * another question while shared memory is in use.
 *
 * @param octets a plain `Uint8Array` (`octets.ts`)
 * @throws {TypeError} if the URL is not one that the profile's form accepts; as `parsingLimit` does
 * @throws {RangeError} as `parsingLimit` does
 */
export function isAllowedOnce(
  octets: Uint8Array,
  url: string,
  profile: Profile,
  callers: Callers,
  maxOctets: number | undefined,
): boolean {
  readRequestPath(url, OCTET_KINDS[profile.rules.form]);
  const { buffer, end, markOctets } = borrowFile(octets, maxOctets);
  if (profile.rules.robotsTxtAlwaysAllowed && isRobotsTxt(request)) return true;

  const skipsMark = markKind(markOctets) === 'whole' || profile.reading.byteOrderMark === 'whole-or-partial';
  const from = skipsMark ? markOctets : 0;
  const meter = new Meter();
  meter.left = grantedSteps(end, request.end - request.start);
  const isAllowed = isAllowedInOnePass(buffer, from, end, profile, callers, request, meter);
  if (meter.left >= 0) return isAllowed;
  return compileRules(
    select(borrowFacts(octets, maxOctets), profile, callers).rules,
    profile.rules,
  ).isAllowed(url);
}

/** A line that there is no short cut for. */
const oddLine = new Int32Array(ROW_STRIDE);

/**
 * Whether the rules of a file let a caller fetch a path: what `select` and `scanRules` come to.
 *
 * Long for the same reason as `scanLines`. Of a line it asks no more than it must know: behind the first rule of a group, a rule that
 * is not obeyed or that differs from the path in its first octets is passed over unread, since neither its end nor its
 * control octets can change the verdict then.
 *
 * @param buffer holds the file
 * @param from where its first line begins, behind a byte order mark
 * @param to where it ends
 * @param meter the result means nothing if it is under 0 afterwards
 */
export function isAllowedInOnePass(
  buffer: ScanBuffer,
  from: number,
  to: number,
  profile: Profile,
  callers: Callers,
  path: RequestPath,
  meter: Meter,
): boolean {
  const { octets, view } = buffer;
  const { blankLineEndsGroup } = profile.groups;
  const selection = new SelectionFold(profile.groups, callers);
  const trial = new RuleTrial(profile.rules, path, meter);
  let isAllowed = true;
  let state = OUTSIDE;
  /** Whether only user-agent lines bear on what follows. */
  let skipsRules = true;
  let blankBefore = false;
  for (let line = from, next = from; line < to; line = next) {
    let p = line;
    let first = octets[p];
    while (first <= SP && isWhiteSpace(first)) first = octets[++p];

    let kind = NO_DIRECTIVE;
    let valueStart = p;
    let valueEnd = p;
    let isOdd = false;
    const letter = first | LOWER_CASE_BIT;
    if (letter === U || (!skipsRules && (letter === D || letter === A))) {
      kind = directiveAt(octets, view, p);
      isOdd = kind < 0;
      if (!isOdd) {
        p += FIELD_LENGTHS[kind];
        while (octets[p] <= SP && isWhiteSpace(octets[p])) p++;
        isOdd = octets[p] !== COLON;
      }
      if (!isOdd) {
        const behindColon = ++p;
        while (octets[p] <= SP && isWhiteSpace(octets[p])) p++;
        if (
          state === AT_RULES &&
          kind !== USER_AGENT &&
          !blankBefore &&
          trial.isRuledOut(octets, p, octets.length, kind === ALLOW)
        ) {
          kind = NO_DIRECTIVE;
        } else {
          valueStart = p;
          valueEnd = contentEnd(octets, view, p);
          isOdd = valueEnd === HAS_CONTROL_OCTET;
          if (!isOdd) p = valueEnd;
          while (valueEnd > valueStart && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
          if (valueEnd === valueStart) valueStart = valueEnd = behindColon;
        }
      }
    }

    const terminator = lineEnd(octets, view, p);
    next = terminator + 1;
    if (octets[terminator] === CR && octets[next] === LF) next++;

    if (isOdd || terminator - line > LINE_LIMIT_OCTETS) {
      const lineLimit = Math.min(terminator, line + LINE_LIMIT_OCTETS);
      readLine(octets, line, lineLimit, profile.reading.controlOctets, oddLine, 0);
      kind = readRow(oddLine[ROW_FLAGS], readingTable(profile.reading));
      valueStart = oddLine[ROW_VALUE_START];
      valueEnd = oddLine[ROW_VALUE_END];
      if ((oddLine[ROW_FLAGS] & (SHAPE_MASK | HAS_NUL)) === BLANK) blankBefore = blankLineEndsGroup;
    } else if (first === LF || first === CR) {
      blankBefore = blankLineEndsGroup;
    }
    if (kind === NO_DIRECTIVE) continue;

    state = stateBehind(state, kind, blankBefore);
    blankBefore = false;
    if (state === BEGINNING) selection.begin();
    if (kind === USER_AGENT) {
      if (selection.userAgent(octets, valueStart, valueEnd) === SELECTS_ANEW) {
        trial.clear();
        isAllowed = true;
      }
    } else if (selection.isObeyed && state === AT_RULES && isRule(kind)) {
      if (trial.leads(octets, valueStart, valueEnd, kind === ALLOW)) {
        isAllowed = kind === ALLOW || valueStart === valueEnd;
      }
      if (meter.left < 0) return false;
    }
    skipsRules = state === OUTSIDE || (state === AT_RULES && !selection.isObeyed);
  }
  return isAllowed;
}
