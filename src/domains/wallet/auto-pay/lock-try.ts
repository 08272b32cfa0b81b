/** A try with all that decides about it, under the locks of a payment: try → wallet → connection → its open bills. */
import { isHeldNow } from '#domains/billing/disputes/disputed.ts';
import { lockOpenInvoices } from '#domains/billing/invoices/actions/settle-invoices.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { walletLimitsOn } from '#domains/settings/wallet/queries.ts';
import type { WalletLimits } from '#domains/settings/wallet/wallet.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { TryFacts } from './auto-pay.rules.ts';

/** What a run does with tries: it tells of them, some days before it pays. */
export type Step = 'tell' | 'pay';

/** @param step which tries `a` of today wait for it */
export const waitsFor = (step: Step, { today }: Actor, { autoPayNoticeDays: notice }: WalletLimits): Sql =>
  step === 'tell'
    ? sql`a.state = 'PLANNED' and a.told_on is null and a.pay_on <= ${today}::date + ${notice}::int`
    : sql`a.state = 'PLANNED' and a.told_on is not null and a.pay_on <= ${today}::date`;

/** A wish counts: its connection has the owner who made it, also under the number of an entry that was joined with another one. */
export const isOfOwner: Sql = sql`exists (select from meters.connections n join consumers.consumers o on o.id = n.consumer_id
  join consumers.consumers w on w.id = r.consumer_id
  where n.id = r.connection_id and coalesce(o.merged_into, o.id) = coalesce(w.merged_into, w.id))`;

type Row = {
  id: string;
  ruleId: string;
  connectionId: string;
  consumerId: string;
  walletOf: string;
  invoiceId: string;
  turn: number;
  amountMinor: number;
  toldMinor: number | null;
};
/**
 * @property isOnHold it is not collected, because it is disputed or paid by a plan: it is neither told nor paid
 * @property waitsUntil the day on which an older bill of the connection is paid, if that is not today yet
 */
export type LockedTry = Row & {
  isOnHold: boolean;
  limits: WalletLimits;
  waitsUntil: string | null;
  facts: TryFacts;
};

/** Undefined if another run was faster. */
export async function lockTry(tx: Tx, actor: Actor, id: string, step: Step): Promise<LockedTry | undefined> {
  const limits = await walletLimitsOn(tx, actor.today);
  const row = await first<Row>(
    tx,
    sql`select a.id, a.rule_id as "ruleId", a.connection_id as "connectionId", a.invoice_id as "invoiceId", a.turn,
        a.amount_minor as "amountMinor", a.told_minor as "toldMinor",
        (select n.consumer_id from meters.connections n where n.id = a.connection_id) as "consumerId",
        (select coalesce(u.merged_into, u.id) from consumers.consumers u where u.id = a.consumer_id) as "walletOf"
      from wallet.auto_payments a where a.id = ${id} and ${waitsFor(step, actor, limits)} for update`,
  );
  if (!row) return undefined;
  const { balanceMinor, isFrozen } = await lockBalance(tx, {
    account: ACCOUNTS.wallets,
    partyId: row.walletOf,
  });
  const open = (await lockOpenInvoices(tx, [row.connectionId])).map((bill) => ({
    id: bill.id,
    ownMinor: bill.totalMinor - bill.settledMinor - bill.takenDueMinor,
  }));
  const payable = open.filter(({ ownMinor }) => ownMinor > 0);
  const place = payable.findIndex((bill) => bill.id === row.invoiceId);
  const older = payable.slice(0, Math.max(place, 0)).map((bill) => bill.id);
  type Asked = Pick<TryFacts, 'isCancelled' | 'isWished' | 'isHeld' | 'isRunning' | 'ceilingMinor'>;
  const { waitsUntil, isOnHold, ...asked } = await one<
    Asked & { waitsUntil: string | null; isOnHold: boolean }
  >(
    tx,
    sql`select i.cancelled_on is not null as "isCancelled", r.ceiling_minor as "ceilingMinor",
        r.ended_at is null and ${isOfOwner} as "isWished", ${isHeldNow(sql`i.id`)} as "isOnHold",
        exists (select from billing.corrections k where k.invoice_id in (i.id, i.adjusts_id) and k.state = 'REQUESTED') as "isHeld",
        exists (select from payments.payments p where p.connection_id = r.connection_id and p.method = 'GATEWAY'
          and p.state = 'PROCESSING') as "isRunning",
        (select max(b.pay_on) from wallet.auto_payments b
          where b.invoice_id = any(${older}::uuid[]) and b.state = 'PLANNED' and b.pay_on > ${actor.today}::date) as "waitsUntil"
      from wallet.auto_payments a join wallet.auto_rules r on r.id = a.rule_id join billing.invoices i on i.id = a.invoice_id
      where a.id = ${id}`,
  );
  const facts: TryFacts = {
    ...asked,
    ...{ amountMinor: row.amountMinor, balanceMinor, isFrozen },
    openMinor: payable[place]?.ownMinor ?? 0,
    isOldest: older.length === 0,
    isSwitchedOn: limits.enabled && limits.autoPay,
  };
  return { ...row, limits, waitsUntil, isOnHold, facts };
}
