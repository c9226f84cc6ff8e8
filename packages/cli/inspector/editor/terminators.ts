/**
 * How each line of the editor's text ends. The editor itself knows one line break; this field keeps the terminators of the
 * file: the usual one, and a mark on the break of each line that ends otherwise. Marks move with the text, and undo restores them.
 */
import { invertedEffects } from '@codemirror/commands';
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  MapMode,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { type LineBreak, type TextLines, usualTerminator } from './octet-text.js';

/** A mark at the position of a line break. It is removed with the break. */
class TerminatorMark extends RangeValue {
  /** Text that is inserted before the break stays before the mark. */
  override readonly startSide = 1;
  override readonly endSide = 1;
  override readonly mapMode = MapMode.TrackAfter;

  constructor(readonly terminator: LineBreak) {
    super();
  }

  override eq(other: TerminatorMark): boolean {
    return this.terminator === other.terminator;
  }
}

const MARKS = {
  '\n': new TerminatorMark('\n'),
  '\r': new TerminatorMark('\r'),
  '\r\n': new TerminatorMark('\r\n'),
};

interface Terminators {
  /** The terminator of line breaks without a mark. New line breaks have no mark. */
  readonly usual: LineBreak;
  /** The marks of the others. */
  readonly unusual: RangeSet<TerminatorMark>;
}

/** A line break and its terminator. */
export interface PlacedTerminator {
  /** The position of the line break. */
  readonly position: number;
  readonly terminator: LineBreak;
}

/** Sets how lines end. Positions are those after the transaction. */
export const setTerminators = StateEffect.define<readonly PlacedTerminator[]>({
  map: (placed, changes: ChangeDesc) =>
    placed.flatMap(({ position, terminator }) => {
      const moved = changes.mapPos(position, 1, MapMode.TrackAfter);
      return moved === null ? [] : [{ position: moved, terminator }];
    }),
});

/** Changes the usual terminator. A transaction that has this effect replaces the whole text. */
export const setUsualTerminator = StateEffect.define<LineBreak>();

const field = StateField.define<Terminators>({
  create: () => ({ usual: '\n', unusual: RangeSet.empty }),
  update(value, transaction) {
    let { usual, unusual } = value;
    if (transaction.docChanged) unusual = unusual.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setUsualTerminator)) usual = effect.value;
    }
    for (const effect of transaction.effects) {
      if (!effect.is(setTerminators)) continue;
      const placed = effect.value.filter(({ terminator }) => terminator !== usual);
      unusual = unusual.update({
        add: placed.map(({ position, terminator }) => MARKS[terminator].range(position)),
        sort: true,
      });
    }
    return usual === value.usual && unusual === value.unusual ? value : { usual, unusual };
  },
});

/** Keeps the terminators of a file's lines through every change, undo and redo. */
export function terminators(file: TextLines): Extension {
  return [terminatorsOfFile(file), invertedEffects.of(restoring)];
}

/** The effects that restore the terminators of deleted line breaks when a transaction is undone. */
function restoring({ changes, effects, startState }: Transaction): StateEffect<unknown>[] {
  const { usual, unusual } = startState.field(field);
  const inverted: StateEffect<unknown>[] = [];
  if (effects.some((effect) => effect.is(setUsualTerminator))) inverted.push(setUsualTerminator.of(usual));
  const deleted: PlacedTerminator[] = [];
  if (unusual.size > 0) {
    changes.iterChangedRanges((from, to) => {
      if (from < to) forEachUnusual(unusual, from, to, (placed) => deleted.push(placed));
    });
  }
  if (deleted.length > 0) inverted.push(setTerminators.of(deleted));
  return inverted;
}

/** Calls back for each unusual terminator whose line break is between two positions, in order. */
function forEachUnusual(
  unusual: Terminators['unusual'],
  from: number,
  to: number,
  visit: (placed: PlacedTerminator) => void,
): void {
  unusual.between(from, to, (position, _, { terminator }) => {
    if (position < to) visit({ position, terminator });
  });
}

/** The unusual terminators of the lines that end between two positions, in order. */
export function unusualTerminators(state: EditorState, from: number, to: number): PlacedTerminator[] {
  const placed: PlacedTerminator[] = [];
  forEachUnusual(state.field(field).unusual, from, to, (one) => placed.push(one));
  return placed;
}

/** The terminators of a state. */
export function terminatorsOf(state: EditorState): Terminators {
  return state.field(field);
}

/** Where the terminators of decoded lines are, if the text of the first line starts at a position. */
export function placedTerminators({ lines, terminators }: TextLines, start: number): PlacedTerminator[] {
  let position = start;
  return terminators.map((terminator, index) => {
    position += lines[index].length + 1;
    return { position: position - 1, terminator };
  });
}

/** The field with the terminators of a file that is opened. */
function terminatorsOfFile(lines: TextLines): Extension {
  const usual = usualTerminator(lines.terminators);
  const builder = new RangeSetBuilder<TerminatorMark>();
  for (const { position, terminator } of placedTerminators(lines, 0)) {
    if (terminator !== usual) builder.add(position, position, MARKS[terminator]);
  }
  const unusual = builder.finish();
  return field.init(() => ({ usual, unusual }));
}
