/** Of two steps within one minute the log says which came first: the time with its seconds (decision 0059). Pure. */

/**
 * @param written the instant as tables write it: 12 May 2026, 03:04 PM
 * @param instant ISO 8601; time zones differ by whole minutes
 * @param digits writes Latin digits in those of the reader
 */
export function withSeconds(written: string, instant: string, digits: (text: string) => string): string {
  const seconds = digits(new Date(instant).toISOString().slice(17, 19));
  return written.replace(/\p{Nd}:\p{Nd}{2}/u, (clock) => `${clock}:${seconds}`);
}
