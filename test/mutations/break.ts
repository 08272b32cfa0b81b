/** One rule of the program taken out by hand, and the test that must fail then. */
export type Break = {
  /** What the program does wrong after it. */
  what: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  caughtBy: string;
  /** Part of the names of the tests to run; left out: all of the file. */
  test?: string;
};
