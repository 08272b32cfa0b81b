/** Each part of an application reaches who has its permission, by each call that could show it (docs/decisions/0025). */
import { describe, expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { demandNotePdf } from '../demand-note/contract.ts';
import { makeApplication } from '../factory.ts';
import { letterPdf } from '../letter/contract.ts';
import { remarkNoc } from '../noc/contract.ts';
import { openDocument } from '../opening/contract.ts';

const app = await testApp();
const SUSPICION = 'the applicant is suspected of fraud';
const INSIDE = 'the plot was divided last year';
/** All people of staff in tests have one name. */
const STAFF = 'Karim Uddin';
const TOLD = 'bring the deed to the counter';

const detail = (as: Person, id: string) => app.call(contract.getApplication, { as, params: { id } });
const timeline = async (as: Person, applicationId: string) =>
  (await app.call(contract.getTimeline, { as, query: { applicationId } })).items;
const remarksIn = (events: { remark: string | null }[]) => events.map(({ remark }) => remark).filter(Boolean);
const assign = (id: string, to: Person) =>
  execute(app.db, sql`update applications.applications set assignee_id = ${to.userId} where id = ${id}`);
const say = async (as: Person, id: string, remark: string, shared: boolean) => {
  const { version } = await detail(as, id);
  const body = { applicationId: id, version, action: 'comment' as const, remark, shared };
  await app.call(contract.updateState, { as, body });
};

/** Connected, with remarks of both sides and a receipt of the utility. */
async function connected() {
  const made = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const planner = await app.staff('rajukSAE');
  await app.call(remarkNoc, {
    as: planner,
    params: { id: made.id },
    body: { remark: INSIDE, shared: false },
  });
  const reviewer = await app.staff('reviewer');
  await say(reviewer, made.id, SUSPICION, false);
  await say(reviewer, made.id, TOLD, true);
  return { ...made, planner, reviewer };
}

describe('the planning authority', () => {
  test('gets what it decides by, and nothing that the utility does later', async () => {
    const made = await makeApplication(app, { upTo: 'CONNECTED' });
    await execute(
      app.db,
      sql`update applications.documents set kind = 'survey_file' where application_id = ${made.id} and kind = 'signature'`,
    );
    const [planner, reviewer] = [await app.staff('rajukAE'), await app.staff('reviewer')];
    const [theirs, whole] = [await detail(planner, made.id), await detail(reviewer, made.id)];
    expect(whole).toMatchObject({ customerNumber: expect.any(String), paidMinor: expect.any(Number) });
    expect([whole.survey, whole.installation, whole.demandNotes.length]).toEqual([
      expect.anything(),
      expect.anything(),
      1,
    ]);
    expect(theirs).toMatchObject({
      ...{ survey: null, demandNotes: [], installation: null, next: null, letterIssuedOn: null },
      ...{ totalMinor: null, paidMinor: null, demandNoteNumber: null, demandNoteId: null, issuedOn: null },
      ...{ customerNumber: null, meterNumber: null, dmaNumber: null, surveyState: null, connectionId: null },
      ...{ assigneeId: null, assigneeName: null, consumerId: null, consumerNumber: null, expiresOn: null },
      ...{ overlayReason: null, dueAt: null, overdue: false },
    });
    expect([theirs.state, theirs.parts, theirs.chain]).toEqual([whole.state, whole.parts, whole.chain]);
    expect(theirs.chain.length).toBeGreaterThan(0);
    const kinds = (of: typeof whole) => of.documents.map(({ kind }) => kind);
    expect([kinds(whole).includes('survey_file'), kinds(theirs).includes('survey_file')]).toEqual([
      true,
      false,
    ]);
    expect(theirs.documents.length).toBe(whole.documents.length - 1);
    const id = { params: { id: made.id } };
    expect((await app.refused(letterPdf, { as: planner, ...id })).status).toBe(402);
    expect((await app.refused(demandNotePdf, { as: planner, ...id })).status).toBe(402);
    const paper = whole.documents.find(({ kind }) => kind === 'survey_file')?.id ?? '';
    const open = (as: Person) => app.codeOf(openDocument, { as, query: { documentId: paper } });
    expect([await open(planner), await open(reviewer)]).toEqual(['common.not_found', undefined]);
    // The history ends with the authority's decision, and neither part of it says who works at the utility.
    const events = await timeline(planner, made.id);
    expect(new Set(events.map(({ action }) => action))).toEqual(
      new Set(['edit', 'submit', 'accept', 'noc-approve']),
    );
    expect(JSON.stringify([theirs, events])).not.toMatch(/Karim Uddin|Selim Reza/);
    expect(events.find(({ action }) => action === 'noc-approve')?.role).toMatch(/^rajuk/);
  });

  test('reads its own remarks and those for the applicant, not what the utility writes inside', async () => {
    const { id, planner, reviewer } = await connected();
    expect((await detail(planner, id)).remarks.map(({ text }) => text)).toEqual([INSIDE]);
    const events = await timeline(planner, id);
    expect(remarksIn(events)).toEqual([TOLD, INSIDE]);
    expect(events.find(({ remark }) => remark === INSIDE)?.actorName).toBe(STAFF);
    expect(remarksIn(await timeline(reviewer, id))).toEqual([TOLD, SUSPICION, INSIDE]);
  });

  test('is told of a correction that the utility asked for later nothing', async () => {
    const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
    const [planner, reviewer] = [await app.staff('rajukSAE'), await app.staff('reviewer')];
    await execute(
      app.db,
      sql`insert into applications.recorrections (application_id, asked_state, asked_at, asked_by_name, reason)
        values (${made.id}, 'READY_TO_SURVEY', now(), ${STAFF}, 'no gate')`,
    );
    await execute(
      app.db,
      sql`insert into applications.recorrection_items (recorrection_id, line_no, part, remark)
        select id, 1, 'building', 'no gate' from applications.recorrections`,
    );
    expect((await detail(planner, made.id)).recorrection).toBeNull();
    await execute(app.db, sql`update applications.recorrections set asked_state = 'WAITING_FOR_REVIEW'`);
    expect((await detail(planner, made.id)).recorrection).toMatchObject({ reason: 'no gate', askedBy: '' });
    expect((await detail(reviewer, made.id)).recorrection).toMatchObject({ askedBy: STAFF });
  });
});

describe('at the utility', () => {
  test('demand notes reach who may see demand notes, in the record, its history and lists', async () => {
    const made = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
    const [installer, cashier] = [await app.staff('installer'), await app.staff('cashier')];
    await assign(made.id, installer);
    const [without, with_] = [await detail(installer, made.id), await detail(cashier, made.id)];
    expect(with_.demandNotes).toHaveLength(1);
    expect(without.demandNotes).toEqual([]);
    const row = async (as: Person, search = '') => {
      const query = { limit: 200, sort: 'totalMinor' as const, ...(search ? { search } : {}) };
      const { items } = await app.call(contract.listApplications, { as, query });
      return items.find(({ id }) => id === made.id);
    };
    const nothing = {
      demandNoteId: null,
      demandNoteNumber: null,
      totalMinor: null,
      paidMinor: null,
      issuedOn: null,
    };
    expect(await row(installer)).toMatchObject(nothing);
    expect((await row(cashier, made.number ?? ''))?.paidMinor).toBeGreaterThan(0);
    expect((await app.refused(demandNotePdf, { as: installer, params: { id: made.id } })).status).toBe(402);
    // All that an event can hold of money.
    const told = { demandNoteNumber: '4000000001', refundableMinor: 1, refundState: 'PAID', totalMinor: 2 };
    await execute(
      app.owner.db,
      sql`insert into applications.timeline (application_id, at, action, from_state, to_state, actor_id, actor_name, role, shared, details, version)
        select application_id, at + interval '1 second', action, from_state, to_state, actor_id, actor_name, role, shared,
          details || ${JSON.stringify(told)}::jsonb, version from applications.timeline
        where application_id = ${made.id} and action = 'pay'`,
    );
    const paid = async (as: Person) =>
      (await timeline(as, made.id)).find(({ action }) => action === 'pay')?.details;
    expect([await paid(installer), await paid(cashier)]).toEqual([
      {},
      { amountMinor: with_.paidMinor, balanceMinor: 0, ...told },
    ]);
  });

  test('an applicant sees their own demand note', async () => {
    const consumer = await app.consumer();
    const made = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: consumer.consumerId ?? '' });
    const own = await detail(consumer, made.id);
    expect([own.demandNotes.length, own.paidMinor]).toEqual([1, 0]);
    expect(own.totalMinor).toBeGreaterThan(0);
  });

  test('the history has the Bengali name of the applicant, if the register has one', async () => {
    const consumer = await app.consumer();
    const made = await makeApplication(app, { upTo: 'PENDING', consumerId: consumer.consumerId ?? '' });
    await execute(
      app.db,
      sql`update consumers.consumers set name_bn = 'রহিমা খাতুন' where id = ${consumer.consumerId ?? null}::uuid`,
    );
    await say(consumer, made.id, 'the gate is open', true);
    const [event, before] = await timeline(consumer, made.id);
    expect([event?.actorName, event?.actorNameBn, before?.actorNameBn]).toEqual([
      'Rahima Khatun',
      'রহিমা খাতুন',
      null,
    ]);
  });

  test('internal remarks are for who decides over applications and who wrote them', async () => {
    const { id } = await connected();
    const [surveyor, cashier, engineer] = [
      await app.staff('surveyor'),
      await app.staff('cashier'),
      await app.staff('engineer'),
    ];
    await assign(id, surveyor);
    await say(cashier, id, 'the payer was at the counter', false);
    expect(remarksIn(await timeline(surveyor, id))).toEqual([TOLD]);
    expect(remarksIn(await timeline(cashier, id))).toEqual(['the payer was at the counter', TOLD]);
    expect(remarksIn(await timeline(engineer, id))).toContain(SUSPICION);
    expect((await detail(surveyor, id)).remarks).toEqual([]);
  });

  test('who has the work next reads what was written with it', async () => {
    const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
    const [surveyor, reviewer, cashier] = [
      await app.staff('surveyor'),
      await app.staff('reviewer'),
      await app.staff('cashier'),
    ];
    const { version } = await detail(reviewer, made.id);
    const body = { applicationId: made.id, version, userId: surveyor.userId, remark: 'ring the bell twice' };
    await app.call(contract.assignUser, { as: reviewer, body });
    const heard = async (as: Person) =>
      remarksIn(await timeline(as, made.id)).includes('ring the bell twice');
    expect([await heard(surveyor), await heard(reviewer), await heard(cashier)]).toEqual([true, true, false]);
    const rows = await all(
      app.db,
      sql`select 1 from applications.timeline where remark = 'ring the bell twice'`,
    );
    expect(rows).toHaveLength(1);
  });
});
