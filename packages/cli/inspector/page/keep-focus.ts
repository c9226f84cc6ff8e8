/** Where the keyboard goes on when the element that has the focus is removed. */

/** Gives the focus to the section of a removed element that had it. The section has a negative `tabindex`. */
export function keepFocus(region: HTMLElement): void {
  let focused: Element | null = null;
  let section: HTMLElement | null = null;
  region.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
    section = focused.closest<HTMLElement>('section[tabindex="-1"]');
  });
  new MutationObserver(() => {
    if (focused === null || region.contains(focused)) return;
    focused = null;
    if (document.activeElement === document.body) section?.focus({ preventScroll: true });
  }).observe(region, { childList: true, subtree: true });
}
