/** Several people at once, corrections, clocks. */
import { describe, expect, test } from 'vitest';
import { payDemandNote } from '#domains/payments/contract.ts';
import { paymentsOfNotes } from '#domains/payments/note-payments.ts';
import { makeDma } from '#domains/settings/factory.ts';
import { all, execute, first, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { at } from '#test/zone.ts';
import type { State } from './application.rules.ts';
import * as contract from './contract.ts';
import { makeApplication } from './factory.ts';
import { ensurePlotFree } from './intake/actions/ensure-plot-free.ts';
import * as intake from './intake/contract.ts';
import { applicantSchema } from './intake/parts.rules.ts';
import * as letter from './letter/contract.ts';
import * as noc from './noc/contract.ts';
import { runDailyRound } from './pipeline/actions/run-daily-round.ts';
import * as review from './review/contract.ts';

// Sunday, an hour after the office opened.
const app = await testApp({ now: at('2026-11-15', '10:00') });
const make = (upTo: State, more: { consumerId?: string; roadId?: string; plotNumber?: string } = {}) =>
  makeApplication(app, { upTo, ...more });
const detail = (as: Person, id: string) => app.call(contract.getApplication, { as, params: { id } });

describe('two at once', () => {
  test('two officers of one desk: one decides, the other is told', async () => {
    const made = await make('WAITING_FOR_REVIEW');
    const officers = await Promise.all([app.staff('rajukSAE'), app.staff('rajukSAE')]);
    const body = { version: made.version, decision: 'approve' as const };
    const answers = await Promise.allSettled(
      officers.map((as) => app.call(noc.decideNoc, { as, params: { id: made.id }, body })),
    );
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    const loser = officers[answers.findIndex((answer) => answer.status === 'rejected')] as Person;
    const { code, params } = await app.refused(noc.decideNoc, { as: loser, params: { id: made.id }, body });
    const winner = officers.find((officer) => officer !== loser);
    const { name } = await one<{ name: string }>(
      app.db,
      sql`select name from identity.users where id = ${winner?.userId ?? null}`,
    );
    expect([code, params]).toEqual(['common.stale_version', { name }]);
    const chain = (await detail(await app.staff('reviewer'), made.id)).chain;
    expect(chain.map((desk) => desk.state)).toEqual(['APPROVED', 'OPEN', 'WAITING', 'WAITING']);
  });

  test('an old version is refused', async () => {
    const reviewer = await app.staff('reviewer');
    const made = await make('PENDING');
    const refusal = await app.refused(review.acceptApplication, {
      as: reviewer,
      body: { applicationId: made.id, version: made.version - 1 },
    });
    expect([refusal.status, refusal.code]).toEqual([409, 'common.stale_version']);
  });

  test('an applicant who is later than the staff learns no name of theirs', async () => {
    const applicant = await app.consumer();
    const made = await make('PENDING', { consumerId: applicant.consumerId ?? '' });
    const body = { applicationId: made.id, version: made.version };
    await app.call(contract.holdApplication, {
      as: await app.staff('reviewer'),
      body: { ...body, remark: 'The road is dug up.' },
    });
    const withdrawal = { ...body, action: 'withdraw' as const, remark: 'Moved away.' };
    const { code, params } = await app.refused(contract.updateState, { as: applicant, body: withdrawal });
    expect([code, params ?? {}]).toEqual(['common.stale_version', {}]);
  });

  test('who is later is told who made the version that is there now, and that a payment did', async () => {
    const [cashier, engineer] = [await app.staff('cashier'), await app.staff('engineer')];
    const made = await make('READY_TO_PAY');
    const paying = { applicationId: made.id, amountMinor: 1, tender: { method: 'CASH' as const } };
    const { totalMinor } = await detail(cashier, made.id);
    await app.call(payDemandNote, { as: cashier, body: { ...paying, amountMinor: totalMinor ?? 0 } });
    const withdraw = (as: Person, version: number) =>
      app.refused(contract.updateState, {
        as,
        body: { applicationId: made.id, version, action: 'withdraw', remark: 'Moved away.' },
      });
    // The same cashier in two windows: not the engineer, who approved the survey before.
    expect((await withdraw(cashier, made.version)).params).toEqual({ by: 'payment' });
    const paid = await detail(engineer, made.id);
    const admin = await app.staff('admin');
    await execute(app.db, sql`update identity.users set name = 'Nusrat Jahan' where id = ${admin.userId}`);
    const body = { applicationId: made.id, version: paid.version, remark: 'The road is dug up.' };
    await app.call(contract.holdApplication, { as: admin, body });
    expect((await withdraw(cashier, paid.version)).params).toEqual({ name: 'Nusrat Jahan' });
    // Saved without a step of its own, for example a survey that is typed: nobody is named wrongly.
    await execute(
      app.db,
      sql`update applications.applications set version = version + 1 where id = ${made.id}`,
    );
    expect((await withdraw(cashier, paid.version)).params ?? {}).toEqual({});
  });

  test('the planning authority is told no name of the utility', async () => {
    const planner = await app.staff('rajukSAE');
    const made = await make('WAITING_FOR_REVIEW');
    const body = { applicationId: made.id, version: made.version, remark: 'The road is dug up.' };
    await app.call(contract.holdApplication, { as: await app.staff('reviewer'), body });
    const input = { params: { id: made.id }, body: { version: made.version, decision: 'approve' as const } };
    const { code, params } = await app.refused(noc.decideNoc, { as: planner, ...input });
    expect([code, params ?? {}]).toEqual(['common.stale_version', {}]);
  });

  test('one meter is reserved once', async () => {
    const reviewer = await app.staff('reviewer');
    const made = await Promise.all([make('WAITING_FOR_METER_NUMBER'), make('WAITING_FOR_METER_NUMBER')]);
    const { id: dmaId } = await transaction(app.db, (tx) => makeDma(tx, app.system()));
    const answers = await Promise.allSettled(
      made.map(({ id, version }) =>
        app.call(letter.issueLetter, {
          as: reviewer,
          body: { applicationId: id, version, dmaId, meterNumber: made[0]?.meterNumber ?? '' },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(JSON.stringify(answers.map((answer) => String(Object(answer).reason)))).toContain(
      'meter_not_in_stock',
    );
  });

  /** Two drafts of two consumers for one plot. */
  async function forOnePlot(plotNumber: string) {
    const people = [await app.consumer(), await app.consumer()] as const;
    const [first, second] = await Promise.all([
      make('DRAFT', { consumerId: people[0].consumerId ?? '' }),
      make('DRAFT', { consumerId: people[1].consumerId ?? '' }),
    ]);
    const ready = [first, second] as const;
    await execute(
      app.db,
      sql`update applications.applications set road_id = ${first.roadId}::uuid, plot_number = ${plotNumber},
        building = building || jsonb_build_object('roadId', ${first.roadId}::text, 'plotNumber', ${plotNumber}::text)
      where id = any(${ready.map((made) => made.id)}::uuid[])`,
    );
    return { people, ready };
  }

  test('who submits for a plot waits for the one who is submitting for it', async () => {
    const { people, ready } = await forOnePlot('TURN');
    const { id, version } = ready[1];
    const code = await duringChange(
      app,
      async (tx) => {
        await ensurePlotFree(tx, app.system(), {
          applicationId: ready[0].id,
          roadId: ready[0].roadId ?? '',
          plotNumber: 'TURN',
        });
        await execute(
          tx,
          sql`update applications.applications set state = 'PENDING', number = 'TURN-1', submitted_at = now()
            where id = ${ready[0].id}::uuid`,
        );
      },
      () => app.codeOf(intake.submitApplication, { as: people[1], body: { applicationId: id, version } }),
    );
    expect(code).toBe('applications.plot_has_other');
  });

  test('two applications for one plot: the second is refused, also at the same moment', async () => {
    const {
      people: [a, b],
      ready,
    } = await forOnePlot('SAME');
    const submit = (as: Person, index: number) =>
      app.call(intake.submitApplication, {
        as,
        body: { applicationId: ready[index]?.id ?? '', version: ready[index]?.version ?? 0 },
      });
    const answers = await Promise.allSettled([submit(a, 0), submit(b, 1)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = answers[0]?.status === 'rejected' ? 0 : 1;
    const made = ready[loser];
    // Staff may say why two connections on the plot are right; a consumer's own word does not count.
    const body = { applicationId: made?.id ?? '', version: made?.version ?? 0, plotOverride: 'two houses' };
    const own = await app.refused(intake.submitApplication, { as: loser === 0 ? a : b, body });
    // It is told nothing of the other household.
    expect(own).toMatchObject({ code: 'applications.plot_has_other', params: { plot: 'SAME' } });
    expect(Object.keys(own.params)).toEqual(['plot']);
    const reviewer = await app.staff('reviewer');
    const plain = { applicationId: body.applicationId, version: body.version };
    const theirs = await app.refused(intake.submitApplication, { as: reviewer, body: plain });
    expect(theirs).toMatchObject({ code: 'applications.plot_taken', params: { number: expect.any(String) } });
    expect((await app.call(intake.submitApplication, { as: reviewer, body })).state).toBe('PENDING');
    // Why two are right is the office's to know.
    const remarks = async (as: Person) =>
      (
        await app.call(contract.getTimeline, { as, query: { applicationId: body.applicationId } })
      ).items.flatMap(({ remark }) => remark ?? []);
    expect(await remarks(loser === 0 ? a : b)).toEqual([]);
    expect(await remarks(reviewer)).toEqual(['two houses']);
  });
});

describe('corrections', () => {
  const ASKING = ['PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY'] as const;
  test.each(ASKING)('asked in %s they come back to it', async (state) => {
    const reviewer = await app.staff('reviewer');
    const consumer = await app.consumer();
    const made = await make(state, { consumerId: consumer.consumerId ?? '' });
    const act = { applicationId: made.id };
    const asked = await app.call(review.askCorrection, {
      as: reviewer,
      body: {
        ...act,
        version: made.version,
        remark: 'phone',
        items: [{ part: 'applicant', remark: 'The phone does not answer' }],
      },
    });
    const { applicant } = await one<{ applicant: object }>(
      app.db,
      sql`select applicant from applications.applications where id = ${made.id}`,
    );
    const part = applicantSchema.parse({ ...applicant, phone: '01812000000' });
    const unasked = await app.refused(intake.updateOwner, {
      as: consumer,
      body: { ...act, version: asked.version, part },
    });
    expect(unasked.code).toBe('applications.part_not_asked');
    const corrected = await app.call(intake.updateApplicant, {
      as: consumer,
      body: { ...act, version: asked.version, part },
    });
    const back = await app.call(review.resubmitApplication, {
      as: consumer,
      params: { id: made.id },
      body: { version: corrected.version },
    });
    expect(back.state).toBe(state);
    const after = await detail(reviewer, made.id);
    expect([after.applicantPhone, after.recorrection]).toEqual(['+8801812000000', null]);
  });

  test('a desk that returns an application gets it back; the desks before are not asked again', async () => {
    const made = await make('WAITING_FOR_REVIEW');
    const [first_, second] = [await app.staff('rajukSAE'), await app.staff('rajukAE')];
    const passed = await app.call(noc.decideNoc, {
      as: first_,
      params: { id: made.id },
      body: { version: made.version, decision: 'approve' },
    });
    const items = [{ part: 'plumber' as const, remark: 'Licence?' }];
    const returned = await app.call(noc.decideNoc, {
      as: second,
      params: { id: made.id },
      body: { version: passed.version, decision: 'return', remark: 'Licence?', items },
    });
    expect(returned.state).toBe('RECORRECTION');
    const reviewer = await app.staff('reviewer');
    const fixed = await app.call(intake.updatePlumber, {
      as: reviewer,
      body: {
        applicationId: made.id,
        version: returned.version,
        part: { name: 'Plumber', phone: '01712345678' },
      },
    });
    // The front desk hands in for somebody without an account: reviewers may edit.
    const back = await app.call(review.resubmitApplication, {
      as: reviewer,
      params: { id: made.id },
      body: { version: fixed.version },
    });
    expect(back.state).toBe('WAITING_FOR_REVIEW');
    expect((await detail(second, made.id)).deskRole).toBe('rajukAE');
  });
});

describe('clocks', () => {
  test('a hold stops the working hours and the last day to pay', async () => {
    const admin = await app.staff('admin');
    const made = await make('READY_TO_SURVEY');
    const payable = await make('READY_TO_PAY');
    const before = await detail(admin, made.id);
    // Sunday 10:00, 32 working hours: Wednesday closing time is 17:00, the rest is on Thursday.
    expect(before.dueAt).toBe(at('2026-11-19', '10:00'));
    const held = [];
    for (const { id, version } of [made, payable]) {
      const body = { applicationId: id, version, remark: 'Court order' };
      held.push(await app.call(contract.holdApplication, { as: admin, body }));
    }
    expect((await detail(admin, made.id)).dueAt).toBeNull();
    const start = app.clock.now();
    app.clock.advance(10 * 86_400);
    for (const { id, version } of held) {
      const body = { applicationId: id, version, remark: 'Lifted' };
      await app.call(contract.resumeApplication, { as: await app.staff('admin'), body });
    }
    const fresh = await app.staff('admin');
    // Wednesday 25 November 10:00: 7 hours there, 8 on Thursday, 8 on Sunday, 8 on Monday, 1 on Tuesday.
    expect((await detail(fresh, made.id)).dueAt).toBe(at('2026-12-01', '10:00'));
    expect((await detail(fresh, payable.id)).expiresOn).toBe('2026-12-25');
    app.clock.set(start.toISOString());
  });

  test('who is late is as late after a hold, however short or long it was', async () => {
    const start = app.clock.now();
    const made = await make('READY_TO_SURVEY');
    const step = async (call: typeof contract.holdApplication | typeof contract.resumeApplication) => {
      // A session ends by itself while the clock is moved.
      const as = await app.staff('admin');
      const { version } = await detail(as, made.id);
      await app.call(call, { as, body: { applicationId: made.id, version, remark: 'Court order' } });
      return detail(as, made.id);
    };
    // Due on Thursday 19 November at 10:00; it is Sunday 22 November, 12:00: ten hours of work too late.
    app.clock.set(at('2026-11-22', '12:00'));
    expect(await step(contract.holdApplication)).toMatchObject({ dueAt: null, overdue: false });
    expect(await step(contract.resumeApplication)).toMatchObject({
      ...{ dueAt: at('2026-11-19', '10:00'), overdue: true },
    });
    await step(contract.holdApplication);
    // Ten hours of work before Wednesday 25 November, 14:00: five on Wednesday, five on Tuesday.
    app.clock.set(at('2026-11-25', '14:00'));
    expect(await step(contract.resumeApplication)).toMatchObject({
      ...{ dueAt: at('2026-11-24', '12:00'), overdue: true },
    });
    app.clock.set(start.toISOString());
  });

  test('only somebody who may suspend goes on after a suspension', async () => {
    const [admin, reviewer] = [await app.staff('admin'), await app.staff('reviewer')];
    const made = await make('PENDING');
    const suspended = await app.call(contract.suspendApplication, {
      as: admin,
      body: { applicationId: made.id, version: made.version, remark: 'Fraud?' },
    });
    const body = { applicationId: made.id, version: suspended.version, remark: 'No' };
    expect((await app.refused(contract.resumeApplication, { as: reviewer, body })).code).toBe(
      'applications.not_on_hold',
    );
    expect((await app.call(contract.resumeApplication, { as: admin, body })).state).toBe('PENDING');
  });

  test('the daily round reminds, expires and archives, each once', async () => {
    const note = await make('READY_TO_PAY');
    const day = (today: string) => ({ ...app.system(), today, now: new Date(`${today}T01:00:00Z`) });
    const before = await runDailyRound(app.db, day('2026-12-08'), paymentsOfNotes);
    expect(before.reminded).toBeGreaterThan(0);
    await runDailyRound(app.db, day('2026-12-08'), paymentsOfNotes);
    const reminders = await all(
      app.db,
      sql`select 1 from platform.outbox where event like ${`application.payReminder:${note.id}%`}`,
    );
    expect(reminders).toHaveLength(1);
    // Until then one person may enter counter money of the last day, 15 December.
    expect((await runDailyRound(app.db, day('2026-12-18'), paymentsOfNotes)).expired).toBe(0);
    expect((await runDailyRound(app.db, day('2026-12-19'), paymentsOfNotes)).expired).toBeGreaterThan(0);
    const state = () =>
      first<{ state: string; status: string; archived: boolean }>(
        app.db,
        sql`select a.state, m.status, a.archived_at is not null as archived
          from applications.applications a join meters.meters m on m.id = a.meter_id where a.id = ${note.id}`,
      );
    expect(await state()).toEqual({ state: 'EXPIRED', status: 'IN_STOCK', archived: false });
    const admin = await app.staff('admin');
    const { version } = await detail(admin, note.id);
    const reopened = await app.call(contract.updateState, {
      as: admin,
      body: { applicationId: note.id, version, action: 'reopen', remark: 'Was abroad' },
    });
    const now = await detail(admin, note.id);
    expect([reopened.state, now.demandNotes.map((demandNote) => demandNote.state)]).toEqual([
      'READY_TO_PAY',
      ['ISSUED', 'CANCELLED'],
    ]);
    expect(await state()).toEqual({ state: 'READY_TO_PAY', status: 'RESERVED', archived: false });
  });
});

test('deleted applications are gone for everybody; drafts of others are no concern of a consumer', async () => {
  const [admin, consumer] = [await app.staff('admin'), await app.consumer()];
  const draft = await make('DRAFT', { consumerId: consumer.consumerId ?? '' });
  expect((await app.call(intake.listDrafts, { as: consumer })).items.map((draft) => draft.id)).toEqual([
    draft.id,
  ]);
  await app.call(intake.deleteDraft, { as: consumer, params: { id: draft.id } });
  expect((await app.refused(contract.getApplication, { as: admin, params: { id: draft.id } })).status).toBe(
    404,
  );
  const pending = await make('PENDING', { consumerId: consumer.consumerId ?? '' });
  const refusal = await app.refused(contract.deleteApplication, {
    as: consumer,
    params: { id: pending.id },
    body: { remark: 'x' },
  });
  expect(refusal.code).toBe('applications.submitted_already');
});
