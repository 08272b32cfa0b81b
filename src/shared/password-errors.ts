/** What is wrong with a chosen password: refused by identity, and by the set-up, whose contract stands to the left of it. */
import { errorCodes } from './errors.ts';

export const passwordErrors = errorCodes('identity', {
  weak_password: { status: 422, field: 'password' },
});
