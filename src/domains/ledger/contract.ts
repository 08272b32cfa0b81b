/** The ledger has no calls of its own yet: other domains post to it. What its database refuses has words here. */
import { errorCodes } from '#shared/errors.ts';

export const errors = errorCodes('ledger', {
  period_closed: { status: 409, constraint: 'journals_period_open' },
});
