/** A line's number as a button that shows the line in the editor. */
import { usePage } from '../page/page.js';

export function LineLink({ line }: { line: number }) {
  const page = usePage();
  return (
    <button
      type="button"
      class="line-link"
      // A click without a pointer is a key, which goes on in the editor. A tap would open the keyboard of the screen there.
      onClick={({ detail }) => page.reveal(line, detail === 0)}
      title={`Show line ${line} in the file`}
    >
      line {line}
    </button>
  );
}
