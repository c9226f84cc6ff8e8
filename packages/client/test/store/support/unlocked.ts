/** SQLite files that several processes write to. */

/**
 * Does something once no other process has the file locked. A process that gets no processor while it writes keeps the lock for
 * longer than an operation of the store waits.
 */
export async function unlocked<Value>(operation: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      if (!String(error).includes('database is locked')) throw error;
    }
  }
}
