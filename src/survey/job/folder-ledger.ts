/**
 * The ledger of a worker's folder.
 */

import type { SurveyFacts } from '../part/survey-file.js';
import { Ledger } from './ledger.js';

/** The ledger of a folder. It is opened for the first job, which says what survey it is. Jobs of another survey are refused. */
export class FolderLedger {
  readonly #folder: string;
  readonly #open = new Map<string, Promise<Ledger>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws {FolderError} (rejects) if the folder has the parts of another survey, or cannot be written */
  of(survey: SurveyFacts): Promise<Ledger> {
    let ledger = this.#open.get(survey.options);
    if (ledger === undefined) {
      ledger = Ledger.open(this.#folder, survey, true);
      this.#open.set(survey.options, ledger);
    }
    return ledger;
  }

  async close(): Promise<void> {
    for (const ledger of this.#open.values()) await ledger.then((open) => open.close()).catch(() => {}); // refused
  }
}
