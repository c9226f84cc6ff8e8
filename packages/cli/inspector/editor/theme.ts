/**
 * How the editor looks. Its colours are the page's (`style/tokens.css`), in light and in dark.
 */
import { EditorView } from '@codemirror/view';

const INK = 'var(--ink)';
const SOFT = 'var(--ink-soft)';
const SURFACE = 'var(--surface)';
const LINE = 'var(--line-control)';
const ACCENT = 'var(--accent)';
const ERROR = 'var(--disallowed)';
const WARNING = 'var(--warning)';
const FIELD_WEIGHT = '600';

/** The underline of a finding. */
function underline(colour: string): Record<string, string> {
  return {
    textDecoration: `underline wavy ${colour}`,
    textUnderlineOffset: '0.2em',
    textDecorationSkipInk: 'none',
  };
}

/** Fields and buttons. */
const CONTROL = {
  backgroundColor: SURFACE,
  border: `1px solid ${LINE}`,
  borderRadius: '4px',
  color: INK,
};

export const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: INK,
    backgroundColor: SURFACE,
    fontSize: 'var(--text-code)',
  },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    border: `2px solid ${ACCENT}`,
    pointerEvents: 'none',
    zIndex: '200',
  },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: INK },
  '.cm-line': { padding: '0 1rem 0 0.5rem' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, currentColor 4%, transparent)' },
  '.cm-gutters': { backgroundColor: SURFACE, color: SOFT, border: 'none' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: INK },
  '.cm-lineNumbers .cm-gutterElement': {
    cursor: 'pointer',
    padding: '0 0.5rem 0 0',
    minWidth: '2rem',
  },
  '.cm-lineNumbers .cm-gutterElement:hover': { color: ACCENT, textDecoration: 'underline' },

  '.robots-user-agent-field': { color: ACCENT, fontWeight: FIELD_WEIGHT },
  '.robots-rule-field': { fontWeight: FIELD_WEIGHT },
  '.robots-sitemap-field, .robots-other-field': { color: SOFT, fontWeight: FIELD_WEIGHT },
  '.robots-separator': { color: SOFT },
  '.robots-wildcard, .robots-anchor': { color: WARNING, fontWeight: '700' },
  '.robots-comment': { color: SOFT, fontStyle: 'italic' },
  '.robots-invalid': { color: SOFT, textDecoration: 'line-through' },
  '.robots-unread, .robots-unread-line': { color: SOFT, backgroundColor: 'var(--sunken)' },

  '.robots-box': {
    border: `1px solid ${SOFT}`,
    borderRadius: '3px',
    color: SOFT,
    fontSize: '0.75em',
    padding: '0 0.15em',
    margin: '0 1px',
    whiteSpace: 'nowrap',
  },
  '.robots-box-octet': { borderColor: ERROR, color: ERROR },
  '.robots-box-terminator': { borderStyle: 'dotted', userSelect: 'none', marginLeft: '0.3em' },

  '.robots-deciding-line': { backgroundColor: 'var(--accent-soft)' },
  '.robots-deciding-part': {
    backgroundColor: 'var(--mark)',
    borderBottom: `2px solid ${ACCENT}`,
  },
  '.robots-chosen-line': { borderLeft: `3px solid ${ACCENT}`, paddingLeft: 'calc(0.5rem - 3px)' },
  '.robots-deciding-gutter': { width: '0.75rem' },
  '.robots-deciding-dot': {
    display: 'inline-block',
    width: '0.4rem',
    height: '0.4rem',
    borderRadius: '50%',
    backgroundColor: ACCENT,
    forcedColorAdjust: 'none',
  },

  '.robots-sign-gutter': { width: '1rem' },
  '.robots-sign': { display: 'block', textAlign: 'center', fontWeight: '700', cursor: 'help' },
  '.robots-sign-error': { color: ERROR },
  '.robots-sign-warning': { color: WARNING },
  '.robots-sign-info': { color: SOFT },
  '.robots-finding-error': underline(ERROR),
  '.robots-finding-warning': underline(WARNING),
  '.robots-finding-info': underline(SOFT),

  '.cm-tooltip': {
    backgroundColor: SURFACE,
    color: INK,
    border: `1px solid ${LINE}`,
    borderRadius: 'var(--radius)',
    boxSizing: 'border-box',
    fontFamily: 'var(--sans)',
    maxHeight: '14rem',
    maxWidth: 'min(32rem, 90vw)',
    overflow: 'auto',
  },
  '.robots-finding-text': { padding: 'var(--space-2) var(--space-3)', borderLeft: '4px solid' },
  '.robots-finding-text p': { margin: '0', overflowWrap: 'anywhere' },
  '.robots-finding-text code': { color: SOFT, fontFamily: 'var(--mono)', fontSize: '0.85em' },
  '.robots-finding-text-error': { borderLeftColor: ERROR },
  '.robots-finding-text-warning': { borderLeftColor: WARNING },
  '.robots-finding-text-info': { borderLeftColor: SOFT },
  '.robots-finding-text button': {
    backgroundColor: ACCENT,
    border: '0',
    borderRadius: 'var(--radius)',
    color: 'var(--accent-ink)',
    cursor: 'pointer',
    font: 'inherit',
    marginLeft: 'var(--space-3)',
    padding: '0.1rem 0.75rem',
  },
  '.robots-finding-text button:focus-visible': { outline: `2px solid ${INK}`, outlineOffset: '2px' },

  '.cm-panels': {
    backgroundColor: SURFACE,
    color: INK,
    fontFamily: 'var(--sans)',
    fontSize: 'var(--text-small)',
  },
  '.cm-panels-top': { border: '0' },
  '.cm-search, .robots-go-to-line': { borderBottom: `1px solid ${LINE}` },
  '.robots-go-to-line': { display: 'flex', gap: 'var(--space-2)', padding: 'var(--space-2)' },
  '.robots-search-status': { padding: '0 var(--space-2)' },
  '.cm-textfield': { ...CONTROL, fontFamily: 'var(--mono)', fontSize: 'inherit', padding: '0.2rem 0.5rem' },
  '.cm-panels button': {
    ...CONTROL,
    backgroundImage: 'none',
    cursor: 'pointer',
    font: 'inherit',
    padding: '0.2rem 0.6rem',
  },
  '.cm-panels button:hover': { backgroundColor: 'var(--accent-soft)', borderColor: ACCENT },
  // Without several cursors, it would select one of the matches.
  '.cm-search [name=select]': { display: 'none' },
  '.cm-panel.cm-search label': { fontSize: 'inherit' },
  '.cm-panels :focus-visible': { outline: `2px solid ${ACCENT}`, outlineOffset: '1px' },
  '.cm-searchMatch': { backgroundColor: `color-mix(in srgb, ${WARNING} 25%, transparent)` },
  '.cm-searchMatch-selected': { outline: `2px solid ${WARNING}` },
});
