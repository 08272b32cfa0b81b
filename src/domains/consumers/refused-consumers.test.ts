/** What the register of consumers refuses, over HTTP, each for its own reason. */
import { expect, test } from 'vitest';
import { getSecuritySettings, updateSecuritySettings } from '#domains/identity/security/contract.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { sendEmptyForm } from '#test/empty-form.ts';
import { duringChange } from '#test/race.ts';
import { KEPT_AND_UNREADABLE } from '#test/refusals/broken-tables.ts';
import { createConsumer } from './actions/register-consumer.ts';
import { claimConsumer } from './claim/contract.ts';
import { townOf } from './claim/factory.ts';
import { deleteConsumer, editConsumer, registration } from './contract.ts';
import { uploadImport } from './imports/contract.ts';
import { mergeConsumers, previewMerge } from './merge/contract.ts';
import { sendConsumerPassword } from './record/contract.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const head = await app.staff('admin');
const { newPhone, household, prove, register, signedIn, told } = townOf(app);

const entry = () =>
  transaction(app.db, (tx) => createConsumer(tx, app.system(), { name: 'Rahima', phone: newPhone() }));

test('an entry into which another one was merged is not deleted', async () => {
  const [from, into] = [await entry(), await entry()];
  const remove = () => app.codeOf(deleteConsumer, { as: head, params: { id: into.id } });
  const preview = await app.call(previewMerge, { as: head, query: { fromId: from.id, intoId: into.id } });
  const body = {
    ...{ fromId: from.id, intoId: into.id, confirmNumber: from.number, reason: 'registered twice' },
    ...{ fromVersion: preview.from.version, intoVersion: preview.into.version },
  };
  await app.call(mergeConsumers, { as: head, body });
  expect(await remove()).toBe('consumers.has_merged');
  const other = await entry();
  expect(await app.codeOf(deleteConsumer, { as: head, params: { id: other.id } })).toBeUndefined();
});

test('an entry that is none is not changed, gets no link, and is not merged with another one', async () => {
  const [id, one] = ['0190ffff-ffff-7fff-8fff-ffffffffffff', await entry()];
  const fields = { id, version: 1, name: 'Rahima', phone: newPhone() };
  expect(await app.codeOf(editConsumer, { as: head, body: fields })).toBe('common.not_found');
  expect(await app.codeOf(sendConsumerPassword, { as: head, body: { id } })).toBe('common.not_found');
  const versions = { fromVersion: 1, intoVersion: 1 };
  const merge = (fromId: string, intoId: string) =>
    app.codeOf(mergeConsumers, {
      as: head,
      body: { fromId, intoId, ...versions, confirmNumber: one.number, reason: 'registered twice' },
    });
  expect([await merge(one.id, id), await merge(id, one.id)]).toEqual([
    'common.not_found',
    'common.not_found',
  ]);
});

test.each(KEPT_AND_UNREADABLE)(
  'a file of consumers that is refused at its start: %s',
  async (code, content) => {
    const sent = { as: head, content: await content(), name: 'consumers.csv' };
    expect((await app.sendFile(uploadImport, sent)).code).toBe(code);
  },
);

test('a file of consumers is sent with the file', async () => {
  expect(await sendEmptyForm(app, uploadImport, head)).toBe('consumers.import_file_missing');
});

test('who claims while their own entry goes to another one is told that something came in between', async () => {
  const phone = newPhone();
  await register(phone);
  const [person, home, other] = [await signedIn(phone), await household(phone), await entry()];
  const body = { customerNumber: home.connection.number, evidence: home.last.number };
  const claim = () => app.codeOf(claimConsumer, { as: person, body });
  // As merging does: both entries locked, then the account goes along.
  const code = await duringChange(
    app,
    async (tx) => {
      await execute(
        tx,
        sql`select from consumers.consumers where id in (${person.consumerId}, ${other.id}) order by id for no key update`,
      );
      await execute(tx, sql`update identity.users set consumer_id = ${other.id} where id = ${person.userId}`);
    },
    claim,
  );
  expect(code).toBe('common.conflict');
  expect(await claim()).toBeUndefined();
});

test('nobody is born today or later', async () => {
  const { id } = await entry();
  const change = (dateOfBirth: string) =>
    app.codeOf(editConsumer, {
      as: head,
      body: { id, version: 1, name: 'Rahima', phone: newPhone(), dateOfBirth },
    });
  expect([await change('2026-11-15'), await change('2026-11-14')]).toEqual([
    'consumers.born_in_future',
    undefined,
  ]);
  const phone = newPhone();
  const { body } = told(phone, await prove(phone));
  expect(await app.codeOf(registration, { body: { ...body, dateOfBirth: '2026-11-16' } })).toBe(
    'consumers.born_in_future',
  );
});

test('who registers chooses a password that is long enough and not easily guessed', async () => {
  const { settings, version } = await app.call(getSecuritySettings, { as: head });
  const longer = { settings: { ...settings, consumerPasswordLength: 9 }, version };
  await app.call(updateSecuritySettings, { as: head, body: longer });
  const phone = newPhone();
  const { body } = told(phone, await prove(phone));
  const choose = (password: string) => app.codeOf(registration, { body: { ...body, password } });
  expect([await choose('pukur-71'), await choose('bangladesh1'), await choose('pukur-par-71')]).toEqual([
    'identity.short_password',
    'identity.weak_password',
    undefined,
  ]);
});
