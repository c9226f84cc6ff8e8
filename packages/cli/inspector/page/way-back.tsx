/** The way back from a line in the editor to the answer that named it, where the editor is below the answers. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { usePage } from './page.js';

/** A button that appears once showing a line has scrolled the page away. The style sheet hides it where the answers are beside the file. */
export function WayBack() {
  const { revealed } = usePage();
  const isAway = useSignal(false);
  const from = revealed.value?.from ?? null;
  useLayoutEffect(() => {
    isAway.value = false;
    if (from === null) return;
    const onScroll = () => {
      isAway.value = Math.abs(window.scrollY - from.scrollY) > window.innerHeight / 2;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [from, isAway]);
  if (from === null || !isAway.value) return null;
  return (
    <button
      type="button"
      class="way-back"
      onClick={() => {
        window.scrollTo(0, from.scrollY);
        const { focused } = from;
        const target = focused.isConnected ? focused : document.querySelector('.verdicts');
        (target as HTMLElement | null)?.focus({ preventScroll: true });
      }}
    >
      Back to the answers
    </button>
  );
}
