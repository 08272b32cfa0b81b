/** Wallets for tests, over HTTP. */
import { planWalletLimits } from '#domains/settings/wallet/contract.ts';
import type { WalletLimits } from '#domains/settings/wallet/wallet.rules.ts';
import { one, sql } from '#platform/database/db.ts';
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
    /** From today on. */
    limits: (value: { [K in keyof WalletLimits]?: WalletLimits[K] extends boolean ? boolean : number }) =>
      app.call(planWalletLimits, {
        as: admin,
        body: { validFrom: app.system().today, value: value as Partial<WalletLimits>, reason: 'of the test' },
      }),
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
        },
      });
      return as;
    },
    ask: (as: Person, amountMinor: number) =>
      app.call(withdrawOwn, { as, body: { amountMinor: minor(amountMinor), wanted: 'CASH' } }),
    /** The code that went to the phone. */
    codeOf: async (withdrawalId: string): Promise<string> => {
      const { body } = await one<{ body: string }>(
        app.owner.db,
        sql`select body from platform.outbox where event = ${`wallet.code:${withdrawalId}`}`,
      );
      return /\p{Nd}{6}/u.exec(body)?.[0] ?? '';
    },
  };
}
