/** The whole file as text, for paper: the editor has only the lines in view. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { decodeLines } from '../editor/octet-text.js';
import { usePage } from '../page/page.js';
import { visible } from '../page/words.js';

export function PrintedFile() {
  const { file } = usePage().store.state.value;
  const isPrinted = useSignal(false);
  useEffect(() => {
    const ending = new AbortController();
    for (const event of ['beforeprint', 'afterprint']) {
      const follow = (): void => {
        isPrinted.value = event === 'beforeprint';
      };
      window.addEventListener(event, follow, ending);
    }
    return () => ending.abort();
  }, [isPrinted]);
  if (!isPrinted.value) return null;
  return (
    <ol class="printed-file">
      {decodeLines(file).lines.map((line, index) => (
        <li key={index}>{visible(line)}</li>
      ))}
    </ol>
  );
}
