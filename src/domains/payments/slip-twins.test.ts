/**
 * A database from before migration 0043, in which a slip is there twice if case and spaces do not count: the rows stay and
 * are numbered apart, and from then on such a slip is refused.
 */
import { expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { readSource } from '#tools/source-files.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const statement = (text: string) => execute(app.owner.db, sql.raw(text));

const debtor = async () =>
  (await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months: 1 }))).connectionId;
const take = async (receiptNumber: string) =>
  app.codeOf(contract.makePayment, {
    as: cashier,
    body: {
      connectionId: await debtor(),
      amountMinor: 10_00,
      tender: { method: 'POS' as const, receiptNumber },
    },
  });

test('slips that are there twice already are kept and numbered apart; the next one is refused', async () => {
  // As it was: compared letter by letter.
  await statement('drop index payments.payments_slip_key');
  await statement('alter table payments.payments drop column slip_twin');
  await statement(`create unique index payments_slip_key on payments.payments (slip_number, paid_on)
    where method = 'POS' and state = 'APPROVED'`);
  await statement('drop function billing.refuse_billed_day cascade');
  for (const slip of ['AB 12', 'ab12', 'A B12', 'X9']) expect(await take(slip)).toBeUndefined();
  await statement(`insert into payments.payments (source, method, state, amount_minor, connection_id, slip_number, paid_on,
      created_at, decided_at)
    select source, method, 'REVERSED', amount_minor, connection_id, 'aB12', paid_on, created_at - interval '1 hour', decided_at
    from payments.payments where slip_number = 'AB 12'
    union all
    select source, method, state, amount_minor, connection_id, slip_number, paid_on - 1, created_at - interval '1 day', decided_at
    from payments.payments where slip_number = 'AB 12'`);

  await statement(readSource('migrations/0043_billed_days_and_slips.sql'));

  const rows = await all<{ slip: string; twin: number }>(
    app.db,
    sql`select slip_number as slip, slip_twin as twin from payments.payments where method = 'POS' order by created_at, id`,
  );
  // Neither the day before nor what was reversed is a twin; the eldest of a day keeps 0.
  expect(rows).toEqual([
    { slip: 'AB 12', twin: 0 },
    { slip: 'aB12', twin: 0 },
    { slip: 'AB 12', twin: 0 },
    { slip: 'ab12', twin: 1 },
    { slip: 'A B12', twin: 2 },
    { slip: 'X9', twin: 0 },
  ]);
  expect(await take('a b 1 2')).toBe('payments.slip_taken');
  expect(await take('x 9')).toBe('payments.slip_taken');
  expect(await take('Y9')).toBeUndefined();
});
