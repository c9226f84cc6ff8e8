/** What the content of a URL may be used for, in short: what is stated, by category. */
import type { Preference } from '../engine/usage.js';

export function Preferences({ preferences }: { preferences: readonly Preference[] | null }) {
  if (preferences === null) return <span class="hint">not applicable</span>;
  const stated = preferences.filter(({ value }) => value !== 'unknown');
  if (stated.length === 0) return <span class="hint">not stated</span>;
  return (
    <>
      {stated.map(({ vocabulary, category, value }, i) => (
        <span key={`${vocabulary} ${category}`} title={vocabulary}>
          {i > 0 ? ', ' : ''}
          {category} <PreferenceWord value={value} />
        </span>
      ))}
    </>
  );
}

/** `yes`, `no`, or the value of the key `use` of Content-Signal. */
function PreferenceWord({ value }: { value: string }) {
  if (value === 'unknown') return <span class="hint">not stated</span>;
  const word = value === 'allowed' ? 'yes' : value === 'disallowed' ? 'no' : value;
  return <span class={`word ${value}`}>{word}</span>;
}
