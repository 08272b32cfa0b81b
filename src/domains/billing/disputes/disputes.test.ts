/** Disputes of bills over HTTP: asked for, decided, ended by corrections; the bill is held exactly as long as one is open. */
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { asIf } from '#test/database.ts';
import * as settings from '../settings/contract.ts';
import * as contract from './contract.ts';
import { disputingOffice, SAID } from './factory.ts';

const office = await disputingOffice();
const { app, officer, cashier, household, neighbour, decider } = office;
const { bill, ask, asked, note, get, verdict, decide, kept, log, messages, cancel, pay, detail } = office;
const START = '2026-11-02';
const goTo = (day: string) => app.clock.set(`${day}T04:00:00Z`);
const issuedOn = (billId: string, day: string) =>
  asIf(app.owner.db, 'billing.invoices', sql`issued_on = ${day}::date where id = ${billId}`);
const open = { state: 'OPEN', isHeld: true, correctionId: null, ended: null };

afterEach(async () => {
  goTo(START);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  const off = await all(
    app.owner.db,
    sql`select d.id from billing.disputes d where (d.ended_at is null) <> exists (
      select from billing.collection_holds h where h.cause_id = d.id and h.to_day is null)`,
  );
  expect(off).toEqual([]);
});

describe('a household disputes a bill', () => {
  test('gets a number and a day, reads its state, and is told by SMS; those who decide have a notice', async () => {
    const { billId } = await bill();
    expect((await detail(billId, household)).can.dispute).toBe(true);
    const { id, number, decideBy } = await ask(billId);
    expect(number).toMatch(/^96\d{9}$/);
    expect(decideBy).toBe(addDays(START, 15));
    expect(await kept(id)).toEqual(open);
    const seen = await detail(billId, household);
    expect(seen).toMatchObject({ disputedSince: START, overdue: false, wasDisputed: true });
    expect(seen.can.dispute).toBe(false);
    const mine = await app.call(contract.listDisputes, { as: household, query: { invoiceId: billId } });
    expect(mine.items).toMatchObject([{ id, number, state: 'OPEN', words: SAID.words, assignedTo: null }]);
    expect(await messages(id)).toEqual(['asked']);
    const { items } = await app.call(listNotices, { as: decider, query: {} });
    expect(items.map(({ kind, path }) => [kind, path])).toContainEqual([
      'disputes.asked',
      `/billing/disputes/${id}`,
    ]);
    expect(await log(id)).toEqual(['dispute.open']);
  });

  test('once at a time, also if it asks twice at once', async () => {
    const { billId } = await bill();
    const codes = await Promise.all([asked(billId), asked(billId)]);
    expect(codes.toSorted()).toEqual(['disputes.already_open', undefined]);
    expect(await asked(billId)).toBe('disputes.already_open');
  });

  test('only its own', async () => {
    const { billId } = await bill();
    expect(await asked(billId, neighbour)).toBe('common.not_found');
    const { id } = await ask(billId);
    const params = { id };
    expect(await app.codeOf(contract.getDispute, { as: neighbour, params })).toBe('common.not_found');
    expect(await app.codeOf(contract.withdrawDispute, { as: neighbour, params, body: { version: 1 } })).toBe(
      'common.not_found',
    );
    expect((await app.call(contract.listDisputes, { as: neighbour, query: {} })).total).toBe(0);
  });

  test('until the last day of the settings, which may be changed', async () => {
    const { billId } = await bill();
    await issuedOn(billId, addDays(START, -21));
    expect((await detail(billId, household)).can.dispute).toBe(false);
    expect(await asked(billId)).toBe('disputes.too_late');
    const { limits, version } = await app.call(settings.getBillingLimits, { as: officer });
    const longer = { ...limits, disputeDays: 21, disputeDecideDays: 7 };
    await changeLimits(app, settings.updateBillingLimits, { limits: longer, version });
    expect((await detail(billId, household)).can.dispute).toBe(true);
    expect((await ask(billId)).decideBy).toBe(addDays(START, 7));
    const now = await app.call(settings.getBillingLimits, { as: officer });
    await changeLimits(app, settings.updateBillingLimits, { limits, version: now.version });
  });

  test('adds a photo of its own, which the office opens', async () => {
    const { billId } = await bill();
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const sent = await app.sendFile(uploadFile, { as: household, content: picture, name: 'meter.jpg' });
    const photoId = String(sent.data?.id);
    expect(await asked(billId, neighbour, { photoId })).toBe('common.not_found');
    const unknown = '0190ffff-ffff-7fff-8fff-ffffffffffff';
    expect(await asked(billId, household, { photoId: unknown })).toBe('disputes.photo_unknown');
    const body = { ...SAID, invoiceId: billId, photoId, registerLitres: 41_000 };
    const { id } = await app.call(contract.disputeOwnBill, { as: household, body });
    expect(await get(id)).toMatchObject({ hasPhoto: true, registerLitres: 41_000 });
    for (const as of [household, decider])
      expect((await app.call(contract.openDisputePhoto, { as, params: { id } })).url).toContain(
        '/files?file=',
      );
    expect(await app.codeOf(contract.openDisputePhoto, { as: neighbour, params: { id } })).toBe(
      'common.not_found',
    );
    expect(
      await all(
        app.owner.db,
        sql`select action from platform.audit where object_id = ${id} and action = 'dispute.photo-view'`,
      ),
    ).toHaveLength(1);
    const other = await ask((await bill()).billId);
    expect(await app.codeOf(contract.openDisputePhoto, { as: decider, params: { id: other.id } })).toBe(
      'common.not_found',
    );
  });

  test('takes it back, and may ask again; what is over stays', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    const back = (version: number) => ({ as: household, params: { id }, body: { version } });
    await app.call(contract.withdrawDispute, back(1));
    expect(await kept(id)).toMatchObject({ state: 'WITHDRAWN', isHeld: false, ended: START });
    expect(await app.codeOf(contract.withdrawDispute, back(2))).toBe('disputes.over');
    expect(await log(id)).toEqual(['dispute.open', 'dispute.withdraw']);
    await expect(
      execute(app.db, sql`update billing.disputes set words = 'nothing' where id = ${id}`),
    ).rejects.toThrow('is a fact');
    expect(await asked(billId)).toBeUndefined();
  });

  test('does not take back what the office answered since its page was opened', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    const query = { invoiceId: billId };
    const [seen] = (await app.call(contract.listDisputes, { as: household, query })).items;
    const back = (version = 0) => ({ as: household, params: { id }, body: { version } });
    expect(await decide(id, 'UPHELD')).toBe('TO_CORRECT');
    const refused = await app.refused(contract.withdrawDispute, back(seen?.version));
    expect([refused.code, refused.now]).toEqual(['common.stale_version', { id }]);
    expect(await kept(id)).toMatchObject({ state: 'TO_CORRECT', isHeld: true });
    const [now] = (await app.call(contract.listDisputes, { as: household, query })).items;
    await app.call(contract.withdrawDispute, back(now?.version));
    expect(await kept(id)).toMatchObject({ state: 'WITHDRAWN', isHeld: false });
  });
});

test('a bill that is cancelled, paid, taken over or disputed already is not disputed, by the office neither', async () => {
  const [cancelled, paid, taken, disputed] = [await bill(), await bill(), await bill(), await bill()];
  await cancel(cancelled.billId);
  await pay(paid.connectionId, (await detail(paid.billId)).dueMinor);
  await execute(
    app.owner.db,
    sql`insert into billing.taken_over_bills (invoice_id, connection_id, consumer_id, amount_minor, agreed_minor, own_minor, position, below_minor, taken_at)
      select id, connection_id, ${String(neighbour.consumerId)}::uuid, total_minor, total_minor, 0, 1, 0, now() from billing.invoices where id = ${taken.billId}`,
  );
  await ask(disputed.billId);
  const kept = async (billId: string) =>
    all(
      app.owner.db,
      sql`select d.id, d.version from billing.disputes d where d.invoice_id = ${billId}
        union all select h.id, 0 from billing.collection_holds h where h.invoice_id = ${billId} order by 1`,
    );
  for (const [{ billId }, code] of [
    [cancelled, 'disputes.bill_cancelled'],
    [paid, 'disputes.bill_paid'],
    [taken, 'disputes.bill_taken_over'],
    [disputed, 'disputes.already_open'],
  ] as const) {
    const before = await kept(billId);
    expect(await asked(billId)).toBe(code);
    // A reason lets the office note a late one or a second one, not one of such a bill.
    for (const reason of [null, 'He was abroad'])
      expect(await app.codeOf(contract.disputeForHousehold, note(billId, reason))).toBe(code);
    expect(await kept(billId)).toEqual(before);
  }
});

test('a bill that is paid by a plan is not disputed', async () => {
  const { billId } = await bill();
  await execute(
    app.db,
    sql`insert into billing.collection_holds (invoice_id, cause, cause_id, from_day) values (${billId}, 'payment_plan', uuidv7(), '2026-11-03')`,
  );
  expect(await asked(billId)).toBe('disputes.bill_held');
  expect(await app.codeOf(contract.disputeForHousehold, note(billId))).toBe('disputes.bill_held');
});

describe('the office', () => {
  test('notes one for who called, takes one back with a reason, and takes a late one or a second one with a reason', async () => {
    const { billId } = await bill();
    const { id } = await app.call(contract.disputeForHousehold, note(billId));
    expect(await get(id)).toMatchObject({
      channel: 'PHONE',
      callerName: 'Her son',
      askedBy: expect.any(String),
    });
    const back = (reason: string | null) => ({ as: cashier, params: { id }, body: { version: 1, reason } });
    expect(await app.codeOf(contract.withdrawDispute, back(null))).toBe('disputes.withdrawal_reason');
    await app.call(contract.withdrawDispute, back('Her son called again'));
    expect(await messages(id)).toEqual(['asked', 'withdrawn']);
    const second = await ask(billId);
    await decide(second.id, 'REJECTED');
    expect(await asked(billId)).toBe('disputes.decided_before');
    expect((await detail(billId, household)).can.dispute).toBe(false);
    expect(await app.codeOf(contract.disputeForHousehold, note(billId))).toBe('disputes.decided_before');
    const again = await app.call(contract.disputeForHousehold, note(billId, 'A new photo'));
    expect((await get(again.id)).others).toHaveLength(2);
    const late = await bill();
    await issuedOn(late.billId, addDays(START, -40));
    expect(await app.codeOf(contract.disputeForHousehold, note(late.billId))).toBe('disputes.too_late');
    expect(await app.codeOf(contract.disputeForHousehold, note(late.billId, 'In hospital'))).toBeUndefined();
  });

  test('notes none of a bill that is not there', async () => {
    expect(await app.codeOf(contract.disputeForHousehold, note(crypto.randomUUID()))).toBe(
      'common.not_found',
    );
  });

  test('without the word for it, nobody withdraws', async () => {
    const { id } = await ask((await bill()).billId);
    const reader = await app.staff('reader');
    expect(
      await app.codeOf(contract.withdrawDispute, {
        as: reader,
        params: { id },
        body: { version: 1, reason: 'x' },
      }),
    ).toBe('common.not_permitted');
  });

  test('takes it or gives it to somebody who decides', async () => {
    const { id } = await ask((await bill()).billId);
    const give = async (userId: string | null, version?: number) => ({
      as: decider,
      params: { id },
      body: { version: version ?? (await get(id)).version, userId },
    });
    await app.call(contract.assignDispute, await give(null));
    const { items } = await app.call(contract.listDisputes, { as: decider, query: { mine: true } });
    expect(items.map((row) => row.id)).toEqual([id]);
    const people = await app.call(contract.listDeciders, { as: decider });
    expect(people.items.map((person) => person.id)).not.toContain(cashier.userId);
    expect(await app.codeOf(contract.assignDispute, await give(cashier.userId))).toBe(
      'disputes.person_unknown',
    );
    expect(await app.codeOf(contract.assignDispute, await give(officer.userId, 1))).toBe(
      'common.stale_version',
    );
    await app.call(contract.assignDispute, await give(officer.userId));
    expect(await log(id)).toEqual(['dispute.open', 'dispute.assign', 'dispute.assign']);
    await decide(id, 'REJECTED');
    expect(await app.codeOf(contract.assignDispute, await give(null))).toBe('disputes.over');
  });

  test('rejects: it is over, the bill is collected again, and the household reads why', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    expect(await decide(id, 'REJECTED')).toBe('REJECTED');
    expect(await kept(id)).toMatchObject({ state: 'REJECTED', isHeld: false, ended: START });
    expect(await get(id, household)).toMatchObject({
      ...{ verdict: 'REJECTED', answer: 'We looked at the meter again.', decidedBy: null, readings: [] },
    });
    expect(await messages(id)).toEqual(['asked', 'rejected']);
    expect((await detail(billId)).disputedSince).toBeNull();
    expect(await app.codeOf(contract.decideDispute, await verdict(id, 'UPHELD'))).toBe('disputes.over');
  });

  test('does not decide about what was different when it looked', async () => {
    const { id } = await ask((await bill()).billId);
    const seen = await verdict(id, 'REJECTED');
    await app.call(contract.assignDispute, { as: officer, params: { id }, body: { version: 1 } });
    expect(await app.codeOf(contract.decideDispute, seen)).toBe('common.stale_version');
    expect(await kept(id)).toEqual(open);
    // Also if a colleague decided it meanwhile: the page is out of date, and shows the answer then.
    const before = await verdict(id, 'REJECTED');
    await app.call(contract.decideDispute, before);
    expect(await app.codeOf(contract.decideDispute, before)).toBe('common.stale_version');
    const { params, body } = before;
    const give = { as: decider, params, body: { version: body.version, userId: null } };
    expect(await app.codeOf(contract.assignDispute, give)).toBe('common.stale_version');
  });

  test.each(['taken_by', 'first_approved_by', 'reviewed_by'])(
    'does not decide if the person is in %s of the reading',
    async (column) => {
      const { billId } = await bill();
      const { id } = await ask(billId);
      await asIf(
        app.owner.db,
        'meters.readings',
        sql`${sql.ref(column)} = ${decider.userId} where id = (select reading_id from billing.invoices where id = ${billId})`,
      );
      expect((await get(id)).can).toMatchObject({ decide: false, isReader: true });
      expect(await app.codeOf(contract.decideDispute, await verdict(id, 'REJECTED'))).toBe(
        'disputes.own_reading',
      );
      expect(await kept(id)).toEqual(open);
      expect(await decide(id, 'REJECTED', officer)).toBe('REJECTED');
    },
  );
});
