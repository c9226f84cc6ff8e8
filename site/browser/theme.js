/** Sets the theme before the first paint: the one that the reader has chosen, or else that of the system. */
(() => {
  const KEY = 'robotstream-theme';
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');

  /** Storage may be refused, as for a page on disk. */
  const chosen = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const show = (theme) => {
    root.dataset.theme = theme;
    document.getElementById('theme')?.setAttribute('aria-pressed', String(theme === 'dark'));
  };
  const current = () => chosen() ?? (system.matches ? 'dark' : 'light');

  show(current());
  system.addEventListener('change', () => show(current()));
  addEventListener('DOMContentLoaded', () => {
    show(current());
    document.getElementById('theme').addEventListener('click', () => {
      const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
      show(theme);
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // The choice lasts as long as the page.
      }
    });
  });
})();
