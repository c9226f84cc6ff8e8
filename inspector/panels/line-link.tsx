/** A line's number as a button that shows the line in the editor. */
import { usePage } from '../page/page.js';

export function LineLink({ line }: { line: number }) {
  const page = usePage();
  return (
    <button
      type="button"
      class="line-link"
      onClick={() => page.reveal(line)}
      title={`Show line ${line} in the file`}
    >
      line {line}
    </button>
  );
}
