/**
 * What the reply of an FTP server means. `status-outcome.ts` says what HTTP statuses mean.
 */
import type { StatusOutcome } from './status-outcome.js';

/** "Requested action not taken. File unavailable." */
export const FTP_FILE_UNAVAILABLE = 550;

/** The outcome by the FTP reply to RETR: "file unavailable" is the 404 of FTP (RFC 959 §4.2.1). */
export function outcomeOfFtpReply(code: number): StatusOutcome {
  return code === FTP_FILE_UNAVAILABLE
    ? { outcome: 'unavailable', meaning: 'allow-all' }
    : { outcome: 'success' };
}
