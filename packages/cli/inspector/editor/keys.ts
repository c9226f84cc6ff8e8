/**
 * The keys of a plain text: CodeMirror's standard keymap without indentation. Tab is not among them: it leaves the editor.
 */
import {
  deleteCharBackwardStrict,
  historyKeymap,
  insertNewline,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands';
import type { KeyBinding } from '@codemirror/view';

export const textKeys: readonly KeyBinding[] = [
  ...historyKeymap,
  { key: 'Enter', run: insertNewline, shift: insertNewline },
  { key: 'Backspace', run: deleteCharBackwardStrict, shift: deleteCharBackwardStrict },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  ...standardKeymap,
];
