/** The names under which tries at secrets are counted (platform/limits.ts says how many there are). */
import { createHash } from 'node:crypto';

/** Under what an account's tries are counted. */
export const triesOf = {
  password: (userId: string) => userId,
  /** Nobody has this login. Only its hash is kept: it may be a password that was typed into the wrong field. */
  unknown: (login: string) => `unknown ${createHash('sha256').update(login).digest('base64url')}`,
  /** Of its owner, who is signed in: guesses there must not lock the sign-in. */
  ownPassword: (userId: string) => `own ${userId}`,
  code: (userId: string) => `code ${userId}`,
  /** At the numbers of a consumer that is claimed: of the phone that claims, before and after it has an account. */
  claim: (phone: string) => `claim ${phone}`,
  /** The same tries, of the customer number that was typed, whether or not anybody has it. */
  claimed: (customerNumber: string) => `claimed ${customerNumber}`,
  /** At the code of an invitation to a connection: of the phone that accepts. */
  invitation: (phone: string) => `invitation ${phone}`,
};
