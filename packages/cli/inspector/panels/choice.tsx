/** A choice of one of the question's URLs or crawlers. */
import { shortened } from '../page/words.js';
import { LeftOut } from './parts.js';

/** How many can be chosen. Browsers take seconds to show as many as a grid can have. */
const MAX_OPTIONS = 1000;

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  /** What the options are, such as `URL`. */
  readonly unit: string;
  /** Each once. With one or none, there is nothing to choose. */
  readonly options: readonly string[];
  readonly wanted: string;
  choose(option: string): void;
}

export function Choice({ id, label, unit, options, wanted, choose }: ChoiceProps) {
  if (options.length < 2) return null;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={wanted} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.slice(0, MAX_OPTIONS).map((option) => (
          <option key={option} value={option}>
            {shortened(option)}
          </option>
        ))}
      </select>
      <LeftOut number={options.length - MAX_OPTIONS} unit={unit} />
    </div>
  );
}

/**
 * What was chosen, as long as it can be; else the first.
 *
 * @param otherwise what it is if there is nothing to choose
 */
export function wantedOf(options: readonly string[], chosen: string | null, otherwise: string): string {
  return options.slice(0, MAX_OPTIONS).find((option) => option === chosen) ?? options[0] ?? otherwise;
}
