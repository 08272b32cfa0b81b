/** Who sees what: in lists, single records, files, and below all of it in the rows. */
import { describe, expect, test } from 'vitest';
import { counterItems } from '#domains/dashboard/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import type { Endpoint, EndpointInput } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import type { State } from './application.rules.ts';
import * as contract from './contract.ts';
import { demandNotePdf } from './demand-note/contract.ts';
import { makeApplication } from './factory.ts';
import * as intake from './intake/contract.ts';
import * as letter from './letter/contract.ts';
import { openDocument } from './opening/contract.ts';
import { listOwnerApplications } from './owners/contract.ts';
import { applicationCounts } from './queries.ts';
import * as review from './review/contract.ts';

const app = await testApp();
const make = (upTo: State, more: { consumerId?: string } = {}) => makeApplication(app, { upTo, ...more });
const detail = (as: Person, id: string) => app.call(contract.getApplication, { as, params: { id } });

describe('who sees what', () => {
  test('a consumer sees nothing of another one (G21, G22)', async () => {
    const [a, b] = [await app.consumer('A'), await app.consumer('B')];
    const own = await make('READY_TO_PAY', { consumerId: a.consumerId ?? '' });
    const asked = await make('RECORRECTION', { consumerId: a.consumerId ?? '' });
    const id = { params: { id: own.id } };
    const query = { query: { applicationId: own.id } };
    const act = { applicationId: own.id, version: own.version };
    const reading: [Endpoint, EndpointInput<Endpoint>][] = [
      [contract.getApplication, id],
      [contract.getTimeline, query],
      [contract.checkExpiry, query],
      [intake.getApplicant, query],
      [intake.documentLinks, query],
      [demandNotePdf, id],
      [letter.letterPdf, id],
      [intake.acknowledgementPdf, id],
    ];
    const writing: [Endpoint, EndpointInput<Endpoint>][] = [
      [contract.updateState, { body: { ...act, action: 'withdraw' } }],
      [contract.updateState, { body: { ...act, action: 'comment', remark: 'x' } }],
      [intake.submitApplication, { body: act }],
      [intake.updateDraft, { body: { ...act, plumber: {} } }],
      [review.resubmitApplication, { params: { id: asked.id }, body: { version: asked.version } }],
      [contract.deleteApplication, { ...id, body: { remark: 'x' } }],
      [intake.deleteDraft, id],
    ];
    for (const [endpoint, input] of [...reading, ...writing]) {
      const refusal = await app.refused(endpoint, { ...input, as: b });
      expect([endpoint.path, refusal.status]).toEqual([endpoint.path, 404]);
    }
    for (const list of [contract.listApplications, contract.listArchived, intake.listDrafts]) {
      const page = await app.call(list as typeof contract.listApplications, {
        as: b,
        query: { limit: 200, consumerId: a.consumerId ?? '' },
      });
      expect([page.items, page.total]).toEqual([[], 0]);
    }
    expect((await app.call(listOwnerApplications, { as: b })).total).toBe(0);
    const info = await app.call(intake.consumerInfo, { as: b, query: { consumerId: a.consumerId ?? '' } });
    expect(info.id).toBe(b.consumerId);
    expect((await app.call(contract.listApplications, { as: a })).items).toHaveLength(2);
  });

  test('row-level security holds without any WHERE', async () => {
    const [a, b] = [await app.consumer('A'), await app.consumer('B')];
    await make('CONNECTED', { consumerId: a.consumerId ?? '' });
    const tables = [
      ...['applications', 'documents', 'timeline', 'recorrections', 'recorrection_items', 'noc_remarks'],
      ...['surveys', 'survey_materials', 'demand_notes', 'demand_note_lines', 'installations'],
    ];
    const seen = await transaction(app.db, async (tx) => {
      await asConsumer(tx, app.actorOf(b));
      return Promise.all(tables.map((table) => all(tx, sql`select 1 from ${sql.id('applications', table)}`)));
    });
    expect(seen.flat()).toEqual([]);
    const forbidden = transaction(app.db, async (tx) => {
      await asConsumer(tx, app.actorOf(b));
      await all(tx, sql`select 1 from applications.noc_steps`);
    });
    await expect(forbidden).rejects.toThrow('permission denied');
  });

  test('planners see their chain only and may do nothing else', async () => {
    const planner = await app.staff('rajukSAE');
    const pending = await make('PENDING');
    const there = await make('WAITING_FOR_REVIEW');
    expect(
      (await app.refused(contract.getApplication, { as: planner, params: { id: pending.id } })).status,
    ).toBe(404);
    const { can } = await detail(planner, there.id);
    expect(Object.keys(can).sort()).toEqual([
      'hold',
      'noc-approve',
      'noc-check',
      'noc-forward',
      'noc-reject',
      'noc-remark',
      'noc-return',
      'recorrection',
      'resume',
    ]);
    expect(can['noc-approve']).toEqual({ allowed: true, reason: null });
    const director = await app.staff('rajukPD');
    expect((await detail(director, there.id)).can['noc-approve']).toEqual({
      allowed: false,
      reason: 'not_your_desk',
    });
    expect((await app.refused(contract.listApplications, { as: planner })).status).toBe(402);
  });

  test('tabs and badges are one query', async () => {
    const reviewer = await app.staff('reviewer');
    const list = await app.call(contract.listApplications, { as: reviewer, query: { stateId: 'PENDING' } });
    expect(list.total).toBe(list.counts.states.PENDING);
    const actor = {
      ...app.actorOf(reviewer),
      permissions: new Set(['applications:view', 'applications:view-all'] as const),
    };
    expect(await applicationCounts(app.db, actor)).toEqual(list.counts);
    const literal = await app.call(contract.listApplications, { as: reviewer, query: { search: '%' } });
    expect(literal.total).toBe(0);
  });
});

describe('staff see what their work needs', () => {
  const assign = (id: string, to: Person | null) =>
    execute(
      app.db,
      sql`update applications.applications set assignee_id = ${to?.userId ?? null}::uuid where id = ${id}`,
    );
  const see = (as: Person, id: string) => app.codeOf(contract.getApplication, { as, params: { id } });
  const idsOf = async (as: Person) =>
    (await app.call(contract.listApplications, { as, query: { limit: 200 } })).items.map(({ id }) => id);
  const papersOf = async (applicationId: string) => {
    const rows = await all<{ id: string }>(
      app.db,
      sql`select id from applications.documents where application_id = ${applicationId} order by kind`,
    );
    return rows.map(({ id }) => id);
  };
  const open = (as: Person, documentId = '') => app.codeOf(openDocument, { as, query: { documentId } });
  const opened = async (person: Person) => {
    const rows = await all<{ id: string }>(
      app.db,
      sql`select object_id as id from platform.audit where action = 'application.document-view'
        and object = 'personal-data' and actor_id = ${person.userId} order by at, id`,
    );
    return rows.map(({ id }) => id);
  };

  test.each([
    ['surveyor', 'READY_TO_SURVEY', 'READY_FOR_METER_INSTALLATION'],
    ['installer', 'READY_FOR_METER_INSTALLATION', 'READY_TO_SURVEY'],
  ] as const)(
    'a %s sees their own work and the pool, documents of their own work only',
    async (role, work, other) => {
      const [person, colleague] = [await app.staff(role), await app.staff(role)];
      const [own, pool, theirs, elsewhere] = [
        await make(work),
        await make(work),
        await make(work),
        await make(other),
      ];
      await assign(own.id, person);
      // An application keeps the person who did the work of another state.
      await assign(pool.id, await app.staff('cashier'));
      await assign(theirs.id, colleague);
      expect([await see(person, own.id), await see(person, pool.id)]).toEqual([undefined, undefined]);
      for (const id of [theirs.id, elsewhere.id]) expect(await see(person, id)).toBe('common.not_found');
      const listed = await idsOf(person);
      expect([own.id, pool.id, theirs.id, elsewhere.id].map((id) => listed.includes(id))).toEqual([
        true,
        true,
        false,
        false,
      ]);
      const [mine, free] = [await detail(person, own.id), await detail(person, pool.id)];
      expect([mine.documentsOpen, mine.documents.length > 0]).toEqual([true, true]);
      expect([free.documentsOpen, free.documents]).toEqual([false, []]);
      expect(await opened(person)).toEqual([]);
      const [[paper = ''], [closed]] = [await papersOf(own.id), await papersOf(pool.id)];
      expect([await open(person, paper), await open(person, closed)]).toEqual([
        undefined,
        'common.not_found',
      ]);
      expect(await opened(person)).toEqual([paper]);
      // Of the pool neither the pictures of a national ID nor its number.
      expect([mine.parts.applicant.nid, free.parts.applicant.nid]).toEqual([
        expect.stringMatching(/^99\d{8}$/),
        undefined,
      ]);
    },
  );

  test.each([
    ['surveyor', 'READY_TO_SURVEY', 'READY_TO_PAY'],
    ['installer', 'READY_FOR_METER_INSTALLATION', 'CONNECTED'],
  ] as const)('a %s keeps no document of work that is done', async (role, work, later) => {
    const person = await app.staff(role);
    const [now, past, archived] = [await make(work), await make(later), await make(work)];
    for (const { id } of [now, past, archived]) await assign(id, person);
    await execute(
      app.owner.db,
      sql`update applications.applications set archived_at = now() where id = ${archived.id}`,
    );
    const seen = await detail(person, now.id);
    expect([seen.documentsOpen, seen.parts.applicant.nid]).toEqual([true, expect.any(String)]);
    for (const { id } of [past, archived]) {
      const { documentsOpen, documents, parts } = await detail(person, id);
      expect([documentsOpen, documents, parts.applicant.nid]).toEqual([false, [], undefined]);
      expect(await open(person, (await papersOf(id))[0])).toBe('common.not_found');
    }
  });

  test('a cashier sees every application and no document', async () => {
    const [cashier, reviewer, consumer] = [
      await app.staff('cashier'),
      await app.staff('reviewer'),
      await app.consumer(),
    ];
    const paying = await make('READY_TO_PAY', { consumerId: consumer.consumerId ?? '' });
    const found = await detail(cashier, paying.id);
    expect(found.parts.applicant).not.toHaveProperty('nid');
    const { nid } = (await detail(reviewer, paying.id)).parts.applicant;
    const numbersBy = async (as: Person) => {
      const page = await app.call(contract.listApplications, { as, query: { search: String(nid) } });
      return page.items.map(({ number }) => number);
    };
    expect([await numbersBy(reviewer), await numbersBy(cashier)]).toEqual([[paying.number], []]);
    expect([found.documentsOpen, found.documents, found.demandNotes.length]).toEqual([false, [], 1]);
    expect(await open(cashier, (await papersOf(paying.id))[0])).toBe('common.not_found');
    expect(
      (await app.refused(intake.documentLinks, { as: cashier, query: { applicationId: paying.id } })).status,
    ).toBe(404);
    const query = { consumerId: consumer.consumerId ?? '' };
    const papers = (as: Person) => app.call(intake.listDocuments, { as, query });
    expect((await app.refused(intake.listDocuments, { as: cashier, query })).status).toBe(402);
    expect((await papers(reviewer)).total).toBeGreaterThan(0);
    expect(await opened(cashier)).toEqual([]);
  });

  test('each opening of each document is a row of the audit log; a consumer’s own leave none', async () => {
    const [reviewer, colleague, consumer] = [
      await app.staff('reviewer'),
      await app.staff('reviewer'),
      await app.consumer(),
    ];
    const pending = await make('PENDING', { consumerId: consumer.consumerId ?? '' });
    await detail(reviewer, pending.id);
    expect(await opened(reviewer)).toEqual([]);
    const [first = '', second = ''] = await papersOf(pending.id);
    await open(reviewer, first);
    await open(reviewer, second);
    expect((await opened(reviewer)).sort()).toEqual([first, second].sort());
    // The link of an opening is good for five minutes: what is asked again within them is the same opening.
    app.clock.advance(299);
    await open(reviewer, first);
    expect(await opened(reviewer)).toHaveLength(2);
    await open(colleague, first);
    expect(await opened(colleague)).toEqual([first]);
    app.clock.advance(2);
    await open(reviewer, first);
    expect(await opened(reviewer)).toHaveLength(3);
    const { after } = await one<{ after: object }>(
      app.db,
      sql`select after from platform.audit where actor_id = ${colleague.userId} and object_id = ${first}`,
    );
    expect(after).toMatchObject({ application: pending.number, versionNo: 1, fileName: expect.any(String) });
    expect(await open(consumer, first)).toBeUndefined();
    const own = await app.call(intake.documentLinks, { as: consumer, query: { applicationId: pending.id } });
    expect(own.items.map(({ documentId }) => documentId)).toContain(first);
    expect(await opened(consumer)).toEqual([]);
  });

  test('staff get no links of a whole application: each document is opened by itself', async () => {
    const reviewer = await app.staff('reviewer');
    const pending = await make('PENDING');
    const query = { applicationId: pending.id };
    expect(await app.codeOf(intake.documentLinks, { as: reviewer, query })).toBe('common.not_found');
    expect(await open(reviewer, crypto.randomUUID())).toBe('common.not_found');
  });

  test('a document of somebody else’s application opens for nobody', async () => {
    const [mine, theirs] = [await app.consumer('A'), await app.consumer('B')];
    const foreign = await make('PENDING', { consumerId: theirs.consumerId ?? '' });
    const [paper] = await papersOf(foreign.id);
    expect([await open(mine, paper), await open(theirs, paper)]).toEqual(['common.not_found', undefined]);
    const surveyor = await app.staff('surveyor');
    const given = await make('READY_TO_SURVEY');
    await assign(given.id, await app.staff('surveyor'));
    expect(await open(surveyor, (await papersOf(given.id))[0])).toBe('common.not_found');
  });

  test('who writes applications sees what was typed into them, also without the documents', async () => {
    const clerk = await app.staffWith(['applications:view', 'applications:view-all', 'applications:edit']);
    const pending = await make('PENDING');
    const { documents, parts } = await detail(clerk, pending.id);
    expect([documents, parts.applicant.nid]).toEqual([[], expect.stringMatching(/^99\d{8}$/)]);
  });

  test('a role without any word about applications opens no document', async () => {
    const reader = await app.staff('reader');
    const pending = await make('PENDING');
    expect(await open(reader, (await papersOf(pending.id))[0])).toBe('common.not_permitted');
  });

  test('a planner’s badges count their own desk only', async () => {
    const planner = await app.staff('rajukSAE');
    await make('PENDING');
    await make('WAITING_FOR_REVIEW');
    const { application_count: counts } = await app.call(counterItems, { as: planner });
    expect(counts.waiting_for__review).toBeGreaterThan(0);
    expect(
      Object.entries(counts).filter(([key, count]) => key !== 'waiting_for__review' && count > 0),
    ).toEqual([]);
  });
});

describe('lists as files', () => {
  test('hold what the list shows, and for a consumer only their own', async () => {
    const [consumer, reviewer] = [await app.consumer(), await app.staff('reviewer')];
    const own = await make('PENDING', { consumerId: consumer.consumerId ?? '' });
    const file = async (as: Person, path: string) => {
      const answer = await app.server.inject({
        url: `/api/main${path}/download`,
        query: { format: 'csv', language: 'bn' },
        headers: { authorization: `Bearer ${as.idToken}` },
      });
      expect([path, answer.statusCode]).toEqual([path, 200]);
      return answer.body;
    };
    const whole = await file(reviewer, '/application');
    expect(whole).toContain(own.number);
    const mine = await file(consumer, '/application');
    expect(mine.match(/\b1\d{9}\b/g)).toEqual([own.number]);
    for (const path of ['/archived/application/list', '/quick/application/get', '/rajuk/application']) {
      await file(reviewer, path);
    }
  });
});

test('a desk that is not in the chain of an application does not see it', async () => {
  const chief = await app.staff('rajukPM');
  const active = (now: boolean) =>
    execute(app.owner.db, sql`update applications.desks set active = ${now} where role_code = 'rajukPM'`);
  await active(false);
  const without = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  await active(true);
  const within = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const see = (id: string) => app.codeOf(contract.getApplication, { as: chief, params: { id } });
  expect([await see(without.id), await see(within.id)]).toEqual(['common.not_found', undefined]);
});
