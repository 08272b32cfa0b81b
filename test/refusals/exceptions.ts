/** What the comparison of refusals does not ask yet. The lists only shrink: an entry that is none any more fails the run. */

export const exceptions = {
  /** Codes that no call of a test produces. */
  neverProduced: [] as readonly string[],
  /** `METHOD service/path code` that a contract lists and no test produces. */
  neverTried: [] as readonly string[],
  /** Refused with a code of a domain to the right, which the contract cannot name. */
  unlisted: ['POST main/setup identity.weak_password'] as readonly string[],
};
