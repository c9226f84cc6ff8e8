/**
 * Interim and final responses (RFC 9110 §15.2).
 */

/** The lowest status of a final response. Lower ones are interim responses, which come before it. */
export const FIRST_FINAL_STATUS = 200;
