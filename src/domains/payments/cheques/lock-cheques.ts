/** Cheques as a person saw them: locked by id, all of them, or none is touched. */
import { all, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { ChequeState } from './cheque.rules.ts';
import { errors } from './errors.ts';

export type SeenCheque = { id: string; version: number };
export type LockedCheque = {
  id: string;
  paymentId: string;
  number: string;
  state: ChequeState;
  version: number;
};

const lock = (tx: Tx, seen: readonly SeenCheque[]): Promise<LockedCheque[]> =>
  all<LockedCheque>(
    tx,
    sql`select id, payment_id as "paymentId", number, state, version from payments.cheques
      where id = any(${seen.map(({ id }) => id)}::uuid[]) order by id for update`,
  );

/** Refuses if one of them is in another state, or is not as it was shown. */
export async function lockCheques(
  tx: Tx,
  seen: readonly SeenCheque[],
  state: ChequeState,
): Promise<LockedCheque[]> {
  const found = await lock(tx, seen);
  if (seen.some(({ id }) => !found.some((row) => row.id === id))) throw fail(commonErrors.not_found);
  const isAsSeen = seen.every(({ id, version }) =>
    found.some((row) => row.id === id && row.version === version && row.state === state),
  );
  if (!isAsSeen || found.length < seen.length) throw fail(errors.cheques_moved);
  return found;
}

/** One alone, in one of these states: if it changed since, the page that shows it is asked again. */
export async function lockCheque(
  tx: Tx,
  seen: SeenCheque,
  ...states: readonly ChequeState[]
): Promise<LockedCheque> {
  const [cheque] = await lock(tx, [seen]);
  if (!cheque) throw fail(commonErrors.not_found);
  if (cheque.version !== seen.version) throw fail(commonErrors.stale_version);
  if (!states.includes(cheque.state)) throw fail(errors.cheques_moved);
  return cheque;
}
