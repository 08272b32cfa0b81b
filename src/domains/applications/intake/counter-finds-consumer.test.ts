/** Whose application it is that staff hand in at the counter: nobody gets a second entry of the register by silence. */
import { expect, test } from 'vitest';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { townOf } from '#domains/consumers/claim/factory.ts';
import { registration } from '#domains/consumers/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeApplication } from '../factory.ts';
import { submitApplication } from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const NID = '5566778899';

let people = 0;
const newNid = () => {
  people += 1;
  return String(1_000_000_000 + people);
};

/** A draft with all its papers, of an applicant with this phone and no consumer. */
async function draftOf(phone: string, nid = newNid()): Promise<{ applicationId: string; version: number }> {
  const { id, version } = await makeApplication(app, { upTo: 'DRAFT' });
  await execute(
    app.db,
    sql`update applications.applications set applicant = applicant || ${JSON.stringify({ phone, nid })}::jsonb
    where id = ${id}`,
  );
  return { applicationId: id, version };
}

type Submission = { applicationId: string; version: number; consumerId?: string; newConsumer?: string };
const submit = (body: Submission) => app.call(submitApplication, { as: reviewer, body });

async function entries(phone: string) {
  return all<{ id: string; number: string }>(
    app.db,
    sql`select id, number from consumers.consumers where phone = ${phone} order by id`,
  );
}

const ownerOf = async (id: string) =>
  (
    await one<{ owner: string }>(
      app.db,
      sql`select consumer_id as owner from applications.applications where id = ${id}`,
    )
  ).owner;

test('an applicant whom nobody knows becomes a consumer', async () => {
  const phone = '+8801533000001';
  const draft = await draftOf(phone);
  await submit(draft);
  const [made] = await entries(phone);
  expect(await ownerOf(draft.applicationId)).toBe(made?.id);
});

test('the name in Bengali comes into the register: of a new person, and of a known one who had none', async () => {
  const named = async (phone: string, known?: { nameBn: string | null }) => {
    const entry =
      known &&
      (await transaction(app.db, (tx) =>
        createConsumer(tx, app.system(), { name: 'Ashraful Sheikh', phone, ...known }),
      ));
    const draft = await draftOf(phone);
    await execute(
      app.db,
      sql`update applications.applications set applicant = applicant || '{"nameBn":"আশরাফুল শেখ"}'
      where id = ${draft.applicationId}`,
    );
    await submit({ ...draft, ...(entry ? { consumerId: entry.id } : {}) });
    return one(
      app.db,
      sql`select c.name_bn as "nameBn", c.version, (select max(after ->> 'nameBn') from platform.audit
          where action = 'consumer.edit' and object_id = c.id::text) as audited
        from consumers.consumers c where phone = ${phone}`,
    );
  };
  expect(await named('+8801533000031')).toEqual({ nameBn: 'আশরাফুল শেখ', version: 1, audited: null });
  expect(await named('+8801533000032', { nameBn: null })).toEqual({
    ...{ nameBn: 'আশরাফুল শেখ', version: 2, audited: 'আশরাফুল শেখ' },
  });
  expect(await named('+8801533000033', { nameBn: 'মোঃ আশরাফুল' })).toEqual({
    ...{ nameBn: 'মোঃ আশরাফুল', version: 1, audited: null },
  });
});

test('a household that applies for itself: its entry gets the name in Bengali if it has none, and only for its own name', async () => {
  const named = async (household: Person, applicant: { name: string; nameBn?: string }) => {
    const { id, version } = await makeApplication(app, {
      upTo: 'DRAFT',
      consumerId: String(household.consumerId),
    });
    await execute(
      app.db,
      sql`update applications.applications set applicant = applicant || ${JSON.stringify(applicant)}::jsonb where id = ${id}`,
    );
    await app.call(submitApplication, { as: household, body: { applicationId: id, version } });
    return one(
      app.db,
      sql`select c.name_bn as "nameBn", (select max(after ->> 'nameBn') from platform.audit
          where action = 'consumer.edit' and object_id = c.id::text) as audited
        from consumers.consumers c where c.id = ${household.consumerId}`,
    );
  };
  const nothing = { nameBn: null, audited: null };
  const salma = await app.consumer('Salma Khatun');
  expect(await named(salma, { name: 'Salma Khatun' })).toEqual(nothing);
  expect(await named(salma, { name: 'Abdul Khatun', nameBn: 'আব্দুল খাতুন' })).toEqual(nothing);
  const written = { nameBn: 'সালমা খাতুন', audited: 'সালমা খাতুন' };
  expect(await named(salma, { name: 'salma khatun', nameBn: 'সালমা খাতুন' })).toEqual(written);
  expect(await named(salma, { name: 'Salma Khatun', nameBn: 'ছালমা খাতুন' })).toEqual(written);
});

test('an applicant whose date of birth is a day that has not come becomes nobody', async () => {
  const phone = '+8801533000009';
  const draft = await draftOf(phone);
  await execute(
    app.db,
    sql`update applications.applications set applicant = applicant || '{"dateOfBirth":"2999-01-01"}'
    where id = ${draft.applicationId}`,
  );
  const { code, fields } = await app.refused(submitApplication, { as: reviewer, body: draft });
  expect(code).toBe('common.invalid_input');
  expect(fields).toMatchObject([{ path: 'applicant.dateOfBirth', code: 'common.birth_in_future' }]);
  expect(await entries(phone)).toEqual([]);
});

test('one with a known phone or national ID is shown, and is chosen by staff', async () => {
  const phone = '+8801533000002';
  const known = await transaction(app.db, (tx) =>
    createConsumer(tx, app.system(), { name: 'Rahima Khatun', phone, nid: NID }),
  );
  for (const [typed, nid] of [
    ['01533-000002', newNid()],
    ['+8801533000003', NID],
  ] as const) {
    const draft = await draftOf(typed, nid);
    const refusal = await app.refused(submitApplication, { as: reviewer, body: draft });
    expect([refusal.status, refusal.code]).toEqual([409, 'applications.applicant_known']);
    expect(refusal.params).toEqual({ number: known.number, name: 'Rahima Khatun', consumerId: known.id });
    // Only one of those that are shown: no application goes to a stranger.
    const { id: stranger } = await transaction(app.db, (tx) =>
      createConsumer(tx, app.system(), { name: 'Stranger', phone: '+8801533999999' }),
    );
    const wrong = { ...draft, consumerId: stranger };
    expect((await app.refused(submitApplication, { as: reviewer, body: wrong })).code).toBe(
      'applications.applicant_known',
    );
    await submit({ ...draft, consumerId: known.id });
    expect(await ownerOf(draft.applicationId)).toBe(known.id);
  }
  expect(await entries(phone)).toHaveLength(1);
});

test('another person with the same phone becomes a consumer if staff say why, and the reason stays', async () => {
  const phone = '+8801533000004';
  await submit(await draftOf(phone));
  await submit({ ...(await draftOf(phone)), newConsumer: 'her brother, same phone' });
  const [, second] = await entries(phone);
  const { reason } = await one<{ reason: string }>(
    app.db,
    sql`select reason from platform.audit where object_id = ${second?.id} and action = 'consumer.create'`,
  );
  expect(reason).toBe('her brother, same phone');
});

test('of two drafts of one phone handed in at once one makes the consumer, the other is asked', async () => {
  const phone = '+8801533000005';
  const drafts = [await draftOf(phone), await draftOf(phone)];
  const answers = await Promise.allSettled(drafts.map((draft) => submit(draft)));
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await entries(phone)).toHaveLength(1);
});

test('the counter and a registration with one phone at once make one consumer', async () => {
  const { prove, told } = townOf(app);
  for (const phone of ['+8801533000006', '+8801533000007', '+8801533000008']) {
    const draft = await draftOf(phone);
    const body = told(phone, await prove(phone));
    await Promise.allSettled([app.call(registration, body), submit(draft)]);
    expect(await entries(phone)).toHaveLength(1);
  }
});
