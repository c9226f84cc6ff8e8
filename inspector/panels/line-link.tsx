/** A line's number as a button that shows the line in the editor. */
import { usePage } from '../page/page.js';

export function LineLink({ line }: { line: number }) {
  const page = usePage();
  return (
    <button
      type="button"
      class="line-link"
      // A click without a pointer comes from the keyboard, so the editor gets the focus. After a tap, that would open the
      // on-screen keyboard.
      onClick={({ detail }) => page.reveal(line, detail === 0)}
      title={`Show line ${line} in the file`}
    >
      line {line}
    </button>
  );
}
