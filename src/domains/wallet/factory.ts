/** Wallets for tests, over HTTP. */
import type { WalletLimits } from '#domains/settings/wallet/wallet.rules.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import type { Person, TestApp } from '#test/app.ts';
import { checkBalance, rechargeAccount } from './contract.ts';
import { withdrawOwn } from './withdrawals/contract.ts';

export async function walletCalls(app: TestApp) {
  const [admin, cashier] = [await app.staff('admin'), await app.staff('cashier')];
  const balance = async (as: Person) => {
    const { balanceMinor, heldMinor } = await app.call(checkBalance, { as });
    return [balanceMinor, heldMinor];
  };
  return {
    admin,
    cashier,
    /** From today on, as if two persons had planned them; they take the place of those of today. */
    limits: async (
      value: {
        [K in keyof WalletLimits]?: WalletLimits[K] extends boolean ? boolean : number;
      },
    ): Promise<void> => {
      const { today } = app.system();
      await execute(
        app.owner.db,
        sql`update settings.dated_entries set state = 'WITHDRAWN', withdrawn_at = now(), withdrawn_by_name = 'x', withdrawn_reason = 'x'
          where key = 'wallet' and valid_from = ${today} and state = 'APPROVED'`,
      );
      await execute(
        app.owner.db,
        sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
          values ('wallet', ${today}, ${JSON.stringify(value)}::jsonb, 'APPROVED', false, 'x', 'x', now(), now())`,
      );
    },
    balance,
    /** A consumer whose wallet has so much. */
    withMoney: async (amountMinor: number): Promise<Person> => {
      const as = await app.consumer();
      await app.call(rechargeAccount, {
        as: cashier,
        body: {
          consumerId: String(as.consumerId),
          amountMinor: minor(amountMinor),
          tender: { method: 'CASH' },
          unusual: true,
        },
      });
      return as;
    },
    ask: (as: Person, amountMinor: number) =>
      app.call(withdrawOwn, { as, body: { amountMinor: minor(amountMinor), wanted: 'CASH' } }),
    /** The last code that went to the phone. */
    codeOf: async (withdrawalId: string): Promise<string> => {
      const { body } = await one<{ body: string }>(
        app.owner.db,
        sql`select body from platform.outbox where event like ${`wallet.code:${withdrawalId}%`} order by created_at desc, id desc limit 1`,
      );
      return /\p{Nd}{6}/u.exec(body)?.[0] ?? '';
    },
  };
}
