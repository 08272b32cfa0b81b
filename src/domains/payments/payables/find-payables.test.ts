/** Finding what can be paid, and paying a demand note at the counter and through the bank. */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeDebtor } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();

test('the counter finds a connection by its number or its beginning, a bill’s, the consumer’s, phone, plot and name', async () => {
  const cashier = await app.staff('cashier');
  const owner = await app.consumer('Nurjahan Begum');
  const debtor = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(owner.consumerId), months: 2 }),
  );
  const { phone, consumerNumber, plot } = await one<{ phone: string; consumerNumber: string; plot: string }>(
    app.db,
    sql`select u.phone, u.number as "consumerNumber", c.plot_number as plot
      from consumers.consumers u join meters.connections c on c.consumer_id = u.id where u.id = ${owner.consumerId}`,
  );
  const bengali = debtor.number.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
  for (const search of [
    debtor.number,
    debtor.number.slice(0, 9),
    `${debtor.number.slice(0, 4)} ${debtor.number.slice(4, 7)}-${debtor.number.slice(7)}`,
    bengali,
    debtor.invoices[0]?.number ?? '',
    phone,
    phone.replace('+88', ''),
    consumerNumber,
    // The call takes no text of one sign.
    ...(plot.length > 1 ? [plot] : []),
    'nurjahan',
  ]) {
    const { items } = await app.call(contract.findPayables, { as: cashier, query: { search } });
    expect(
      items.map((item) => [item.id, item.dueMinor]),
      search,
    ).toEqual([[debtor.connectionId, 23_000]]);
  }
  const { items } = await app.call(contract.findPayables, { as: cashier, query: { search: '%%' } });
  expect(items).toEqual([]);
});

test('among the hits who owes comes first, and who owes most before all others', async () => {
  const cashier = await app.staff('cashier');
  const owing = await Promise.all(
    [1, 3, 0, 17].map(async (months) => {
      const { consumerId } = await app.consumer('Hashem Bepari');
      const made = await transaction(app.db, (tx) =>
        makeDebtor(tx, app.system(), { consumerId: String(consumerId), months }),
      );
      return [made.connectionId, months * 11_500] as const;
    }),
  );
  // A demand note is between the connections, neither before nor behind all of them.
  const note = await makeApplication(app, { upTo: 'READY_TO_PAY', name: 'Hashem Bepari' });
  const { dueMinor } = await app.call(contract.getPayable, {
    as: cashier,
    query: { applicationId: note.id },
  });
  expect([3 * 11_500 < dueMinor, dueMinor < 17 * 11_500]).toEqual([true, true]);
  const { items } = await app.call(contract.findPayables, { as: cashier, query: { search: 'hashem' } });
  const wanted = [...owing, [note.id, dueMinor] as const].toSorted((a, b) => b[1] - a[1]);
  expect(items.map(({ id, dueMinor }) => [id, dueMinor])).toEqual(wanted);
});

test('a consumer sees what is due on their own connections only', async () => {
  const [own, other] = [await app.consumer(), await app.consumer('Salma')];
  const mine = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(own.consumerId), months: 2 }),
  );
  const query = { connectionId: mine.connectionId };
  const payable = await app.call(contract.getPayable, { as: own, query });
  expect(payable.items.map((item) => [item.period, item.openMinor, item.overdue])).toEqual([
    ['2026-09-01', 11_500, true],
    ['2026-10-01', 11_500, false],
  ]);
  expect((await app.call(contract.myPayables, { as: own })).items.map((item) => item.id)).toEqual([
    mine.connectionId,
  ]);
  expect((await app.call(contract.myPayables, { as: other })).items).toEqual([]);
  expect((await app.refused(contract.getPayable, { as: other, query })).status).toBe(404);
  expect((await app.refused(contract.getPayable, { as: own })).status).toBe(404);
  expect(await invariants(app.db)).toMatchObject({ sumMinor: 0, badJournals: 0 });
});

test('a consumer hears that there is something else to pay for, staff do not', async () => {
  const own = await app.consumer('Two connections');
  const make = (consumerId: string) =>
    transaction(app.db, (tx) => makeDebtor(tx, app.system(), { consumerId }));
  const [first] = [await make(String(own.consumerId)), await make(String((await app.consumer()).consumerId))];
  const query = { connectionId: first.connectionId };
  expect((await app.call(contract.getPayable, { as: own, query })).hasOthers).toBe(false);
  await make(String(own.consumerId));
  expect((await app.call(contract.getPayable, { as: own, query })).hasOthers).toBe(true);
  const cashier = await app.staff('cashier');
  expect((await app.call(contract.getPayable, { as: cashier, query })).hasOthers).toBe(false);
});

test('a payment that is under way is shown at its own connection only', async () => {
  const cashier = await app.staff('cashier');
  const debtors = await Promise.all(
    [1, 2].map(() => transaction(app.db, (tx) => makeDebtor(tx, app.system()))),
  );
  const [paying, other] = debtors.map(({ connectionId }) => connectionId);
  await execute(
    app.owner.db,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id, created_at)
    select 'INVOICE', 'GATEWAY', 'PROCESSING', 700, consumer_id, id, now() from meters.connections where id = ${paying}`,
  );
  const running = async (connectionId: string | undefined) =>
    (await app.call(contract.getPayable, { as: cashier, query: { connectionId } })).running?.amountMinor;
  expect([await running(paying), await running(other)]).toEqual([700, undefined]);
});
