/**
 * The keys of a plain text: those that CodeMirror's standard keymap has on each platform, without indentation, whose support for
 * programming languages would be an eighth of the editor's code. Tab is not among them: it leaves the editor.
 */
import {
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineDown,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteCharBackwardStrict,
  deleteCharForward,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLineBoundaryBackward,
  deleteLineBoundaryForward,
  insertNewline,
  moveLineDown,
  moveLineUp,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineDown,
  selectLineUp,
  selectPageDown,
  selectPageUp,
} from '@codemirror/commands';
import type { Command, KeyBinding } from '@codemirror/view';

/** A cursor movement: its command, the command that selects (with Shift), its keys on a Mac, and its keys on other systems. */
type Move = readonly [move: Command, select: Command, mac: readonly string[], elsewhere: readonly string[]];

const MOVES: readonly Move[] = [
  [cursorCharLeft, selectCharLeft, ['ArrowLeft', 'Ctrl-b'], ['ArrowLeft']],
  [cursorCharRight, selectCharRight, ['ArrowRight', 'Ctrl-f'], ['ArrowRight']],
  [cursorGroupLeft, selectGroupLeft, ['Alt-ArrowLeft'], ['Ctrl-ArrowLeft']],
  [cursorGroupRight, selectGroupRight, ['Alt-ArrowRight'], ['Ctrl-ArrowRight']],
  [cursorLineUp, selectLineUp, ['ArrowUp', 'Ctrl-p'], ['ArrowUp']],
  [cursorLineDown, selectLineDown, ['ArrowDown', 'Ctrl-n'], ['ArrowDown']],
  [cursorPageUp, selectPageUp, ['PageUp', 'Ctrl-ArrowUp'], ['PageUp']],
  [cursorPageDown, selectPageDown, ['PageDown', 'Ctrl-ArrowDown', 'Ctrl-v'], ['PageDown']],
  [cursorLineBoundaryBackward, selectLineBoundaryBackward, ['Home', 'Cmd-ArrowLeft', 'Ctrl-a'], ['Home']],
  [cursorLineBoundaryForward, selectLineBoundaryForward, ['End', 'Cmd-ArrowRight', 'Ctrl-e'], ['End']],
  [cursorDocStart, selectDocStart, ['Cmd-Home', 'Cmd-ArrowUp'], ['Ctrl-Home']],
  [cursorDocEnd, selectDocEnd, ['Cmd-End', 'Cmd-ArrowDown'], ['Ctrl-End']],
];

/** An edit; its keys on a Mac and elsewhere. */
type Edit = readonly [edit: Command, mac: readonly string[], elsewhere: readonly string[]];

const EDITS: readonly Edit[] = [
  [insertNewline, ['Enter', 'Shift-Enter'], ['Enter', 'Shift-Enter']],
  [deleteCharBackwardStrict, ['Backspace', 'Shift-Backspace', 'Ctrl-h'], ['Backspace', 'Shift-Backspace']],
  [deleteCharForward, ['Delete', 'Ctrl-d'], ['Delete']],
  [deleteGroupBackward, ['Alt-Backspace', 'Ctrl-Alt-h'], ['Ctrl-Backspace']],
  [deleteGroupForward, ['Alt-Delete'], ['Ctrl-Delete']],
  [deleteLineBoundaryBackward, ['Cmd-Backspace'], []],
  [deleteLineBoundaryForward, ['Cmd-Delete', 'Ctrl-k'], []],
  [moveLineUp, ['Alt-ArrowUp'], ['Alt-ArrowUp']],
  [moveLineDown, ['Alt-ArrowDown'], ['Alt-ArrowDown']],
  [selectAll, ['Cmd-a'], ['Ctrl-a']],
];

function bindings(
  run: Command,
  mac: readonly string[],
  elsewhere: readonly string[],
  shift?: Command,
): KeyBinding[] {
  const rest = { run, preventDefault: true, ...(shift && { shift }) };
  return [
    ...mac.map((key) => ({ mac: key, ...rest })),
    ...elsewhere.flatMap((key) => [
      { linux: key, ...rest },
      { win: key, ...rest },
    ]),
  ];
}

export const textKeys: readonly KeyBinding[] = [
  ...MOVES.flatMap(([move, select, mac, elsewhere]) => bindings(move, mac, elsewhere, select)),
  ...EDITS.flatMap(([edit, mac, elsewhere]) => bindings(edit, mac, elsewhere)),
];
