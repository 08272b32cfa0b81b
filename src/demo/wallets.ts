/**
 * Wallets: money that some consumers keep with the utility, and withdrawals at three of their steps. Each by the action of a person's press.
 */

import { rechargeWallet } from '#domains/wallet/actions/recharge-wallet.ts';
import { updateAutoPay } from '#domains/wallet/auto-pay/actions/update-auto-pay.ts';
import { LAST_DAY } from '#domains/wallet/auto-pay/auto-pay.rules.ts';
import { askWithdrawal } from '#domains/wallet/withdrawals/actions/ask-withdrawal.ts';
import { confirmWithdrawal } from '#domains/wallet/withdrawals/actions/confirm-withdrawal.ts';
import { decideWithdrawal } from '#domains/wallet/withdrawals/actions/end-withdrawal.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { minor } from '#shared/money.ts';
import type { Story } from './story.ts';

/** What the neighbours of the household keep, in poisha. */
const KEPT = [500_000, 120_000, 75_000, 300_000, 25_000];
const OWN = 200_000;
/** What is asked for of the first ones: one waits for the second person, one is refused, one waits for its code. */
const ASKED = [150_000, 120_000, 50_000];

export async function fillWallets(story: Story, household: Actor, secrets: Secrets): Promise<void> {
  const cashier = story.at('cashier', story.today, '11:40');
  const own = household.consumerId;
  const neighbours = story.consumerIds.filter((id) => id !== own).slice(10, 10 + KEPT.length);
  if (own) await recharge(story, cashier, own, OWN);
  await wantAutoPay(story, household);
  for (const [index, id] of neighbours.entries()) await recharge(story, cashier, id, KEPT[index] ?? 0);
  for (const [index, amountMinor] of ASKED.entries()) {
    const consumerId = neighbours[index];
    if (!consumerId) return;
    const { id } = await ask(story, { cashier, secrets }, { consumerId, amountMinor, isProven: index < 2 });
    if (index === 1) await refuse(story, id);
  }
}

/** The household has its bills paid by themselves, on the day of the month in two weeks: who looks at the town today finds the bill open. */
const wantAutoPay = ({ db, today }: Story, household: Actor) =>
  transaction(db, (tx) =>
    updateAutoPay(tx, household, {
      ...{
        on: true,
        when: { trigger: 'FIXED_DAY', day: ((Number(today.slice(-2)) + 13) % LAST_DAY) + 1 },
        ceilingMinor: minor(OWN),
      },
    }),
  );

const recharge = ({ db }: Story, cashier: Actor, consumerId: string, amountMinor: number) =>
  transaction(db, (tx) =>
    rechargeWallet(tx, cashier, {
      ...{ consumerId, amountMinor: minor(amountMinor), unusual: true },
      tender: { method: 'CASH' },
    }),
  );

type Asked = { consumerId: string; amountMinor: number; isProven: boolean };

/** At the counter; the code is read from the message to the consumer's phone. */
async function ask(
  { db }: Story,
  { cashier, secrets }: { cashier: Actor; secrets: Secrets },
  { consumerId, amountMinor, isProven }: Asked,
): Promise<{ id: string }> {
  const asked = await transaction(db, async (tx) => {
    const { id } = await askWithdrawal(tx, cashier, { secrets }, { consumerId, amountMinor, wanted: 'CASH' });
    const { body } = await one<{ body: string }>(
      tx,
      sql`select body from platform.outbox where event = ${`wallet.code:${id}`}`,
    );
    return { id, code: /\p{Nd}{6}/u.exec(body)?.[0] ?? '' };
  });
  if (isProven)
    await confirmWithdrawal(db, cashier, { secrets }, { withdrawalId: asked.id, code: asked.code });
  return asked;
}

const refuse = ({ db, at, today }: Story, withdrawalId: string) =>
  transaction(db, (tx) =>
    decideWithdrawal(tx, at('reviewer', today, '11:50'), {
      ...{ withdrawalId, accept: false, remark: 'Please come with your identity card' },
    }),
  );
