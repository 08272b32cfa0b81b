/**
 * Calls on applications whose refusals the transition table does not say alone: drafts, parts, papers, surveys kept while
 * they are typed. One thing is wrong and the call is refused with its code; put right, the same call succeeds.
 */
import { describe, expect, test } from 'vitest';
import { all, type Sql, sql } from '#platform/database/db.ts';
import type { EndpointInput } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { ACTIONS, type Action } from './application.rules.ts';
import * as contract from './contract.ts';
import { type MadeApplication, makeApplication, wholeParts } from './factory.ts';
import { type Subject, stepBench, stepCalls, subjectOf } from './factory-steps.ts';
import * as intake from './intake/contract.ts';
import * as review from './review/contract.ts';
import * as survey from './survey/contract.ts';

const app = await testApp();
const { prepared, write, people, personFor } = await stepBench(app);
const steps = stepCalls(app);
const { admin, secondAdmin, owner } = people;
const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const person = {
  name: 'Rahim',
  phone: '01712000001',
  nid: '9900000001',
  address: 'Dhaka',
  licenceNumber: '1',
};

type Send = (made: MadeApplication, as: Person) => Promise<string | undefined>;
const act = ({ id, version }: Subject) => ({ applicationId: id, version });
const sent =
  (send: (subject: Subject, as: Person) => Promise<string | undefined>): Send =>
  async (made, as) =>
    send(await subjectOf(app, made), as);
const upload =
  (endpoint: typeof intake.editDocument, kind: string): Send =>
  async ({ id: applicationId }, as) =>
    (await app.sendFile(endpoint, { as, content: PDF, name: 'a.pdf', query: { applicationId, kind } })).code;

type DraftBody = Omit<
  NonNullable<EndpointInput<typeof intake.updateDraft>['body']>,
  'applicationId' | 'version'
>;
const saveDraft = (more: DraftBody = {}) =>
  sent((subject, as) => app.codeOf(intake.updateDraft, { as, body: { ...act(subject), ...more } }));
const throwAway: Send = ({ id }, as) => app.codeOf(intake.deleteDraft, { as, params: { id } });
const takeOut = sent(async (subject, as) => {
  const [paper] = await all<{ id: string }>(
    app.db,
    sql`select id from applications.documents where application_id = ${subject.id} limit 1`,
  );
  return app.codeOf(intake.removeDocument, { as, body: { ...act(subject), documentId: String(paper?.id) } });
});
const changeOwner = sent((subject, as) =>
  app.codeOf(intake.updateOwner, { as, body: { ...act(subject), part: person } }),
);
const changePlumber = sent((subject, as) =>
  app.codeOf(intake.updatePlumber, { as, body: { ...act(subject), part: person } }),
);
const changeBuilding = (more: { roadId?: string; plotNumber?: string } = {}) =>
  sent((subject, as) => {
    const { building } = wholeParts(subject.roadId, { plotNumber: subject.plotNumber });
    const part = { ...building, ...more } as never;
    return app.codeOf(intake.updateBuilding, { as, body: { ...act(subject), part } });
  });
const keepSurvey = (more: { materials?: { materialId: string; quantity: string }[] } = {}) =>
  sent((subject, as) =>
    app.codeOf(survey.saveSurvey, { as, body: { ...act(subject), distanceM: '3', ...more } }),
  );

/** One fact that is wrong, and the same fact as it has to be. */
type Fault = { code: string; wrong: (made: MadeApplication) => Sql; right: (made: MadeApplication) => Sql };
const fact = (code: string, wrong: Sql, right: Sql): Fault => ({
  code: `applications.${code}`,
  wrong: ({ id }) => sql`update applications.applications set ${wrong} where id = ${id}`,
  right: ({ id }) => sql`update applications.applications set ${right} where id = ${id}`,
});
const archived = fact('archived', sql`archived_at = now()`, sql`archived_at = null`);
const onHold = fact(
  'on_hold',
  sql`overlay = 'HOLD', overlay_reason = 'x'`,
  sql`overlay = null, overlay_reason = null`,
);
const moved = (wrong: string, right: string) =>
  fact('wrong_state', sql`state = ${wrong}`, sql`state = ${right}`);
/** Not for the applicant any more, who may still do it in a draft. */
const submitted = fact('submitted_already', sql`state = 'PENDING'`, sql`state = 'DRAFT'`);

type Case = { what: string; made: () => Promise<MadeApplication>; send: Send; as?: Person; faults: Fault[] };
/** Has a number and a day, so that it may be in any state. */
const pending = () => makeApplication(app, { upTo: 'PENDING', consumerId: String(owner.consumerId) });
const drafted = async () => {
  const made = await pending();
  await write(sql`update applications.applications set state = 'DRAFT' where id = ${made.id}`);
  return made;
};
const [inCorrection, asked] = [
  () => makeApplication(app, { upTo: 'RECORRECTION', consumerId: String(owner.consumerId) }),
  (part: string): Fault => ({
    code: 'applications.part_not_asked',
    wrong: () => sql`select`,
    right: ({
      id,
    }) => sql`insert into applications.recorrection_items (recorrection_id, line_no, part, remark)
      select r.id, 2, ${part}, 'wrong' from applications.recorrections r where r.application_id = ${id}`,
  }),
];
const askedPaper: Fault = {
  code: 'applications.part_not_asked',
  wrong: () => sql`select`,
  right: ({
    id,
  }) => sql`insert into applications.recorrection_items (recorrection_id, line_no, part, kind, remark)
    select r.id, 2, 'document', 'deed_paper', 'blurred' from applications.recorrections r where r.application_id = ${id}`,
};
const partOf = (what: string, send: Send): Case[] => [
  { what, made: pending, send, faults: [archived, onHold, moved('READY_TO_PAY', 'PENDING')] },
  { what, made: drafted, send, as: owner, faults: [submitted] },
  { what, made: inCorrection, send, faults: [asked(what)] },
];

const CASES: Case[] = [
  {
    what: 'a saved draft',
    made: drafted,
    send: saveDraft({ applicant: { name: 'Rahima' } }),
    faults: [archived, onHold, moved('PENDING', 'DRAFT')],
  },
  { what: 'a saved draft', made: drafted, send: saveDraft(), as: owner, faults: [submitted] },
  {
    what: 'a draft thrown away',
    made: drafted,
    send: throwAway,
    faults: [archived, moved('PENDING', 'DRAFT')],
  },
  { what: 'a draft thrown away', made: drafted, send: throwAway, as: owner, faults: [submitted] },
  {
    what: 'a paper taken out',
    made: drafted,
    send: takeOut,
    faults: [archived, onHold, moved('PENDING', 'DRAFT')],
  },
  { what: 'a paper taken out', made: drafted, send: takeOut, as: owner, faults: [submitted] },
  ...partOf('owner', changeOwner),
  ...partOf('plumber', changePlumber),
  ...partOf('building', changeBuilding({ plotNumber: 'corrected' })),
  {
    what: 'a submitted draft',
    made: drafted,
    send: sent((subject, as) => app.codeOf(intake.submitApplication, { as, body: act(subject) })),
    faults: [onHold],
  },
  {
    what: 'a kept survey',
    made: () => prepared('survey'),
    send: keepSurvey(),
    faults: [
      archived,
      onHold,
      moved('WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY'),
      fact(
        'not_assigned_to_you',
        sql`assignee_id = ${secondAdmin.userId}`,
        sql`assignee_id = ${admin.userId}`,
      ),
      {
        code: 'applications.survey_submitted_already',
        wrong: ({
          id,
        }) => sql`insert into applications.surveys (application_id, version_no, surveyor_id, state)
          values (${id}, 1, ${admin.userId}, 'SUBMITTED')`,
        right: ({ id }) => sql`update applications.surveys set state = 'DRAFT' where application_id = ${id}`,
      },
    ],
  },
  {
    what: 'a corrected paper',
    made: inCorrection,
    send: upload(review.correctDocument, 'deed_paper'),
    faults: [askedPaper],
  },
  {
    what: 'a paper brought anew',
    made: inCorrection,
    send: upload(intake.editDocument, 'deed_paper'),
    faults: [askedPaper],
  },
  ...[review.correctDocument, intake.editDocument].map((endpoint) => ({
    what: `a paper by ${endpoint.path}`,
    made: drafted,
    send: upload(endpoint, 'deed_paper'),
    as: owner,
    faults: [submitted],
  })),
];

const pairs = CASES.flatMap(({ faults, ...call }) =>
  faults.map((fault) => [`${call.what}: ${fault.code}`, { ...call, fault }] as const),
);

test.each(pairs)('%s', async (_name, { made, send, as = admin, fault }) => {
  const application = await made();
  await write(fault.wrong(application));
  const refused = await send(application, as);
  await write(fault.right(application));
  expect([refused, await send(application, as)]).toEqual([fault.code, undefined]);
});

describe('one wrong thing in the call itself', () => {
  test('a draft of a consumer or a road that does not exist', async () => {
    const made = await drafted();
    expect(await saveDraft({ consumerId: NOBODY })(made, admin)).toBe('applications.unknown_consumer');
    expect(await saveDraft({ building: { roadId: NOBODY } })(made, admin)).toBe('applications.unknown_road');
    expect(await saveDraft({ building: { roadId: made.roadId } })(made, admin)).toBeUndefined();
  });

  test('a draft that was paid for is not thrown away', async () => {
    const made = await makeApplication(app, { upTo: 'EXPIRED' });
    await write(
      sql`update applications.demand_notes set settled_minor = 1, refundable_minor = 1, refund_state = 'REFUSED'
        where application_id = ${made.id}`,
    );
    expect(await throwAway(made, admin)).toBe('applications.paid_already');
  });

  test('a building on a road that does not exist, or on a plot that has an application', async () => {
    const made = await pending();
    const other = await pending();
    expect(await changeBuilding({ roadId: NOBODY })(made, admin)).toBe('applications.unknown_road');
    const taken = { roadId: other.roadId, plotNumber: other.plotNumber };
    expect(await changeBuilding(taken)(made, admin)).toBe('applications.plot_taken');
    expect(await changeBuilding(taken)(await drafted(), owner)).toBe('applications.plot_has_other');
    expect(await changeBuilding({ ...taken, plotNumber: 'free' })(made, admin)).toBeUndefined();
  });

  test('an application is not reopened while somebody else applies for its plot', async () => {
    const made = await prepared('reopen');
    const { roadId, plotNumber } = made;
    const other = await makeApplication(app, { upTo: 'PENDING', roadId, plotNumber });
    const reopen = () => subjectOf(app, made).then((subject) => steps.reopen(subject, admin));
    expect(await reopen()).toBe('applications.plot_taken');
    await write(sql`update applications.applications set deleted_at = now() where id = ${other.id}`);
    expect(await reopen()).toBeUndefined();
  });

  test('another meter is one that is in stock', async () => {
    const made = await prepared('change-meter');
    const change = async (meterNumber: string) =>
      steps['change-meter']({ ...(await subjectOf(app, made)), meterNumber }, admin);
    expect(await change('NO-SUCH')).toBe('applications.meter_not_in_stock');
    expect(await change(made.meterNumber)).toBeUndefined();
  });

  test('a meter that went elsewhere after it was noted is not connected', async () => {
    const made = await prepared('confirm-installation');
    const confirm = async () => steps['confirm-installation'](await subjectOf(app, made), people.secondAdmin);
    const status = (to: string, reservedFor: string | null) =>
      sql`update meters.meters set status = ${to}, reserved_for = ${reservedFor}::uuid where number = ${made.meterNumber}`;
    await write(status('SCRAPPED', null));
    expect(await confirm()).toBe('meters.meter_not_free');
    await write(status('RESERVED', made.id));
    expect(await confirm()).toBeUndefined();
  });

  test('a kept survey lists materials that exist', async () => {
    const made = await prepared('survey');
    const lines = (materialId: string) => keepSurvey({ materials: [{ materialId, quantity: '1' }] });
    expect(await lines(NOBODY)(made, admin)).toBe('applications.unknown_material');
    expect(await lines(made.materialId)(made, admin)).toBeUndefined();
  });

  test('an applicant corrects no paper of the office', async () => {
    const made = await inCorrection();
    expect(await upload(review.correctDocument, 'meter_receipt')(made, owner)).toBe(
      'applications.document_kind_not_yours',
    );
    expect(await upload(review.correctDocument, 'allotment_letter')(made, owner)).toBeUndefined();
  });
});

/** Name an application and no version: a repetition is another step, which the state refuses. */
const WITHOUT_VERSION: Action[] = [
  ...(['noc-remark', 'correct', 'attach', 'pay', 'take-back-payment', 'refund', 'delete', 'expire'] as const),
];
const versioned = ACTIONS.filter((action) => !WITHOUT_VERSION.includes(action));

test.each(versioned)('%s: only on the version that was looked at', async (action) => {
  const made = await prepared(action);
  const subject = await subjectOf(app, made);
  const send = (version: number) =>
    steps[action as keyof typeof steps]({ ...subject, version }, personFor(action));
  expect(await send(subject.version + 1)).toBe('common.stale_version');
  expect(await send(subject.version)).toBeUndefined();
});

const OLD: [string, () => Promise<MadeApplication>, (subject: Subject) => Promise<string | undefined>][] = [
  [
    'a saved draft',
    drafted,
    (subject) => app.codeOf(intake.updateDraft, { as: admin, body: { ...act(subject), applicant: {} } }),
  ],
  [
    'the owner',
    pending,
    (subject) => app.codeOf(intake.updateOwner, { as: admin, body: { ...act(subject), part: person } }),
  ],
  [
    'the plumber',
    pending,
    (subject) => app.codeOf(intake.updatePlumber, { as: admin, body: { ...act(subject), part: person } }),
  ],
  [
    'the building',
    pending,
    (subject) => {
      const part = wholeParts(subject.roadId).building as never;
      return app.codeOf(intake.updateBuilding, { as: admin, body: { ...act(subject), part } });
    },
  ],
  [
    'a kept survey',
    () => prepared('survey'),
    (subject) => app.codeOf(survey.saveSurvey, { as: admin, body: act(subject) }),
  ],
];

test.each(OLD)('%s: only on the version that was looked at', async (_what, make, send) => {
  const subject = await subjectOf(app, await make());
  expect(await send({ ...subject, version: subject.version + 1 })).toBe('common.stale_version');
  expect(await send(subject)).toBeUndefined();
});

test('work on an application that does not exist', async () => {
  const subject = { ...(await subjectOf(app, await prepared('survey'))), id: NOBODY };
  const body = { applicationId: NOBODY, version: 1 };
  expect(await steps.survey(subject, admin)).toBe('common.not_found');
  expect(await app.codeOf(survey.saveSurvey, { as: admin, body })).toBe('common.not_found');
  expect(await app.codeOf(contract.assignUser, { as: admin, body: { ...body, userId: admin.userId } })).toBe(
    'common.not_found',
  );
});

test('a surveyor may not approve their own survey, nor send it back; somebody else may', async () => {
  const both = () =>
    app.staffWith([
      ...(['applications:view', 'applications:view-all'] as const),
      ...(['applications:survey', 'applications:approve-survey'] as const),
    ]);
  const [surveyor, engineer] = [await both(), await both()];
  const made = await prepared('survey');
  const now = () => subjectOf(app, made);
  const body = { ...act(await now()), userId: surveyor.userId };
  await app.call(contract.assignUser, { as: admin, body });
  expect(await steps.survey(await now(), surveyor)).toBeUndefined();
  expect(await steps['approve-survey'](await now(), surveyor)).toBe('applications.own_survey');
  expect(await steps['return-survey'](await now(), surveyor)).toBe('applications.own_survey');
  expect(await steps['approve-survey'](await now(), engineer)).toBeUndefined();
});
