/** A run that is dated back: the days of a household are counted from the day on which it has the bill. */
import { expect, test } from 'vitest';
import { rebateCalls } from '#domains/payments/factory-rebates.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { formatsOfPapers } from '#shared/format.ts';
import * as disputes from '../disputes/contract.ts';
import { invoiceDetail, searchInvoice } from '../invoices/contract.ts';
import { billData } from '../invoices/pdf/bill-pdf.ts';
import { billWords } from '../invoices/pdf/words.ts';
import { getInvoice } from '../invoices/queries.ts';
import * as leaks from '../leaks/contract.ts';
import { ruleOfLeaks } from '../leaks/factory.ts';
import { workCalculation } from './actions/work-run.ts';
import * as contract from './contract.ts';
import { approveRun, connect, makeTown, postRun } from './factory-months.ts';

const office = await makeTown('2026-11-28T04:00:00Z');
const { app, planner } = office;
const calls = rebateCalls(app);
const household = await app.consumer();
// Twenty days to dispute, fifteen for the rebate, twenty to ask because of a leak.
await ruleOfLeaks(app, { askDays: 20 });
await execute(
  app.owner.db,
  sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
    values ('rebates', '2026-01-01', '{"percent": "10", "days": 15, "mostMinor": null}', 'APPROVED', false, 'x', 'x', now(), now())`,
);
await calls.credit();

/** A home whose October has five times its use. */
async function home(): Promise<string> {
  const { id } = await connect(office, {
    ...{ connectedOn: '2026-04-30', consumerId: String(household.consumerId) },
    readings: [
      ['2026-05-01', '2026-05-31', 10_000],
      ['2026-06-01', '2026-06-30', 20_000],
      ['2026-07-01', '2026-07-31', 30_000],
      ['2026-08-01', '2026-08-31', 40_000],
      ['2026-09-01', '2026-09-30', 50_000],
      ['2026-10-01', '2026-10-31', 100_000],
    ],
  });
  await execute(
    app.db,
    sql`update meters.readings set state = 'BILLED' where connection_id = ${id} and period < '2026-10-01'`,
  );
  return id;
}

const homes = [await home(), await home(), await home(), await home(), await home()];
const body = { period: '2026-10-01', issuedOn: '2026-11-02', dueOn: '2026-12-31' };
const run = await app.call(contract.planRun, { as: planner, body });
await workCalculation(app.db, app.clock, run.id);
await approveRun(office, run.id);
await postRun(office, run.id);

const billOf = async (connectionId: string | undefined): Promise<string> =>
  String((await app.call(searchInvoice, { as: planner, query: { connectionId } })).items[0]?.id);
const bills: string[] = [];
for (const connectionId of homes) bills.push(await billOf(connectionId));
const [disputed = '', late = '', leaking = '', lateLeak = '', rebated = ''] = bills;
const seen = (id: string) => app.call(invoiceDetail, { as: household, params: { id } });

const noted = { channel: 'PHONE' as const, callerName: 'Her son', exceptionReason: null };
const disputing = async (invoiceId: string) => ({
  as: await app.staff('cashier'),
  body: { ...noted, reason: 'READING_WRONG' as const, words: 'The meter shows less', invoiceId },
});
const leakOf = async (invoiceId: string) => ({
  as: await app.staff('cashier'),
  body: { ...noted, words: 'The pipe was broken', repairedOn: '2026-11-20', invoiceId },
});

test('the books have the day of issue, and the household its days', async () => {
  const kept = await one(
    app.db,
    sql`select i.issued_on as issued, i.posted_on as posted, j.business_date as booked
      from billing.invoices i join ledger.journals j on j.id = i.id where i.id = ${disputed}`,
  );
  expect(kept).toEqual({ issued: '2026-11-02', posted: '2026-11-28', booked: '2026-11-02' });
  const bill = await seen(disputed);
  expect([bill.issuedOn, bill.can.dispute, bill.can.leak]).toEqual(['2026-11-02', true, true]);
  expect(bill.rebate).toMatchObject({ state: 'OFFERED', payBy: '2026-12-13' });
});

test('its paper names the last day to dispute, which is not the one that its date gives', async () => {
  const actor = app.system();
  const bill = await getInvoice(app.db, actor, disputed);
  for (const language of ['en', 'bn'] as const) {
    const choice = { language, publicUrl: 'http://localhost', actor };
    const { words } = await billData(app.db, bill, choice);
    const { day } = formatsOfPapers({ language, bengaliDigits: true });
    expect(words.note).toBe(billWords[language].noteUntil(day('2026-12-18')));
  }
});

test('a rebate is earned until the days after the posting are over', async () => {
  await calls.until('2026-12-13');
  await calls.pay(String(homes[4]), (await getInvoice(app.db, app.system(), rebated)).totalMinor);
  await calls.until('2026-12-14');
  expect(await calls.rebates(rebated)).toMatchObject([{ payBy: '2026-12-13', creditedOn: '2026-12-14' }]);
});

test('a dispute and a leak are noted until the last day, and not after it', async () => {
  app.clock.set('2026-12-18T04:00:00Z');
  expect(await app.codeOf(disputes.disputeForHousehold, await disputing(disputed))).toBeUndefined();
  expect(await app.codeOf(leaks.noteLeak, await leakOf(leaking))).toBeUndefined();
  app.clock.set('2026-12-19T04:00:00Z');
  const refused = await app.refused(disputes.disputeForHousehold, await disputing(late));
  expect(refused).toMatchObject({ code: 'disputes.too_late', params: { day: '2026-12-18' } });
  const tooLate = await app.refused(leaks.noteLeak, await leakOf(lateLeak));
  expect(tooLate).toMatchObject({ code: 'leaks.too_late', params: { day: '2026-12-18' } });
});
