/** What a desk checks before it approves: the list of the desk, the answers, and with whose name they are kept. */
import { beforeEach, expect, test } from 'vitest';
import { lookAtChoice } from '#domains/bulk/contract.ts';
import { bulkBench } from '#domains/bulk/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { readSource } from '#tools/source-files.ts';
import { getApplication, getTimeline } from '../../contract.ts';
import { type MadeApplication, makeApplication } from '../../factory.ts';
import { openDesk } from '../actions/open-desk.ts';
import { setDesk } from '../actions/set-desk.ts';
import { createDesk, decideNoc, listNoc, saveChecks } from '../contract.ts';
import { deskBench, deskCall } from '../factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { admin, officer, assistant, deputy, director } = bench.people;
const { onDay, waiting, versionOf } = bench;
const LAYOUT = { en: 'The plot is in the layout', bn: 'প্লটটি নকশায় আছে' };
const DUES = { en: 'No dues at the authority', bn: 'কর্তৃপক্ষের কাছে বকেয়া নেই', required: false };
const ALLOTMENT = { documentKind: 'allotment_letter' as const };
/** Nobody has to hand it in. */
const DEED = { documentKind: 'deed_paper' as const };

const setList = async (checks: object[], roleCode = 'rajukSAE', as = director) => {
  const position = roleCode === 'rajukSAE' ? 1 : 2;
  const officerId = (roleCode === 'rajukSAE' ? officer : assistant).userId;
  return { ...(await deskCall(app, as, { roleCode, name: 'SAE', position, officerId, checks })) } as never;
};
beforeEach(async () => {
  await bench.cleanDesks();
  await app.call(createDesk, await setList([LAYOUT, ALLOTMENT, DUES]));
});

const seen = (as: Person, { id }: MadeApplication) => app.call(getApplication, { as, params: { id } });
async function itemsOf(made: MadeApplication) {
  const { deskChecks } = await seen(officer, made);
  const ids = deskChecks.map(({ id }) => id);
  return { layout: ids[0] ?? '', letter: ids[1] ?? '', dues: ids[2] ?? '' };
}
async function check(as: Person, made: MadeApplication, checks: object[]) {
  const body = { version: await versionOf(made.id), checks } as never;
  return app.codeOf(saveChecks, { as, params: { id: made.id }, body });
}
async function approveWith(as: Person, made: MadeApplication, checks?: object[]) {
  const body = { version: await versionOf(made.id), decision: 'approve', checks } as never;
  return app.refused(decideNoc, { as, params: { id: made.id }, body }).catch(() => undefined);
}
const rowOf = async (made: MadeApplication, query: object = {}, as: Person = officer) => {
  const { items } = await app.call(listNoc, { as, query: { desk: 'mine', limit: 100, ...query } });
  return items.find(({ id }) => id === made.id);
};

test('an approval without the required checks is refused at the field; with them it goes to the next desk', async () => {
  const made = await waiting();
  const { layout, letter } = await itemsOf(made);
  const refused = { code: 'applications.checks_open', fields: [{ path: 'checks' }] };
  expect(await approveWith(officer, made)).toMatchObject({ ...refused, params: { count: 2 } });
  const one = [{ itemId: layout, checked: true }];
  expect(await approveWith(officer, made, one)).toMatchObject({ ...refused, params: { count: 1 } });
  // What was refused is not kept.
  expect((await seen(officer, made)).deskChecks.map(({ answered }) => answered)).toEqual([null, null, null]);
  const remark = { itemId: letter, checked: false, remark: 'The letter is with the court' };
  expect(await approveWith(officer, made, [...one, remark])).toBeUndefined();
  expect((await seen(assistant, made)).chain.map(({ state }) => state)).toEqual(
    expect.arrayContaining(['APPROVED', 'OPEN']),
  );
});

test('to return or refuse an application nothing has to be checked', async () => {
  const [first, second] = [await waiting(), await waiting()];
  const items = [{ part: 'document' as const, kind: 'deed_paper' as const, remark: 'blurred' }];
  const sent = async ({ id }: MadeApplication, body: object) => {
    const known = { version: await versionOf(id), remark: 'not readable', ...body } as never;
    return app.codeOf(decideNoc, { as: officer, params: { id }, body: known });
  };
  expect(await sent(first, { decision: 'return', items })).toBeUndefined();
  expect(await sent(second, { decision: 'reject' })).toBeUndefined();
});

test('answers are kept with the decision: who and when, for the later desks and in the history, not for the household', async () => {
  const consumer = await app.consumer();
  const made = await makeApplication(app, {
    upTo: 'WAITING_FOR_REVIEW',
    consumerId: String(consumer.consumerId),
  });
  const { layout, letter, dues } = await itemsOf(made);
  expect(await check(officer, made, [{ itemId: layout, checked: true }])).toBeUndefined();
  await bench.handOver({ firstDay: '2026-11-15' });
  app.clock.set(at('2026-11-15', '10:20'));
  const rest = [
    { itemId: layout, checked: true },
    { itemId: letter, checked: true, remark: 'Page 2' },
    { itemId: dues, remark: '' },
  ];
  expect(await approveWith(deputy, made, rest)).toBeUndefined();
  const kept = [
    {
      ...LAYOUT,
      documentKind: null,
      required: true,
      answer: 'CHECKED',
      name: 'Rafiq Hasan',
      onBehalfOf: null,
    },
    { en: null, documentKind: 'allotment_letter', answer: 'CHECKED', remark: 'Page 2', name: 'Nasrin Akter' },
  ];
  const { remarks, deskChecks } = await seen(assistant, made);
  expect(remarks[0]?.checks).toMatchObject(kept);
  expect(remarks[0]?.checks[1]?.onBehalfOf).toBe('Rafiq Hasan');
  expect(remarks[0]?.checks.map((check) => new Date(check.at).toISOString())).toEqual(
    ['10:00', '10:20'].map((time) => at('2026-11-15', time)),
  );
  // The next desk has no list of its own.
  expect(deskChecks).toEqual([]);
  const timeline = async (as: Person) =>
    (await app.call(getTimeline, { as, query: { applicationId: made.id } })).items;
  const step = (await timeline(assistant)).find(({ action }) => action === 'noc-approve');
  expect(step?.checks).toMatchObject(kept);
  const own = await timeline(consumer);
  expect(own.flatMap(({ checks }) => checks)).toEqual([]);
  expect(own.some(({ action }) => action === 'noc-check')).toBe(false);
  const theirs = await seen(consumer, made);
  expect([theirs.deskChecks, theirs.remarks.flatMap(({ checks }) => checks)]).toEqual([[], []]);
});

test('a decided check is not changed by the program any more', async () => {
  const made = await waiting();
  const { layout, letter } = await itemsOf(made);
  const both = [layout, letter].map((itemId) => ({ itemId, checked: true }));
  expect(await approveWith(officer, made, both)).toBeUndefined();
  const changes = [
    sql`update applications.noc_checks set remark = 'x' where application_id = ${made.id}`,
    sql`delete from applications.noc_checks where application_id = ${made.id}`,
  ];
  for (const change of changes) await expect(execute(app.db, change)).rejects.toThrow('is decided');
});

test('only who has the desk checks, on the version that was seen, and what is on the list', async () => {
  const made = await waiting();
  const { layout } = await itemsOf(made);
  const tick = [{ itemId: layout, checked: true }];
  expect(await check(bench.people.colleague, made, tick)).toBe('applications.not_your_desk');
  expect(await check(assistant, made, tick)).toBe('applications.not_your_desk');
  await app.call(createDesk, await setList([LAYOUT], 'rajukAE'));
  const [foreign] = await all<{ id: string }>(
    app.db,
    sql`select c.id from applications.desk_checks c join applications.desks d on d.id = c.desk_id where d.role_code = 'rajukAE'`,
  );
  expect(await check(officer, made, [{ itemId: foreign?.id, checked: true }])).toBe(
    'applications.checks_changed',
  );
  expect(await approveWith(officer, made, [{ itemId: foreign?.id, checked: true }])).toMatchObject({
    code: 'applications.checks_changed',
  });
  const body = { version: (await versionOf(made.id)) + 1, checks: tick } as never;
  expect(await app.codeOf(saveChecks, { as: officer, params: { id: made.id }, body })).toBe(
    'common.stale_version',
  );
  expect(await check(officer, made, tick)).toBeUndefined();
  expect(await bench.auditOf('noc.check')).toMatchObject({ after: { desk: 'rajukSAE', checks: 1, left: 1 } });
  expect(await check(officer, made, [{ itemId: layout, checked: false }])).toBeUndefined();
  expect((await rowOf(made))?.checksMade).toBe(0);
});

test('an item with other words has to be checked again; what stays keeps its answer, and its place is another', async () => {
  const made = await waiting();
  const { layout, letter } = await itemsOf(made);
  await check(
    officer,
    made,
    [layout, letter].map((itemId) => ({ itemId, checked: true })),
  );
  const answer = await setList([ALLOTMENT, { ...LAYOUT, en: 'The plot is in the layout of 2026' }]);
  const { checks } = await app.call(createDesk, answer);
  expect(checks).toMatchObject([{ id: letter }, { en: 'The plot is in the layout of 2026' }]);
  expect((await seen(officer, made)).deskChecks.map(({ answered }) => answered?.answer ?? null)).toEqual([
    'CHECKED',
    null,
  ]);
  expect(await check(officer, made, [{ itemId: layout, checked: true }])).toBe('applications.checks_changed');
  const { version: _, ...kept } = await bench.deskOf();
  expect(kept.checks).toHaveLength(2);
  // A desk that is set up without a list keeps the one that it has.
  await app.call(createDesk, await bench.setDesk('rajukSAE', 1, officer.userId));
  expect((await bench.deskOf()).checks).toHaveLength(2);
  expect(await bench.auditOf('noc.desk')).toMatchObject({ after: { roleCode: 'rajukSAE' } });
});

test('a list says each thing in both languages, one time, and names papers of the applicant only', async () => {
  const codes = async (checks: object[]) => {
    const { fields } = (await app.refused(createDesk, await setList(checks))) as { fields: object[] };
    return fields;
  };
  expect(await codes([{ en: 'Only English', bn: ' ' }])).toMatchObject([
    { path: 'checks.0.bn', code: 'common.required' },
  ]);
  expect(await codes([LAYOUT, LAYOUT])).toMatchObject([{ path: 'checks', code: 'common.repeated' }]);
  expect(await codes([{ documentKind: 'survey_file' }])).toMatchObject([{ path: 'checks.0.documentKind' }]);
});

test('an application that comes again is checked again', async () => {
  const made = await waiting();
  const { layout } = await itemsOf(made);
  await check(officer, made, [{ itemId: layout, checked: true }]);
  expect((await rowOf(made))?.checksMade).toBe(1);
  await transaction(app.db, (tx) => openDesk(tx, app.system(), made.id));
  expect((await rowOf(made))?.checksMade).toBe(0);
});

test('an approval waits for a list that is being changed, and is refused if there is more to check', async () => {
  const made = await waiting();
  const { layout, letter } = await itemsOf(made);
  const both = [layout, letter].map((itemId) => ({ itemId, checked: true }));
  const changed = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const { version, officerId, ...desk } = await bench.deskOf();
  const more = { ...LAYOUT, en: 'The road is wide enough', required: true };
  const changing = transaction(app.db, async (tx) => {
    const checks = [
      { ...LAYOUT, required: true },
      { documentKind: ALLOTMENT.documentKind, en: '', bn: '', required: true },
      more,
    ];
    const { roleCode, name, position, active } = desk;
    await setDesk(tx, app.actorOf(director), {
      version,
      roleCode,
      name,
      position,
      active,
      officerId,
      checks,
    });
    changed.resolve();
    await mayEnd.promise;
  });
  await changed.promise;
  const approving = approveWith(officer, made, both);
  await new Promise((resolve) => setTimeout(resolve, 300));
  mayEnd.resolve();
  await changing;
  expect(await approving).toMatchObject({ code: 'applications.checks_open', params: { count: 1 } });
});

test('many are approved at once if all is checked; the others are left as they are, each with its reason', async () => {
  const bulk = bulkBench(app);
  const [green, half, papers] = [await waiting(), await waiting(), await waiting()];
  const { layout, letter } = await itemsOf(green);
  const both = [layout, letter].map((itemId) => ({ itemId, checked: true }));
  await check(officer, green, both);
  await check(officer, half, both.slice(1));
  await check(officer, papers, both);
  const paper = (state: string) =>
    execute(
      app.owner.db,
      sql`update applications.documents set state = ${state} where application_id = ${papers.id} and kind = 'signature'`,
    );
  await paper('RETURNED');
  expect([await rowOf(green), await rowOf(half), await rowOf(papers)]).toMatchObject([
    { checksNeeded: 2, checksMade: 2, green: true },
    { checksNeeded: 2, checksMade: 1, green: false },
    { checksNeeded: 2, checksMade: 2, green: false },
  ]);
  const narrowed = async (isGreen: boolean) =>
    (await Promise.all([green, half, papers].map((made) => rowOf(made, { green: isGreen })))).map(Boolean);
  expect([await narrowed(true), await narrowed(false)]).toEqual([
    [true, false, false],
    [false, true, true],
  ]);
  const rows = await Promise.all(
    [green, half, papers].map(async ({ id }) => ({ id, version: await versionOf(id) })),
  );
  const look = { action: 'applications.noc-approve', of: { items: rows } };
  const { items: shown } = await app.call(lookAtChoice, { as: officer, body: look });
  expect(shown.map(({ code }) => code)).toEqual([
    ...[null, 'applications.checks_open', 'applications.documents_missing'],
  ]);
  const done = await bulk.done(officer, 'applications.noc-approve', rows);
  expect(done).toEqual({
    [green.id]: 'DONE',
    [half.id]: 'applications.checks_open',
    [papers.id]: 'applications.documents_missing',
  });
  const after = await Promise.all([half, papers].map(({ id }) => versionOf(id)));
  expect(after).toEqual(rows.slice(1).map(({ version }) => version));
  await onDay('2026-11-15');
  expect((await seen(assistant, green)).remarks[0]?.checks).toHaveLength(2);
  expect(await seen(admin, green)).toMatchObject({
    chain: [{ state: 'APPROVED' }, { state: 'OPEN' }, {}, {}],
  });
});

const paperOf = (made: MadeApplication, state: string) =>
  execute(
    app.owner.db,
    sql`update applications.documents set state = ${state} where application_id = ${made.id} and kind = 'deed_paper'`,
  );
const handIn = (made: MadeApplication) =>
  execute(
    app.owner.db,
    sql`insert into applications.documents
        (application_id, kind, version_no, file_id, file_name, media_type, bytes, uploaded_at, uploaded_by, uploaded_by_name)
      select application_id, 'deed_paper', 1, uuidv7(), file_name, media_type, bytes, uploaded_at, uploaded_by, uploaded_by_name
      from applications.documents where application_id = ${made.id} and kind = 'signature'`,
  );

test('a paper that nobody has handed in is named so, is not ticked, and is answered by a remark', async () => {
  await app.call(createDesk, await setList([LAYOUT, DEED, ALLOTMENT]));
  const made = await waiting();
  const missing = async (as: Person) => (await seen(as, made)).deskChecks.map((item) => item.paperMissing);
  expect(await missing(officer)).toEqual([false, true, false]);
  expect(await rowOf(made)).toMatchObject({ checksNeeded: 3, checksMade: 0, checksMissing: 1 });
  const { layout, letter: deed, dues: letter } = await itemsOf(made);
  const ticks = [layout, deed, letter].map((itemId) => ({ itemId, checked: true, remark: 'seen' }));
  const atCheck = { code: 'applications.check_without_paper' };
  const refused = { ...atCheck, fields: [{ path: 'checks.1', ...atCheck }] };
  expect(await approveWith(officer, made, ticks)).toMatchObject(refused);
  const body = { version: await versionOf(made.id), checks: ticks.slice(1) } as never;
  expect(await app.refused(saveChecks, { as: officer, params: { id: made.id }, body })).toMatchObject({
    ...atCheck,
    fields: [{ path: 'checks.0', ...atCheck }],
  });
  // Nothing of it is kept.
  expect((await seen(officer, made)).deskChecks.map(({ answered }) => answered)).toEqual([null, null, null]);
  const instead = { itemId: deed, checked: false, remark: 'The deed is with the court' };
  const some = ticks.filter(({ itemId }) => itemId !== deed);
  expect(await check(officer, made, [...some, instead])).toBeUndefined();
  expect(await rowOf(made)).toMatchObject({ checksMade: 3, checksMissing: 0, green: true });
  expect(await approveWith(officer, made)).toBeUndefined();
});

test('a paper that came is ticked; if it is not there any more the tick counts no more', async () => {
  await app.call(createDesk, await setList([DEED]));
  const made = await waiting();
  const { layout: deed } = await itemsOf(made);
  await handIn(made);
  expect((await seen(officer, made)).deskChecks[0]?.paperMissing).toBe(false);
  expect(await check(officer, made, [{ itemId: deed, checked: true }])).toBeUndefined();
  expect(await rowOf(made)).toMatchObject({ checksMade: 1, checksMissing: 0, green: true });
  await paperOf(made, 'REPLACED');
  expect(await rowOf(made)).toMatchObject({ checksMade: 0, checksMissing: 1, green: false });
  expect(await approveWith(officer, made)).toMatchObject({
    code: 'applications.checks_open',
    params: { count: 1 },
  });
  await paperOf(made, 'SUBMITTED');
  expect(await approveWith(officer, made)).toBeUndefined();
});

test('ticks of before without their paper are taken back; those with it, remarks and decided ones stay', async () => {
  await app.call(createDesk, await setList([DEED, ALLOTMENT]));
  const [open, answered, decided] = [await waiting(), await waiting(), await waiting()];
  const { layout: deed, letter } = await itemsOf(open);
  const both = [deed, letter].map((itemId) => ({ itemId, checked: true }));
  for (const made of [open, decided]) {
    await handIn(made);
    expect(await check(officer, made, both)).toBeUndefined();
  }
  await check(officer, answered, [{ itemId: deed, remark: 'With the court' }]);
  expect(await approveWith(officer, decided)).toBeUndefined();
  for (const made of [open, decided]) await paperOf(made, 'REPLACED');
  await execute(app.owner.db, sql.raw(readSource('migrations/0258_ticks_without_paper.sql')));
  const kept = await all<{ id: string; item: string }>(
    app.db,
    sql`select application_id as id, item_id as item from applications.noc_checks
      where application_id in (${open.id}, ${answered.id}, ${decided.id})`,
  );
  const pairs = kept.map(({ id, item }) => `${id} ${item}`).toSorted();
  const wanted = [
    ...[`${open.id} ${letter}`, `${answered.id} ${deed}`],
    ...[`${decided.id} ${deed}`, `${decided.id} ${letter}`],
  ];
  expect(pairs).toEqual(wanted.toSorted());
});
