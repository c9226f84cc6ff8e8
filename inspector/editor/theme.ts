/**
 * How the editor looks. Colours are the page's own properties, so that they follow its theme; each has a fallback.
 */
import { EditorView } from '@codemirror/view';

const MONOSPACE =
  'var(--font-mono, ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Liberation Mono", Menlo, Consolas, monospace)';

const TEXT = 'var(--text, CanvasText)';
const MUTED = 'var(--text-muted, GrayText)';
const SURFACE = 'var(--surface, Canvas)';
const RAISED = 'var(--surface-raised, Canvas)';
const BORDER = 'var(--border, GrayText)';
const ACCENT = 'var(--accent, LinkText)';
const ERROR = 'var(--error, #b3261e)';
const WARNING = 'var(--warning, #8a5a00)';
const INFO = 'var(--info, #5f6b7a)';

/** The underline of a finding. It replaces pictures, which the page's policy may refuse. */
function underline(colour: string): Record<string, string> {
  return {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecoration: `underline wavy ${colour}`,
    textUnderlineOffset: '0.2em',
    textDecorationSkipInk: 'none',
  };
}

/** A letter in the gutter, with the colour of a severity. */
function gutterSign(sign: string, colour: string): Record<string, string> {
  return { content: 'normal', color: colour, '--sign': `"${sign}"` };
}

export const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: TEXT,
    backgroundColor: SURFACE,
    fontSize: 'var(--editor-font-size, 0.875rem)',
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
  '.cm-scroller': { fontFamily: MONOSPACE, lineHeight: 'var(--editor-line-height, 1.6)', overflow: 'auto' },
  '.cm-content': { padding: 'var(--editor-padding, 0.5rem) 0', caretColor: TEXT },
  '.cm-line': { padding: '0 1rem 0 0.5rem' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, currentColor 4%, transparent)' },
  '.cm-gutters': { backgroundColor: SURFACE, color: MUTED, border: 'none' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: TEXT },
  '.cm-lineNumbers .cm-gutterElement': {
    cursor: 'pointer',
    padding: '0 0.5rem 0 0',
    minWidth: '2rem',
  },
  '.cm-lineNumbers .cm-gutterElement:hover': { color: ACCENT, textDecoration: 'underline' },

  '.robots-user-agent-field': { color: 'var(--syntax-agent, #7a2e8e)', fontWeight: '600' },
  '.robots-rule-field': { color: 'var(--syntax-rule, #0b5cad)', fontWeight: '600' },
  '.robots-sitemap-field': { color: 'var(--syntax-sitemap, #0b6e4f)', fontWeight: '600' },
  '.robots-other-field': { color: MUTED, fontWeight: '600' },
  '.robots-separator': { color: MUTED },
  '.robots-wildcard, .robots-anchor': { color: 'var(--syntax-wildcard, #b3400a)', fontWeight: '700' },
  '.robots-comment': { color: MUTED, fontStyle: 'italic' },
  '.robots-invalid': { color: MUTED, textDecoration: 'line-through' },
  '.robots-unread, .robots-unread-line': { color: MUTED, opacity: '0.6' },

  '.robots-box': {
    border: `1px solid ${MUTED}`,
    borderRadius: '3px',
    color: MUTED,
    fontSize: '0.75em',
    padding: '0 0.15em',
    margin: '0 1px',
    whiteSpace: 'nowrap',
  },
  '.robots-box-octet': { borderColor: ERROR, color: ERROR },
  '.robots-box-terminator': { borderStyle: 'dotted', userSelect: 'none', marginLeft: '0.3em' },

  '.robots-deciding-line': { backgroundColor: `color-mix(in srgb, ${ACCENT} 12%, transparent)` },
  '.robots-deciding-part': {
    backgroundColor: `color-mix(in srgb, ${ACCENT} 26%, transparent)`,
    borderBottom: `2px solid ${ACCENT}`,
  },
  '.robots-chosen-line': { boxShadow: `inset 3px 0 0 ${ACCENT}` },
  '.robots-deciding-gutter': { width: '0.75rem' },
  '.robots-deciding-dot': {
    display: 'inline-block',
    width: '0.4rem',
    height: '0.4rem',
    borderRadius: '50%',
    backgroundColor: ACCENT,
    forcedColorAdjust: 'none',
  },

  '.cm-gutter-lint': { width: '1rem' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': {
    width: '100%',
    height: 'auto',
    textAlign: 'center',
    fontWeight: '700',
    cursor: 'help',
  },
  '.cm-lint-marker::before': { content: 'var(--sign)' },
  '.cm-lint-marker-error': gutterSign('×', ERROR),
  '.cm-lint-marker-warning': gutterSign('!', WARNING),
  '.cm-lint-marker-info': gutterSign('i', INFO),
  '.cm-lintRange-error': underline(ERROR),
  '.cm-lintRange-warning': underline(WARNING),
  '.cm-lintRange-info': underline(INFO),
  '.cm-lintRange-active': { backgroundColor: `color-mix(in srgb, ${WARNING} 18%, transparent)` },

  '.cm-tooltip': {
    backgroundColor: RAISED,
    color: TEXT,
    border: `1px solid ${BORDER}`,
    borderRadius: '6px',
    maxWidth: 'min(32rem, 90vw)',
    fontFamily: 'system-ui, sans-serif',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { padding: '0.5rem 0.75rem', marginLeft: '0' },
  '.cm-diagnostic-error': { borderLeft: `4px solid ${ERROR}` },
  '.cm-diagnostic-warning': { borderLeft: `4px solid ${WARNING}` },
  '.cm-diagnostic-info': { borderLeft: `4px solid ${INFO}` },
  '.cm-diagnosticSource': { fontSize: '0.85em', opacity: '1', color: MUTED },
  '.cm-diagnosticAction': {
    backgroundColor: ACCENT,
    color: 'var(--on-accent, Canvas)',
    padding: '0.15rem 0.6rem',
    borderRadius: '4px',
  },

  '.cm-panels': { backgroundColor: RAISED, color: TEXT, borderColor: BORDER },
  '.cm-panel.cm-search': { padding: '0.5rem', fontFamily: 'system-ui, sans-serif' },
  '.cm-panel.cm-search label': { fontSize: '0.85em' },
  '.cm-textfield': {
    backgroundColor: SURFACE,
    color: TEXT,
    border: `1px solid ${BORDER}`,
    borderRadius: '4px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: SURFACE,
    color: TEXT,
    border: `1px solid ${BORDER}`,
    borderRadius: '4px',
  },
  '.cm-searchMatch': { backgroundColor: `color-mix(in srgb, ${WARNING} 25%, transparent)` },
  '.cm-searchMatch-selected': { outline: `2px solid ${WARNING}` },
});
