/**
 * What is finished is kept: a confirmed installation, an approved survey with its materials, an ownership request that has ended with its
 * papers, what a completed work order took, and who was there for it. The program's own role can change none of their columns by any statement,
 * but those that are named here with the reason; nor take a row away, nor add one.
 */
import { expect, test } from 'vitest';
import { updateState } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import * as ownership from '#domains/ownership/steps/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import * as work from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();
const office = await makeOffice(app);
const yard = await makeYard(app);
const { clerk, crew, engineer, step } = yard;

const connected = await makeApplication(app, { upTo: 'CONNECTED' });
const revised = await makeApplication(app, { upTo: 'READY_TO_PAY' });
const { version } = await one<{ version: number }>(
  app.db,
  sql`select version from applications.applications where id = ${revised.id}`,
);
const revision = { applicationId: revised.id, version, action: 'revise-survey' as const, remark: 'wider' };
await app.call(updateState, { as: engineer, body: revision });

const changed = await office.request({ upTo: 'COMPLETED' });
const withdrawn = await office.request({ upTo: 'DOCS_VERIFIED' });
await app.call(ownership.withdrawRequest, {
  as: office.clerk,
  body: { ...(await office.at(withdrawn.id)), remark: 'a mistake' },
});

const valve = await yard.material('Valve', 1_000);
const closed = await yard.planned([{ materialId: valve, quantity: '2' }]);
await step(work.assignOrder, engineer, closed.id, { crewId: crew.userId });
await step(work.noteArrival, crew, closed.id);
await step(work.completeOrder, crew, closed.id, {
  ...{ ...yard.done, materials: [{ materialId: valve, quantity: '3' }], varianceReason: 'it took more' },
});
await step(work.verifyOrder, clerk, closed.id);

/** Undone in any case. @returns what the database says to the program */
async function refusal(statement: Sql): Promise<string | undefined> {
  try {
    await transaction(app.db, async (tx) => {
      await execute(tx, statement);
      throw new Error('undone');
    });
  } catch (error) {
    const { code, constraint, message } = error as { code?: string; constraint?: string; message: string };
    return message === 'undone' ? undefined : (constraint ?? code);
  }
  return undefined;
}

const INSUFFICIENT_PRIVILEGE = '42501';

type Finished = {
  /** Its rows that are finished, each way to be so apart. */
  of: Sql[];
  constraints: string[];
  /** Columns that the program may change all the same, and why. */
  open?: Record<string, string>;
};
const ofSurveys = (application: string) =>
  sql`survey_id in (select id from applications.surveys where application_id = ${application} and state in ('APPROVED', 'REVISED'))`;

const FINISHED: Record<string, Finished> = {
  'applications.installations': {
    of: [sql`application_id = ${connected.id}`],
    constraints: ['installations_confirmed'],
  },
  'applications.surveys': {
    of: [
      sql`application_id = ${connected.id} and state = 'APPROVED'`,
      sql`application_id = ${revised.id} and state = 'REVISED'`,
    ],
    constraints: ['surveys_approved'],
  },
  'applications.survey_materials': {
    of: [ofSurveys(connected.id), ofSurveys(revised.id)],
    constraints: ['survey_materials_approved'],
  },
  'ownership.requests': {
    of: [sql`id = ${changed.id}`, sql`id = ${withdrawn.id}`],
    // The fee never changes at all.
    constraints: ['requests_ended', 'requests_fee_fixed'],
  },
  'ownership.documents': {
    of: [sql`request_id = ${changed.id}`, sql`request_id = ${withdrawn.id}`],
    constraints: ['documents_ended'],
  },
  'work_orders.materials': { of: [sql`order_id = ${closed.id}`], constraints: ['materials_finished'] },
  'work_orders.crew_members': {
    of: [sql`order_id = ${closed.id}`],
    constraints: ['crew_members_worked'],
    open: { left_at: 'the crew leaves when the order is opened again; written one time' },
  },
};

/** Another value of each kind than the row has. */
const OTHER: Record<string, (column: Sql) => Sql> = {
  uuid: () => sql`gen_random_uuid()`,
  text: (column) => sql`coalesce(${column}, '') || 'x'`,
  date: (column) => sql`coalesce(${column}, date '2026-01-01') + 1`,
  boolean: (column) => sql`not coalesce(${column}, false)`,
  'timestamp with time zone': (column) => sql`coalesce(${column}, now()) + interval '1 second'`,
};
const OTHER_FIGURE = (column: Sql) => sql`coalesce(${column}, 0) + 1`;

const columns = await all<{ table: string; name: string; type: string }>(
  app.owner.db,
  sql`select table_schema || '.' || table_name as table, column_name as name, data_type as type from information_schema.columns
    where table_schema || '.' || table_name = any (${Object.keys(FINISHED)}::text[]) order by 1, ordinal_position`,
);

const EACH = Object.entries(FINISHED).flatMap(([table, finished]) =>
  finished.of.map((of, nth) => [table, nth + 1, { ...finished, of }] as const),
);

test.each(EACH)('%s (%i): no column of what is finished is changed', async (table, _, finished) => {
  const { of, constraints } = finished;
  const { count } = await one<{ count: number }>(
    app.owner.db,
    sql`select count(*)::int as count from ${sql.raw(table)} where ${of}`,
  );
  expect(count).toBeGreaterThan(0);
  const open: string[] = [];
  for (const { name, type } of columns.filter((column) => column.table === table)) {
    const other = (OTHER[type] ?? OTHER_FIGURE)(sql.ref(name));
    const code = await refusal(sql`update ${sql.raw(table)} set ${sql.ref(name)} = ${other} where ${of}`);
    if (code === undefined) open.push(name);
    else expect([...constraints, INSUFFICIENT_PRIVILEGE], name).toContain(code);
  }
  expect(open).toEqual(Object.keys(finished.open ?? {}));
  const taken = await refusal(sql`delete from ${sql.raw(table)} where ${of}`);
  expect([...constraints, INSUFFICIENT_PRIVILEGE]).toContain(taken);
});

test('no row is added to what is finished', async () => {
  const added = (table: string) =>
    refusal(
      sql`insert into ${sql.raw(table)} select * from ${sql.raw(table)} where ${FINISHED[table]?.of[0] ?? sql`false`}`,
    );
  expect([
    await added('applications.survey_materials'),
    await added('ownership.documents'),
    await added('work_orders.materials'),
  ]).toEqual(['survey_materials_approved', 'documents_ended', 'materials_finished']);
});

test('a row of what goes on is not moved to what is finished', async () => {
  const draft = sql`survey_id in (select id from applications.surveys where application_id = ${revised.id} and state = 'DRAFT')`;
  const approved = sql`(select id from applications.surveys where application_id = ${connected.id})`;
  expect(
    await refusal(sql`update applications.survey_materials set survey_id = ${approved} where ${draft}`),
  ).toBe('survey_materials_approved');
  const running = await yard.planned([{ materialId: valve, quantity: '2' }]);
  expect(
    await refusal(
      sql`update work_orders.materials set order_id = ${closed.id} where order_id = ${running.id}`,
    ),
  ).toBe(INSUFFICIENT_PRIVILEGE);
});

test('an approved survey is revised, and nothing else becomes of it', async () => {
  const survey = sql`application_id = ${connected.id} and state = 'APPROVED'`;
  const becomes = (state: string, more: Sql = sql``) =>
    refusal(sql`update applications.surveys set state = ${state} ${more} where ${survey}`);
  expect([await becomes('REVISED'), await becomes('DRAFT'), await becomes('SUBMITTED')]).toEqual([
    ...[undefined, 'surveys_approved', 'surveys_approved'],
  ]);
  expect(await becomes('REVISED', sql`, pipe_size_mm = 15`)).toBe('surveys_approved');
});

test('a paper that was looked at stays, also while its request goes on; an unseen one is taken out', async () => {
  const { id } = await office.request({ upTo: 'DOCS_VERIFIED' });
  const papers = sql`request_id = ${id}`;
  expect(await refusal(sql`delete from ownership.documents where ${papers}`)).toBe('documents_looked_at');
  expect(await refusal(sql`update ownership.documents set looked_at = null where ${papers}`)).toBe(
    'documents_looked_at',
  );
  expect(await refusal(sql`update ownership.documents set replaced = true where ${papers}`)).toBeUndefined();
  const unseen = await office.request({ upTo: 'CONSENTED' });
  await office.addPaper(unseen.id, 'deed_paper');
  expect(await refusal(sql`delete from ownership.documents where request_id = ${unseen.id}`)).toBeUndefined();
});

test('that somebody was there, and when they left, is written one time', async () => {
  await step(work.reopenOrder, clerk, closed.id, { remark: 'it drips again' });
  const members = sql`work_orders.crew_members`;
  const rows = sql`where order_id = ${closed.id}`;
  for (const change of [sql`worked_at = null`, sql`left_at = null`, sql`left_at = now() + interval '1 day'`])
    expect(await refusal(sql`update ${members} set ${change} ${rows}`)).toBe('crew_members_worked');
  // Opened again, its materials are written again.
  expect(await refusal(sql`delete from work_orders.materials where order_id = ${closed.id}`)).toBeUndefined();
});
