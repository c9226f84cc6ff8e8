/**
 * Lines → groups, as a fold: {@link nextState} says after each line where a group begins and ends. Documents fold their rows with it
 * (`groups.ts`), the judge folds each batch of rows as it is scanned (`match/judge.ts`), and {@link groupReducer} folds line events.
 */
import { isObject, misshapen } from '../option-checks.js';
import { isLineEvent, type LineEvent, type RobotsEvent } from '../stream/events.js';
import * as Row from '../stream/row.js';
import { scopeOf } from './values.js';

/**
 * Where a fold is: outside any group; at the user-agent line that begins one; after that line and before any
 * rule; or after the group's first rule, or what the profile groups as one.
 */
export type GroupState = 'outside' | 'beginning' | 'at-agents' | 'at-rules';

/**
 * Where a fold is after a line: all of docs/semantics.md §3.1 and §3.2 about where groups begin and end.
 *
 * @param state where it was before
 * @param reading what the profile makes of the line
 * @param endsGroup whether something before the line ends the group
 */
export function nextState(state: GroupState, reading: Row.Reading, endsGroup: boolean): GroupState {
  const before = endsGroup ? 'outside' : state;
  if (Row.isUserAgent(reading))
    return before === 'beginning' || before === 'at-agents' ? 'at-agents' : 'beginning';
  if (before === 'outside') return 'outside';
  return Row.endsUserAgents(reading) ? 'at-rules' : before === 'beginning' ? 'at-agents' : before;
}

type EventOf<Type> = Extract<LineEvent, { readonly type: Type }>;

/** A group, as RFC 9309 reads it, of line events. */
export interface EventGroup {
  /** The user-agent lines above the rules, in file order. */
  readonly userAgents: EventOf<'user-agent'>[];
  /** The allow and disallow rules, in file order. */
  readonly rules: EventOf<'allow' | 'disallow'>[];
  /** Records of other fields that belong to the group, such as `Crawl-delay`. */
  readonly extensions: EventOf<'other'>[];
}

/** The groups of the events so far. Only {@link groupReducer} changes it. */
export class EventGroups {
  /** The groups, in file order. The last one may still grow. */
  readonly groups: EventGroup[] = [];
  #state: GroupState = 'outside';

  static step(state: EventGroups, event: RobotsEvent): EventGroups {
    const isState = isObject(state) && #state in state;
    if (!isState) throw misshapen(state, 'state', 'the state that initial() or step() returned');
    if (isLineEvent(event)) state.#add(event);
    return state;
  }

  #add(event: LineEvent): void {
    const { groups } = this;
    this.#state = nextState(this.#state, readingOf(event), false);
    if (this.#state === 'outside') return;
    if (this.#state === 'beginning') groups.push({ userAgents: [], rules: [], extensions: [] });
    const { userAgents, rules, extensions } = groups[groups.length - 1];
    if (event.type === 'user-agent') userAgents.push(event);
    else if (event.type === 'allow' || event.type === 'disallow') rules.push(event);
    else if (event.type === 'other' && scopeOf(fieldOf(event)) === 'agents') extensions.push(event);
  }
}

/**
 * A fold of line events into groups: `events.reduce(groupReducer.step, groupReducer.initial()).groups`. It takes one event at a time, so the
 * groups so far are known while a file still arrives. They are those of `parse(source)`, whose documents also have matchers.
 *
 * - `initial()` is the state before the first event.
 * - `step(state, event)` adds an event to a state. It changes the state and returns it.
 *
 * @throws {TypeError} from `step`, if the state is not of this reducer, or the event is not an event of a file
 * @example
 * ```js
 * import { groupReducer, LineParser } from 'robotstream';
 *
 * const parser = new LineParser();
 * const events = [...parser.write(new TextEncoder().encode('User-agent: *\nDisallow: /private/')), ...parser.end()];
 * const { groups } = events.reduce(groupReducer.step, groupReducer.initial());
 * console.log(groups[0].userAgents[0].name, groups[0].rules[0].pattern); // → * /private/
 * ```
 */
export const groupReducer = { initial: (): EventGroups => new EventGroups(), step: EventGroups.step };

/** What RFC 9309 makes of the line of an event. */
function readingOf(event: LineEvent): Row.Reading {
  if (event.type === 'other' && fieldOf(event) === 'content-usage') return Row.CONTENT_USAGE;
  return (Row.DIRECTIVE_NAMES.indexOf(event.type as Row.DirectiveName) + 1) as Row.Reading;
}

function fieldOf({ field }: EventOf<'other'>): string {
  return field.text.toLowerCase();
}
