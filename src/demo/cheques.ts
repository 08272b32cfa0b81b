/** Cheques: one in hand, one that nobody brought to the bank, two in clearing, one paid, one returned with its fee, one given back. */

import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { reversePayment } from '#domains/payments/actions/reverse-payment.ts';
import { clearCheques } from '#domains/payments/cheques/actions/clear-cheques.ts';
import { depositCheques } from '#domains/payments/cheques/actions/deposit-cheques.ts';
import { dishonourCheque } from '#domains/payments/cheques/actions/dishonour-cheque.ts';
import { approveChequeFee, planChequeFee } from '#domains/payments/cheques/fee/actions/plan-cheque-fee.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor, positiveMinorSchema } from '#shared/money.ts';
import { HOUSEHOLD_CONNECTIONS } from './customers.ts';
import type { Story } from './story.ts';

type What = 'in-hand' | 'forgotten' | 'in-clearing' | 'unanswered' | 'cleared' | 'returned' | 'given-back';
/** `ago`: days since it was taken. */
const WRITTEN: readonly { what: What; ago: number; bank: string; branch: string }[] = [
  { what: 'in-hand', ago: 0, bank: 'Sonali Bank', branch: 'Uttara' },
  { what: 'forgotten', ago: 6, bank: 'Janata Bank', branch: 'Mirpur' },
  { what: 'in-clearing', ago: 2, bank: 'Sonali Bank', branch: 'Motijheel' },
  { what: 'unanswered', ago: 12, bank: 'Agrani Bank', branch: 'Banani' },
  { what: 'cleared', ago: 9, bank: 'Pubali Bank', branch: 'Uttara' },
  { what: 'returned', ago: 8, bank: 'Rupali Bank', branch: 'Gulshan' },
  { what: 'given-back', ago: 1, bank: 'Sonali Bank', branch: 'Uttara' },
];
const FEE_MINOR = minor(200_00);
const ACCOUNT = 'Sonali Bank 0012-334455';

export async function takeCheques(story: Story): Promise<void> {
  const { db, at, today, connections } = story;
  const begin = addDays(today, -20);
  await transaction(db, async (tx) => {
    const plan = {
      validFrom: begin,
      value: { returnFeeMinor: FEE_MINOR },
      reason: 'Resolution of the board',
    };
    const { id, version } = await planChequeFee(tx, at('reviewer', begin), plan);
    await approveChequeFee(tx, at('engineer', begin), { id, version });
  });
  const kept = HOUSEHOLD_CONNECTIONS.map((n) => connections[n]?.id ?? '');
  const debtors = await all<{ connectionId: string; openMinor: number; drawer: string }>(
    db,
    sql`select i.connection_id as "connectionId", sum(i.total_minor - i.settled_minor)::bigint as "openMinor", max(u.name) as drawer
      from billing.invoices i join meters.connections c on c.id = i.connection_id join consumers.consumers u on u.id = c.consumer_id
      where i.settled_minor < i.total_minor and i.cancelled_on is null and c.status = 'active' and c.id <> all (${kept}::uuid[])
        and not exists (select from billing.taken_over_bills t where t.connection_id = c.id)
        and not exists (select from collections.cases k where k.connection_id = c.id)
        and not exists (select from billing.disputes d join billing.invoices b on b.id = d.invoice_id where b.connection_id = c.id)
        -- These days are before those on which plans were made.
        and not exists (select from billing.payment_plans p where p.connection_id = c.id)
        and not exists (select from payments.proposals q where q.connection_id = c.id)
      group by 1, c.number having min(i.issued_on) <= ${addDays(today, -WRITTEN.length)}::date order by c.number desc limit ${WRITTEN.length}`,
  );
  for (const [index, { what, ago, bank, branch }] of WRITTEN.entries()) {
    const debtor = debtors[index];
    if (!debtor) return;
    const day = addDays(today, -ago);
    const number = String(4_410_020 + 37 * index).padStart(7, '0');
    const tender = { method: 'CHEQUE' as const, number, bank, branch, drawnOn: day, drawer: debtor.drawer };
    const { connectionId } = debtor;
    const amountMinor = positiveMinorSchema.parse(debtor.openMinor);
    const paid = await transaction(db, (tx) =>
      makePayment(tx, at('cashier', day, '11:20'), { connectionId, amountMinor, tender }),
    );
    await goOn(story, { what, day, paymentId: paid.id, slipNumber: `DS-${number}` });
  }
}

type Taken = { what: What; day: string; paymentId: string; slipNumber: string };

async function goOn({ db, at, today }: Story, { what, day, paymentId, slipNumber }: Taken): Promise<void> {
  if (what === 'in-hand' || what === 'forgotten') return;
  await transaction(db, async (tx) => {
    if (what === 'given-back') {
      const reason = 'The household paid in cash instead.';
      await reversePayment(tx, at('admin', today, '09:20'), { paymentId, reason });
      return;
    }
    const { id } = await one<{ id: string }>(
      tx,
      sql`select id from payments.cheques where payment_id = ${paymentId}`,
    );
    const depositedOn = addDays(day, 1);
    await depositCheques(tx, at('cashier', depositedOn, '10:15'), {
      cheques: [{ id, version: 1 }],
      ...{ slipNumber, bankAccount: ACCOUNT, depositedOn },
    });
    const answeredOn = addDays(day, 3);
    const seen = { id, version: 2 };
    if (what === 'cleared')
      await clearCheques(tx, at('reviewer', answeredOn, '12:10'), { cheques: [seen], answeredOn });
    if (what === 'returned')
      await dishonourCheque(tx, at('reviewer', answeredOn, '12:20'), {
        ...{ ...seen, reason: 'INSUFFICIENT_FUNDS', answeredOn, feeMinor: FEE_MINOR },
      });
  });
}
