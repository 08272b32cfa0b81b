/** What the steps of an application refuse beside the transition table: one wrong thing in a call that succeeds without it. */
import { describe, expect, test } from 'vitest';
import { payDemandNote } from '#domains/payments/contract.ts';
import { makeDma } from '#domains/settings/factory.ts';
import { createMaterial } from '#domains/settings/materials/contract.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { testApp } from '#test/app.ts';
import { STATE_NAMES, STATES, type State, TRANSITIONS, type Transition } from './application.rules.ts';
import * as contract from './contract.ts';
import { type MadeApplication, makeApplication, wholeParts } from './factory.ts';
import { stepBench, subjectOf } from './factory-steps.ts';
import { installMeter } from './installation/contract.ts';
import * as intake from './intake/contract.ts';
import * as letter from './letter/contract.ts';
import * as noc from './noc/contract.ts';
import { deskCall } from './noc/factory-desks.ts';
import * as review from './review/contract.ts';
import * as settings from './settings/contract.ts';
import * as survey from './survey/contract.ts';

const app = await testApp();
const { attempt, personFor, prepared, write, people } = await stepBench(app);
const as = people.admin;
const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';
const TOMORROW = '2026-11-16';
const TODAY = '2026-11-15';

const act = async (made: MadeApplication) => {
  const { version } = await subjectOf(app, made);
  return { applicationId: made.id, version };
};
const remark = 'because';

describe('the letter', () => {
  test('wants a number that is free and not of our own series, and an area that exists', async () => {
    const made = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
    const { id: dmaId } = await transaction(app.db, (tx) => makeDma(tx, app.system()));
    const connected = await makeApplication(app, { upTo: 'CONNECTED' });
    await execute(
      app.owner.db,
      sql`update meters.connections set number = 'OLD-77' where application_id = ${connected.id}`,
    );
    const issue = async (more: { customerNumber?: string; dmaId?: string }) =>
      app.codeOf(letter.issueLetter, {
        as,
        body: { ...(await act(made)), dmaId, meterNumber: made.meterNumber, ...more },
      });
    // In the form of any series: a search for it would find two papers. The check says what the letter will.
    for (const kind of Object.values(NUMBER_KINDS)) {
      const customerNumber = `${kind}000000014`;
      expect(await issue({ customerNumber })).toBe('applications.customer_number_reserved');
      const query = { customerId: customerNumber };
      expect(await app.call(letter.checkCustomerNumber, { as, query })).toEqual({
        available: false,
        reserved: true,
      });
    }
    expect(await issue({ customerNumber: 'OLD-77' })).toBe('applications.customer_number_taken');
    expect(await issue({ dmaId: NOBODY })).toBe('applications.unknown_dma');
    expect(await issue({ customerNumber: 'OLD-78' })).toBeUndefined();
    const kept = await one<{ rows: number }>(
      app.db,
      sql`select count(*)::int as rows from platform.audit
        where action = 'meter.reserve' and after ->> 'applicationId' = ${made.id}`,
    );
    expect(kept.rows).toBe(1);
    const other = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
    const body = { ...(await act(other)), dmaId, meterNumber: other.meterNumber, customerNumber: 'OLD-78' };
    expect(await app.codeOf(letter.issueLetter, { as, body })).toBe('applications.customer_number_taken');
  });
});

describe('the survey', () => {
  const written = async (made: MadeApplication, more: object = {}, type: 'FIXED' | 'EXTRA' = 'FIXED') => ({
    as,
    query: { type },
    body: {
      ...(await act(made)),
      visitedOn: TODAY,
      distanceM: '3',
      roadType: 'brick',
      pipeSizeMm: 20 as const,
      materials: [{ materialId: made.materialId, quantity: '2' }],
      ...more,
    },
  });
  const submit = async (...of: Parameters<typeof written>) =>
    app.codeOf(survey.submitSurvey, await written(...of));
  const material = async (type: 'FIXED' | 'EXTRA', effectiveFrom: string) => {
    const { id } = await app.call(createMaterial, {
      as,
      body: {
        nameEn: `M ${crypto.randomUUID()}`,
        nameBn: 'উপকরণ',
        unit: 'm',
        type,
        rateMinor: 100,
        effectiveFrom,
      },
    });
    return [{ materialId: id, quantity: '1' }];
  };

  test('is of a day that has come, of materials that exist and have a rate', async () => {
    const made = await prepared('survey');
    const code = 'applications.in_future';
    const refusal = await app.refused(survey.submitSurvey, await written(made, { visitedOn: TOMORROW }));
    expect(refusal).toMatchObject({ code, fields: [{ path: 'visitedOn', code }] });
    expect(await submit(made, { materials: [{ materialId: NOBODY, quantity: '1' }] })).toBe(
      'applications.unknown_material',
    );
    expect(await submit(made, { materials: await material('FIXED', TOMORROW) })).toBe('applications.no_rate');
    const extra = await material('EXTRA', TODAY);
    expect(await submit(made, { materials: extra })).toBe('applications.fixed_survey_only');
    expect(await submit(made, { materials: extra }, 'EXTRA')).toBeUndefined();
  });

  test('of nothing, without fees, becomes no demand note', async () => {
    const made = await prepared('survey');
    expect(await submit(made, { materials: [] })).toBeUndefined();
    const fees = { applicationFeeMinor: 0 };
    await execute(
      app.db,
      sql`insert into settings.entries (key, value) values ('applications', ${JSON.stringify(fees)}::jsonb)
      on conflict (key) do update set value = excluded.value`,
    );
    expect(await attempt('approve-survey', made, people.secondAdmin)).toBe('applications.nothing_to_pay');
    await execute(app.db, sql`delete from settings.entries where key = 'applications'`);
    expect(await attempt('approve-survey', made, people.secondAdmin)).toBeUndefined();
  });
});

test('an installation is of a day that has come', async () => {
  const made = await prepared('install');
  const install = async (installedOn: string) =>
    app.codeOf(installMeter, {
      as,
      body: {
        ...(await act(made)),
        installedOn,
        meterNumber: made.meterNumber,
        sealNumber: 'S',
        openingLitres: 0,
        unprovenReason: 'for a test',
      },
    });
  expect([await install(TOMORROW), await install(TODAY)]).toEqual(['applications.in_future', undefined]);
});

test('a NoC is of a day that has come and belongs to one of their own papers', async () => {
  const [made, other] = [await prepared('update-noc'), await prepared('update-noc')];
  const [own, foreign] = [await subjectOf(app, made), await subjectOf(app, other)];
  const noted = async (nocDate: string, documentId = own.documentId, nocValidUntil = TOMORROW) => {
    const noc = { nocNumber: 'X', nocDate, nocValidUntil, documentId };
    return { as, body: { ...(await act(made)), ...noc } };
  };
  const note = async (...written: Parameters<typeof noted>) =>
    app.codeOf(review.updateNoc, await noted(...written));
  const code = 'applications.in_future';
  const fields = [{ path: 'nocDate', code }];
  expect(await app.refused(review.updateNoc, await noted(TOMORROW))).toMatchObject({ code, fields });
  expect(await note(TODAY, foreign.documentId)).toBe('applications.unknown_document');
  expect(await note(TODAY, own.documentId, '2026-11-14')).toBe('applications.noc_over_before');
  expect(await note(TODAY, own.documentId, TODAY)).toBeUndefined();
});

test('a correction names the kind of the paper; an older paper is not looked at any more', async () => {
  const made = await prepared('check-document');
  const item = { part: 'document' as const, remark: 'blurred' };
  const ask = async (items: (typeof item & { kind?: 'signature' })[]) =>
    app.codeOf(review.askCorrection, { as, body: { ...(await act(made)), remark, items } });
  expect(await ask([item])).toBe('applications.kind_missing');
  const { documentId } = await subjectOf(app, made);
  await write(sql`update applications.documents set state = 'REPLACED' where id = ${documentId}`);
  expect(await attempt('check-document', made, as)).toBe('applications.document_settled');
  await write(sql`update applications.documents set state = 'SUBMITTED' where id = ${documentId}`);
  expect(await attempt('check-document', made, as)).toBeUndefined();
  expect(await ask([{ ...item, kind: 'signature' }])).toBeUndefined();
});

test('an applicant does not bring the papers of the office', async () => {
  const { id: applicationId } = await makeApplication(app, {
    upTo: 'DRAFT',
    consumerId: String(people.owner.consumerId),
  });
  const send = async (kind: string) =>
    (
      await app.sendFile(intake.editDocument, {
        as: people.owner,
        content: '%PDF-1.4\n%%EOF\n',
        name: 'a.pdf',
        query: { applicationId, kind },
      })
    ).code;
  expect(await send('meter_receipt')).toBe('applications.document_kind_not_yours');
  expect(await send('allotment_letter')).toBeUndefined();
});

test('work goes to people who may do it', async () => {
  const made = await prepared('assign');
  const assign = async (userId: string) =>
    app.codeOf(contract.assignUser, { as, body: { ...(await act(made)), userId } });
  expect(await assign((await app.staff('cashier')).userId)).toBe('applications.assignee_may_not');
  expect(await assign((await app.staff('reviewer')).userId)).toBeUndefined();
});

test('a draft is of a consumer and a road that exist', async () => {
  const create = (body: object) => app.codeOf(intake.createDraft, { as, body });
  expect(await create({ consumerId: NOBODY })).toBe('applications.unknown_consumer');
  expect(await create({ building: { ...wholeParts(NOBODY).building } })).toBe('applications.unknown_road');
  expect(await create({ consumerId: people.owner.consumerId })).toBeUndefined();
});

test('desks keep their places, and there is one at least', async () => {
  const made = await prepared('accept');
  const set = async (roleCode: string, position: number) =>
    app.codeOf(noc.createDesk, await deskCall(app, as, { roleCode, name: roleCode, position }));
  expect(await set('rajukSAE', 2)).toBe('applications.desk_position_taken');
  await write(sql`update applications.desks set active = false`);
  expect(await attempt('accept', made, as)).toBe('applications.no_desks');
  await write(sql`update applications.desks set active = true`);
  expect(await attempt('accept', made, as)).toBeUndefined();
});

test('a part of a demand note is paid only if the setting allows it, never more than is owed', async () => {
  const made = await prepared('pay');
  const { balanceMinor } = await subjectOf(app, made);
  const pay = (amountMinor: number) =>
    app.codeOf(payDemandNote, {
      as,
      body: { applicationId: made.id, amountMinor, tender: { method: 'CASH' } },
    });
  expect(await pay(balanceMinor - 1)).toBe('applications.partial_payment');
  expect(await pay(balanceMinor + 1)).toBe('applications.amount_above_balance');
  expect(await pay(balanceMinor)).toBeUndefined();
});

test('opening hours are times of a day, and each size has one fee', async () => {
  const { settings: now, version, fees } = await app.call(settings.getApplicationSettings, { as });
  const work = { ...now, office: { ...now.office, opensAt: '08:60' } };
  const refusal = await app.refused(settings.updateApplicationSettings, { as, body: { work, version } });
  expect(refusal.fields.map(({ code }) => code)).toEqual(['applications.time_invalid']);
  const twice = [1, 2].map((amountMinor) => ({ pipeSizeMm: 20, amountMinor }));
  const body = { ...fees, connectionFees: twice, effectiveFrom: TODAY, version };
  const again = await app.refused(settings.setApplicationFees, { as, body });
  expect(again.fields.map(({ code }) => code)).toEqual(['applications.size_twice']);
});

const TABLE: Record<string, Transition> = TRANSITIONS;
const WHILE_ON_HOLD = ['comment', 'resume', 'delete', 'reject'];
/** A job does the one; the other needs a payment (payments/reverse-demand-note.test.ts). */
const ELSEWHERE = ['expire', 'take-back-payment'];
const OPEN = STATE_NAMES.filter((state): state is State => STATES[state].phase === 'open');

test.each(OPEN)('on hold in %s nothing else is done', async (state) => {
  const made = await makeApplication(app, { upTo: state, consumerId: String(people.owner.consumerId) });
  await write(
    sql`update applications.applications set overlay = 'HOLD', overlay_reason = 'x' where id = ${made.id}`,
  );
  const wrong: string[] = [];
  const listed = Object.keys(TABLE).filter(
    (action) =>
      TABLE[action]?.from.includes(state) && !WHILE_ON_HOLD.includes(action) && !ELSEWHERE.includes(action),
  );
  for (const action of listed as (keyof typeof TRANSITIONS)[]) {
    const code = await attempt(action, made, personFor(action));
    if (code !== 'applications.on_hold') wrong.push(`${action}: ${code}`);
  }
  expect(wrong).toEqual([]);
  const { rows } = await one<{ rows: number }>(
    app.db,
    sql`select count(*)::int as rows from applications.timeline where application_id = ${made.id} and action = 'hold'`,
  );
  expect(rows).toBe(0);
});

test('a place beyond the poles is refused at its field, with the question whether the two were swapped', async () => {
  const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  const surveyor = await app.staff('surveyor');
  const problems = async (place: { latitude: string; longitude: string }) => {
    const body = { ...(await act(made)), materials: [], ...place };
    const refused = await app.refused(survey.saveSurvey, { as: surveyor, body });
    return refused.fields.map(({ path, code }) => [path, code]);
  };
  expect(await problems({ latitude: '90.4', longitude: '23.8' })).toEqual([
    ['latitude', 'applications.latitude_beyond'],
  ]);
  expect(await problems({ latitude: '23.8', longitude: '180.1' })).toEqual([
    ['longitude', 'applications.longitude_beyond'],
  ]);
  const right = { ...(await act(made)), materials: [], latitude: '23.8', longitude: '90.4' };
  expect(await app.codeOf(survey.saveSurvey, { as: surveyor, body: right })).toBeUndefined();
});
