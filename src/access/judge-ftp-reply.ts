/**
 * What the reply of an FTP server means. `status-access.ts` judges HTTP statuses.
 */
import type { StatusJudgement } from '../status-access.js';

/** "Requested action not taken. File unavailable." */
export const FTP_FILE_UNAVAILABLE = 550;

/** Judges the FTP reply to RETR: "file unavailable" is the 404 of FTP (RFC 959 §4.2.1). */
export function judgeFtpReply(code: number): StatusJudgement {
  return code === FTP_FILE_UNAVAILABLE
    ? { outcome: 'unavailable', meaning: 'allow-all' }
    : { outcome: 'success' };
}
