export const FREE_TRIES = 5;

export const FIRST_WAIT_SECONDS = 30;

export const LONGEST_WAIT_SECONDS = 900;

/** Under what an account's tries are counted. */
export const triesOf = {
  password: (userId: string) => userId,
  /** Of its owner, who is signed in: guesses there must not lock the sign-in. */
  ownPassword: (userId: string) => `own ${userId}`,
  code: (userId: string) => `code ${userId}`,
  /** At the numbers of a consumer that is claimed: of the phone that claims, before and after it has an account. */
  claim: (phone: string) => `claim ${phone}`,
  /** The same tries, of the customer number that was typed, whether or not anybody has it. */
  claimed: (customerNumber: string) => `claimed ${customerNumber}`,
};
