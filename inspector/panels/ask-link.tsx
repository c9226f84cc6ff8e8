/** A URL as a button that asks why a crawler may or may not fetch it. */
import { usePage } from '../page/page.js';
import { shortened, visible } from '../page/words.js';
import { withCell } from '../state/state.js';

/** A site for paths that begin with `//`: without one, such a path would be read as a host name. */
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
