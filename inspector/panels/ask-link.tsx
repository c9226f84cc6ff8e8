/** A URL as a button that asks why a crawler may or may not fetch it. */
import { usePage } from '../page/page.js';
import { shortened, visible } from '../page/words.js';
import { withCell } from '../state/state.js';

/** The site of paths that begin with `//`: by itself, such a path reads as the name of a host. */
const EXAMPLE_SITE = 'https://example.com';

interface AskLinkProps {
  readonly url: string;
  readonly crawler: string;
}

export function AskLink({ url, crawler }: AskLinkProps) {
  const { store } = usePage();
  const asked = url.startsWith('//') ? `${EXAMPLE_SITE}${url}` : url;
  return (
    <button
      type="button"
      class="line-link"
      title={`Ask why, for ${visible(crawler)}`}
      onClick={() => store.choose(withCell(store.state.peek(), asked, crawler))}
    >
      <code>{shortened(url)}</code>
    </button>
  );
}
