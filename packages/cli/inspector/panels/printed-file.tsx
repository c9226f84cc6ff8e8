/** The whole file as text, for paper: the editor has only the lines in view. */
import { decodeLines } from '../editor/octet-text.js';
import { usePage } from '../page/page.js';
import { usePrinting } from '../page/printing.js';
import { visible } from '../page/words.js';

export function PrintedFile() {
  const { file } = usePage().store.state.value;
  if (!usePrinting().value) return null;
  return (
    <ol class="printed-file">
      {decodeLines(file).lines.map((line, index) => (
        <li key={index}>{visible(line)}</li>
      ))}
    </ol>
  );
}
