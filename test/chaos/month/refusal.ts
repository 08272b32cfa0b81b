/** What the program refuses in a walk. */
import { errorCodes } from '#app/services.ts';
import { constraintErrors, toAppError } from '#platform/http/errors.ts';
import { commonErrors } from '#shared/errors.ts';

const constraints = constraintErrors(errorCodes);

/** A step that the program refuses changes nothing; it must be a refusal that the program knows. */
export async function refusal(doing: () => Promise<unknown>): Promise<string | null> {
  try {
    await doing();
    return null;
  } catch (error) {
    const { error: known } = toAppError(error, constraints);
    if (known === commonErrors.unexpected || known === commonErrors.unavailable) throw error;
    return known.code;
  }
}
