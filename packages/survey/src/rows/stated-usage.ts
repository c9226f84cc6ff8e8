/** Usage preferences as the columns of the tables have them. */
import type { CategoryPreference } from 'robotstream/internal';

/** The preferences that are stated, each as one text: `content-usage:train-ai=disallowed`. */
export function statedIn(field: string, categories: Readonly<Record<string, CategoryPreference>>): string[] {
  return Object.entries(categories)
    .filter(([, { preference }]) => preference !== 'unknown')
    .map(([category, { preference }]) => `${field}:${category}=${preference}`);
}
