/**
 * Text that is copied and pasted. Octets that are not UTF-8 cannot leave the editor as text. If unchanged text comes back, it is
 * pasted with its original octets.
 */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Lone surrogates, which the text of a clipboard cannot have. */
const LONE_SURROGATES = /[\ud800-\udfff]/gu;

/** Keeps octets that are not UTF-8 when a person copies and pastes within the editor. */
export function clipboard(): Extension {
  let copied: { readonly text: string; readonly asText: string } | null = null;
  return [
    EditorView.clipboardOutputFilter.of((text) => {
      const asText = text.replace(LONE_SURROGATES, '\ufffd');
      copied = asText === text ? null : { text, asText };
      return asText;
    }),
    EditorView.clipboardInputFilter.of((text) => {
      const wellFormed = text.replace(LONE_SURROGATES, '\ufffd');
      return wellFormed === copied?.asText ? copied.text : wellFormed;
    }),
  ];
}
