/** What went wrong with a link or with the history. */
import { usePage } from './page.js';

export function LinkNotice() {
  const { store } = usePage();
  const notice = store.notice.value;
  if (notice === null) return null;
  return (
    <div class="notice link-notice" role="alert">
      <p>{notice}</p>
      <button type="button" onClick={() => store.dismissNotice()}>
        Dismiss
      </button>
    </div>
  );
}
