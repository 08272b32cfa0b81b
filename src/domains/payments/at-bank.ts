/** Payments that the bank has not decided, for who takes away what they are for, also if they may not read payments. */
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** @param of condition over payments `p` */
export const undecidedOf = (tx: Tx, of: Sql): Promise<{ amountMinor: number }[]> =>
  all(
    tx,
    sql`select p.amount_minor as "amountMinor" from payments.payments p
      where ${of} and p.method = 'GATEWAY' and p.state = 'PROCESSING' order by p.created_at desc, p.id`,
  );
