/** What tests ask of the books. */
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import type { AccountCode } from './accounts.rules.ts';

/** Every account's balance at the end of a day. */
export function trialBalance(
  db: Db | Tx,
  day: string,
): Promise<{ account: AccountCode; nameEn: string; nameBn: string; balanceMinor: number }[]> {
  return all(
    db,
    sql`select a.code as account, a.name_en as "nameEn", a.name_bn as "nameBn",
        coalesce(sum(e.amount_minor), 0)::bigint as "balanceMinor"
      from ledger.accounts a left join ledger.entries e on e.account_code = a.code and e.business_date <= ${day}::date
      group by a.code order by a.code`,
  );
}
