/** Bills of empty houses over HTTP: less is owed, use ends the notice, what waits or changed is held, and what is billed stays. */
import { afterAll, expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { asIf } from '#test/database.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { approveRun, billMonth, calculateMonth, outcomesOf, postRun } from '../bill-run/factory-months.ts';
import { invoiceDetail } from '../invoices/contract.ts';
import * as contract from './contract.ts';
import { EMPTY, emptyOffice, OCTOBER, WORDS } from './factory.ts';

const town = await emptyOffice();
const { app, office, second, household } = town;
const { home, note, refusal, get, seen, approve, decided, end, log, told, fixed } = town;

const billOf = async ({ id }: { id: string }) =>
  (await one<{ id: string }>(app.db, sql`select id from billing.invoices where connection_id = ${id}`)).id;
/** The words of the paper, as one line. */
const onPaper = async (of: { id: string }, language: 'en' | 'bn') => {
  const answer = await app.server.inject({
    url: `/api/billing/invoice-detail/${await billOf(of)}/pdf?language=${language}`,
    headers: { authorization: `Bearer ${household.idToken}` },
  });
  return (await textOfPdf(answer.rawPayload)).replaceAll(/\s+/g, ' ');
};
afterAll(closePdf);

test('bills: less is owed for empty days, in full above the limit, and use ends the notice', async () => {
  const homes = {
    lived: await home(900),
    empty: await home(1_000),
    used: await home(1_001),
    // From 16 October on, 15 of 31 days; what was used before does not count.
    late: await home(20_000),
    lateUsed: await home(20_000),
    // The same without the reading of the first day: nobody knows the use of the empty days.
    unknown: await home(20_000),
    waiting: await home(0),
    closed: await home(0),
    ended: await home(0),
  };
  const half = { fromDay: '2026-10-16' };
  await decided(homes.empty);
  const usedId = await decided(homes.used);
  await decided(homes.late, { ...half, startLitres: 19_000 });
  const lateUsedId = await decided(homes.lateUsed, { ...half, startLitres: 18_999 });
  const unknownId = await decided(homes.unknown, half);
  const { id: waits } = await note(homes.waiting);
  // Nobody can approve a notice of a closed connection: its last bill does not wait for one.
  await note(homes.closed);
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-01' where id = ${homes.closed.id}`,
  );
  const endedId = await decided(homes.ended);
  expect(await app.codeOf(contract.endEmptyHouse, await end(endedId, '2026-09-29'))).toBe(
    'empty_houses.end_outside',
  );
  expect(await app.codeOf(contract.endEmptyHouse, await end(endedId, '2026-12-16'))).toBe(
    'empty_houses.end_outside',
  );
  expect(await app.call(contract.endEmptyHouse, await end(endedId, '2026-10-16'))).toMatchObject({
    state: 'ENDED',
  });
  expect(await told(endedId)).toEqual(['approved', 'ended']);

  // A run that was calculated before is held at its approval, and again at its posting.
  const changed = await home(0);
  const changedLater = await home(0);
  const askedLater = await home(0);
  const id = await calculateMonth(office, OCTOBER);
  await decided(changed);
  await note(askedLater);
  expect(await approveRun(office, id)).toMatchObject({ state: 'REVIEW', moved: 2 });
  expect(await approveRun(office, id)).toMatchObject({ state: 'APPROVED' });
  await decided(changedLater);
  await postRun(office, id);
  const outcomes = await outcomesOf(office, id);
  expect([changed, changedLater, homes.waiting, askedLater].map((made) => outcomes.get(made.id))).toEqual([
    ...['moved_empty_house', 'moved_empty_house', 'empty_house_waits', 'empty_house_waits'],
  ]);

  expect({
    lived: await fixed(homes.lived),
    empty: await fixed(homes.empty),
    used: await fixed(homes.used),
    late: await fixed(homes.late),
    lateUsed: await fixed(homes.lateUsed),
    unknown: await fixed(homes.unknown),
    waiting: await fixed(homes.waiting),
    closed: await fixed(homes.closed),
    ended: await fixed(homes.ended),
  }).toEqual({
    // Nobody has decided about the one that waits: it has no bill yet.
    ...{
      lived: 3_000,
      empty: 1_500,
      used: 3_000,
      lateUsed: 3_000,
      unknown: 3_000,
      waiting: 0,
      closed: 3_000,
    },
    // 3000 × (16 + 15 / 2) / 31 and 3000 × (16 / 2 + 15) / 31, half up.
    ...{ late: 2_274, ended: 2_226 },
  });
  const explained = await all<{ part: Record<string, unknown> }>(
    app.db,
    sql`select i.explanation -> 0 as part from billing.invoices i where i.connection_id = ${homes.late.id}`,
  );
  expect(explained[0]?.part).toMatchObject({ emptyDays: 15, fixedOwed: 2_350, minimumOwed: 1_600 });

  // A bill that is in full in spite of a notice says so, with the figures.
  const inFull = async (of: { id: string }) =>
    (await app.call(invoiceDetail, { as: household, params: { id: await billOf(of) } })).emptyInFull;
  expect([await inFull(homes.lived), await inFull(homes.empty), await inFull(homes.late)]).toEqual([
    ...[null, null, null],
  ]);
  expect(await inFull(homes.used)).toEqual({ useLitres: 1_001, mostLitres: 1_000 });
  expect(await inFull(homes.lateUsed)).toEqual({ useLitres: 1_001, mostLitres: 1_000 });
  expect(await inFull(homes.unknown)).toEqual({ useLitres: 20_000, mostLitres: 1_000 });
  expect(await onPaper(homes.used, 'en')).toContain('counts as empty up to 1 m³; the meter shows 1.001 m³');
  expect(await onPaper(homes.used, 'bn')).toContain('১ ঘনমিটার পর্যন্ত ব্যবহার হলে খালি ধরা হয়');
  expect(await onPaper(homes.used, 'bn')).toContain('৩০ সেপ্টেম্বর ২০২৬');
  expect(await onPaper(homes.empty, 'en')).not.toContain('counts as empty up to');

  expect(await get(usedId)).toMatchObject({
    ...{ state: 'ENDED_BY_USE', untilDay: '2026-09-30', endedByInvoice: expect.anything() },
  });
  // The household reads what it noted beside the day of the end, and how much use there was.
  expect(await get(usedId, household)).toMatchObject({
    ...{ notedUntilDay: EMPTY.untilDay, usedLitres: 1_001, usedMostLitres: 1_000 },
  });
  // What was noted does not change with the end.
  const ends = sql`state = 'ENDED', until_day = '2026-12-01', noted_until_day = '2026-12-02', answer = 'x', ended_by_name = 'x', ended_at = now()`;
  await expect(
    execute(app.db, sql`update billing.empty_houses set ${ends} where id = ${unknownId}`),
  ).rejects.toThrow('never changed');
  expect(await get(endedId, household)).toMatchObject({
    ...{ untilDay: '2026-10-16', notedUntilDay: EMPTY.untilDay, usedLitres: null },
  });
  expect(await told(usedId)).toEqual(['approved', 'used']);
  expect(await log(usedId)).toEqual(['empty-house.note', 'empty-house.approve', 'empty-house.end-by-use']);
  expect(await get(lateUsedId)).toMatchObject({ state: 'ENDED_BY_USE', untilDay: '2026-10-16' });
  expect(await get(unknownId)).toMatchObject({ state: 'APPROVED', untilDay: EMPTY.untilDay });

  // What is billed stays: no approval and no end on those days.
  expect(await refusal(homes.lived)).toBe('empty_houses.day_billed');
  const own = { connectionId: homes.lived.id, ...WORDS, ...EMPTY };
  expect(await app.codeOf(contract.askEmptyHouse, { as: household, body: own })).toBe(
    'empty_houses.day_billed',
  );
  // Of the time before runs held what waits: it began on a day that is billed.
  const { id: late } = await note(homes.lived, { fromDay: '2026-11-01' });
  await asIf(app.owner.db, 'billing.empty_houses', sql`from_day = '2026-10-16' where id = ${late}`);
  expect(await app.codeOf(contract.approveEmptyHouse, { as: second, ...(await seen(late)) })).toBe(
    'empty_houses.day_billed',
  );
  expect(await app.codeOf(contract.endEmptyHouse, await end(unknownId, '2026-10-20'))).toBe(
    'empty_houses.end_billed',
  );
  // Who decides sees what the last bill has of that of which less is owed.
  expect((await get(late)).lastBill).toMatchObject({ period: OCTOBER, fixedMinor: 3000, minimumMinor: 0 });
  expect((await get(late, household)).lastBill).toBeNull();
  const closing = await end(unknownId, '2026-10-31');
  expect(await app.call(contract.endEmptyHouse, closing)).toMatchObject({ state: 'ENDED' });

  // What was asked in time counts, however late it is decided.
  await approve(waits);
  await billMonth(office, OCTOBER);
  expect(await fixed(homes.waiting)).toBe(1_500);
});
