/** What is wrong with a chosen password: refused by identity, and by the set-up, whose contract is to its left. */
import { errorCodes } from './errors.ts';

export const passwordErrors = errorCodes('identity', {
  weak_password: { status: 422, field: 'password' },
});
