/** A reason not to start that the person at the keyboard can act on: one sentence, printed as it is, exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
