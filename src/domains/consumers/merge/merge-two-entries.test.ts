import { describe, expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { invoiceDetail, searchInvoice } from '#domains/billing/invoices/contract.ts';
import { getProfile } from '#domains/identity/session/contract.ts';
import { listConnections } from '#domains/meters/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment, paymentHistory } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, first, one, sql, transaction } from '#platform/database/db.ts';
import { ledgerSum, type Person, testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import * as record from '../record/contract.ts';
import { mergeConsumers, previewMerge } from './contract.ts';

const app = await testApp();
const head = await app.staff('admin');

let made = 0;
async function consumer(name = 'Rahima Khatun', more: object = {}) {
  made += 1;
  return app.call(contract.createConsumer, {
    as: head,
    body: { name, phone: `0151${String(1_000_000 + made)}`, ...more },
  });
}

type Ids = { from: { id: string; number: string }; into: { id: string } };

async function bodyOf({ from, into }: Ids) {
  const preview = await app.call(previewMerge, { as: head, query: { fromId: from.id, intoId: into.id } });
  return {
    fromId: from.id,
    intoId: into.id,
    fromVersion: preview.from.version,
    intoVersion: preview.into.version,
    confirmNumber: from.number,
    reason: 'registered twice',
  };
}

async function merge(ids: Ids, more: object = {}) {
  return app.call(mergeConsumers, { as: head, body: { ...(await bodyOf(ids)), ...more } });
}

async function pay(connectionId: string, amountMinor: number) {
  await app.call(makePayment, { as: head, body: { connectionId, amountMinor, tender: { method: 'CASH' } } });
}

/** Balance of every account of every party. */
const balances = () =>
  all<{ party: string; account: string; amount: number }>(
    app.db,
    sql`select party_id as party, account_code as account, sum(amount_minor)::bigint as amount
      from ledger.entries where party_id is not null group by 1, 2 order by 1, 2`,
  );

const owed = async (id: string) =>
  (await app.call(contract.getConsumer, { as: head, params: { id } })).dueMinor;

describe('merging two entries of one person', () => {
  test('moves what can still change, rewrites no fact, keeps money exact and both numbers findable', async () => {
    const from = await consumer('Rahima Khatun', { nid: '9998887776', address: 'old' });
    const into = await consumer('Rohima Khatoon', { nameBn: 'রহিমা খাতুন' });
    const [old, own] = await transaction(app.db, async (tx) => [
      await makeDebtor(tx, app.system(), { consumerId: from.id, months: 3 }),
      await makeDebtor(tx, app.system(), { consumerId: into.id, months: 2 }),
    ]);
    await pay(old.connectionId, 12000);
    const before = { balances: await balances(), due: (await owed(from.id)) + (await owed(into.id)) };
    const facts = () =>
      all(
        app.db,
        sql`select id, consumer_id, number as name from billing.invoices union all
          select id, consumer_id, state from payments.payments order by 1`,
      );
    const factsBefore = await facts();

    const preview = await app.call(previewMerge, { as: head, query: { fromId: from.id, intoId: into.id } });
    expect(preview.from.holdings).toEqual(
      expect.arrayContaining([
        { kind: 'connections', count: 1, amountMinor: null },
        { kind: 'invoices', count: 3, amountMinor: 22500 },
        { kind: 'payments', count: 1, amountMinor: 12000 },
      ]),
    );
    const left = await merge({ from, into }, { keepFrom: ['nid'] });

    expect(left).toMatchObject({ name: 'Rohima Khatoon', nid: '9998887776', address: '', status: 'active' });
    expect(await balances()).toEqual(before.balances);
    expect(await owed(into.id)).toBe(before.due);
    expect(await ledgerSum(app)).toBe(0);
    expect(await facts()).toEqual(factsBefore);

    const { items } = await app.call(listConnections, { as: head, query: { consumerId: into.id } });
    expect(items.map(({ id }) => id).sort()).toEqual([old.connectionId, own.connectionId].sort());
    const bills = await app.call(searchInvoice, { as: head, query: { consumerId: into.id } });
    expect(bills.total).toBe(5);
    const payments = await app.call(paymentHistory, { as: head, query: { consumerId: into.id } });
    expect(payments.total).toBe(1);

    for (const search of [from.number, into.number, 'Rahima', 'রহিমা']) {
      const found = await app.call(contract.listConsumers, { as: head, query: { search } });
      expect(
        found.items.map(({ number }) => number),
        search,
      ).toEqual([into.number]);
    }
    const gone = await app.call(contract.getConsumer, { as: head, params: { id: from.id } });
    expect([gone.status, gone.mergedInto?.number]).toEqual(['merged', into.number]);
    const kept = await app.call(contract.getConsumer, { as: head, params: { id: into.id } });
    expect(kept.mergedFrom.map(({ number }) => number)).toEqual([from.number]);
    const history = await app.call(record.consumerHistory, { as: head, params: { id: into.id } });
    expect(history.items[0]).toMatchObject({ action: 'consumer.merge', reason: 'registered twice' });
    // The money of the moved connection goes on as if nothing had happened.
    await pay(old.connectionId, 22500);
    expect(await owed(into.id)).toBe(before.due - 22500);
    expect(await ledgerSum(app)).toBe(0);
  });

  test('applications move with their papers; the one that goes takes nothing new', async () => {
    const from = await consumer();
    const into = await consumer();
    const application = await makeApplication(app, { upTo: 'PENDING', consumerId: from.id });
    await merge({ from, into });
    const row = await one<{ consumer_id: string }>(
      app.db,
      sql`select consumer_id from applications.applications where id = ${application.id}`,
    );
    expect(row.consumer_id).toBe(into.id);
    const connection = await transaction(app.db, (tx) =>
      makeConnection(tx, app.system(), { consumerId: from.id }),
    );
    const { items } = await app.call(listConnections, { as: head, query: { consumerId: into.id } });
    expect(items.map(({ id }) => id)).toEqual([connection.id]);
  });

  test('is refused with itself, with a merged one, with a wrong number and after a change', async () => {
    const [from, into, third] = [await consumer(), await consumer(), await consumer()];
    const refused = async (ids: Ids, more: object = {}) =>
      (await app.refused(mergeConsumers, { as: head, body: { ...(await bodyOf(ids)), ...more } })).code;
    expect(await refused({ from, into: from })).toBe('consumers.same_consumer');
    expect(await refused({ from, into }, { confirmNumber: into.number })).toBe('consumers.wrong_number');
    expect(await refused({ from, into }, { intoVersion: 99 })).toBe('common.stale_version');
    await merge({ from, into });
    expect(await refused({ from, into: third })).toBe('consumers.merged');
    expect(await refused({ from: third, into: from })).toBe('consumers.merged');
    const body = { name: 'x', phone: '01711000009', id: from.id, version: 2 };
    expect((await app.refused(contract.editConsumer, { as: head, body })).code).toBe('consumers.merged');
    const clerk = await app.staffWith(['consumers:view', 'consumers:edit']);
    const input = { as: clerk, body: await bodyOf({ from: third, into }) };
    expect((await app.refused(mergeConsumers, input)).status).toBe(402);
  });

  test('the entry that goes has its own line in the audit log, with the reason', async () => {
    const [from, into] = [await consumer(), await consumer()];
    await merge({ from, into });
    const { items } = await app.call(record.consumerHistory, { as: head, params: { id: from.id } });
    expect(items[0]).toMatchObject({ action: 'consumer.merge', reason: 'registered twice' });
    const audited = await all(
      app.db,
      sql`select before, after, reason from platform.audit
        where action = 'consumer.merge' and object_id = ${from.id}`,
    );
    const { number: mergedInto } = await app.call(contract.getConsumer, {
      as: head,
      params: { id: into.id },
    });
    expect(audited).toEqual([
      {
        before: { status: 'active' },
        after: { status: 'merged', mergedInto },
        reason: 'registered twice',
      },
    ]);
  });

  test('what was merged before follows: never a chain', async () => {
    const [a, b, c] = [await consumer(), await consumer(), await consumer('Last Of Three')];
    await merge({ from: a, into: b });
    await merge({ from: b, into: c });
    const { mergedInto } = await app.call(contract.getConsumer, { as: head, params: { id: a.id } });
    expect(mergedInto?.number).toBe(c.number);
    const found = await app.call(contract.listConsumers, { as: head, query: { search: a.number } });
    expect(found.items.map(({ number }) => number)).toEqual([c.number]);
  });

  test('of two merges at once one wins, and money is still exact', async () => {
    const [a, b] = [await consumer(), await consumer()];
    await transaction(app.db, async (tx) => {
      await makeDebtor(tx, app.system(), { consumerId: a.id, months: 2 });
      await makeDebtor(tx, app.system(), { consumerId: b.id, months: 1 });
    });
    const before = await balances();
    const bodies = [await bodyOf({ from: a, into: b }), await bodyOf({ from: b, into: a })];
    const answers = await Promise.allSettled(
      [...bodies, ...bodies].map((body) => app.call(mergeConsumers, { as: head, body })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { merged } = await one<{ merged: number }>(
      app.db,
      sql`select count(*) as merged from consumers.consumers where id in (${a.id}, ${b.id}) and status = 'merged'`,
    );
    expect(merged).toBe(1);
    expect((await owed(a.id)) + (await owed(b.id))).toBe(34500);
    expect(await balances()).toEqual(before);
  });

  test('a connection that is opened while a merge runs goes to the one that is left', async () => {
    const [from, into] = [await consumer(), await consumer()];
    const body = await bodyOf({ from, into });
    const opened = Promise.all(
      Array.from({ length: 6 }, () =>
        transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId: from.id })),
      ),
    );
    const [connections] = await Promise.all([opened, app.call(mergeConsumers, { as: head, body })]);
    const { items } = await app.call(listConnections, { as: head, query: { consumerId: into.id } });
    expect(items).toHaveLength(connections.length);
  });
});

describe('accounts of merged consumers', () => {
  const account = (consumerId: string) =>
    first<{ id: string; status: string; consumer_id: string }>(
      app.db,
      sql`select id, status, consumer_id from identity.users where consumer_id = ${consumerId}`,
    );
  const entry = async (person: Person) => {
    const id = String(person.consumerId);
    const { number } = await app.call(contract.getConsumer, { as: head, params: { id } });
    return { id, number };
  };

  test('a single account moves along and sees the bills and payments of both (G21)', async () => {
    const person = await app.consumer('Karima Akter');
    const stranger = await app.consumer('Stranger');
    const from = await entry(person);
    const into = await consumer('Karima Aktar');
    const [old] = await transaction(app.db, async (tx) => [
      await makeDebtor(tx, app.system(), { consumerId: from.id, months: 2 }),
      await makeDebtor(tx, app.system(), { consumerId: into.id, months: 1 }),
    ]);
    await pay(old.connectionId, 5000);
    await merge({ from, into });
    expect((await account(into.id))?.status).toBe('active');
    const bills = await app.call(searchInvoice, { as: person });
    expect(bills.total).toBe(3);
    expect((await app.call(paymentHistory, { as: person })).total).toBe(1);
    const detail = await app.call(invoiceDetail, {
      as: person,
      params: { id: old.invoices[0]?.id ?? '' },
    });
    expect(detail.lines.length).toBeGreaterThan(0);
    expect((await app.call(searchInvoice, { as: stranger, query: { consumerId: into.id } })).total).toBe(0);
    const other = await app.refused(invoiceDetail, {
      as: stranger,
      params: { id: old.invoices[0]?.id ?? '' },
    });
    expect(other.status).toBe(404);
  });

  test('of two accounts the one that goes is closed, with its sessions', async () => {
    const [goes, stays] = [await app.consumer('Twin One'), await app.consumer('Twin One')];
    await merge({ from: await entry(goes), into: await entry(stays) });
    expect((await account(String(goes.consumerId)))?.status).toBe('deleted');
    expect((await app.refused(getProfile, { as: goes })).status).toBe(403);
    const ended = await all(
      app.db,
      sql`select end_reason as reason, ended_at is not null as "isOver" from identity.sessions
        where user_id in (${goes.userId}, ${stays.userId}) order by ended_at nulls last`,
    );
    expect(ended).toEqual([
      { reason: 'consumer merged', isOver: true },
      { reason: null, isOver: false },
    ]);
    const audited = await all(
      app.db,
      sql`select object_id as id, before, after from platform.audit where action = 'user.delete'`,
    );
    const consumerId = goes.consumerId;
    expect(audited).toEqual([
      {
        id: goes.userId,
        before: { consumerId, status: 'active' },
        after: { consumerId, status: 'deleted' },
      },
    ]);
    expect((await app.call(getProfile, { as: stays })).profile.id).toBe(stays.userId);
  });

  test('the contact of the account that is closed is told and free again; its entry is not deleted', async () => {
    const [goes, stays] = [await app.consumer('Twin Two'), await app.consumer('Twin Two')];
    const contactOf = ({ userId }: Person) =>
      one<{ phone: string; email: string | null }>(
        app.db,
        sql`select phone, email from identity.users where id = ${userId}`,
      );
    const [contact, left] = [await contactOf(goes), await contactOf(stays)];
    await merge({ from: await entry(goes), into: await entry(stays) });
    expect(await contactOf(goes)).toEqual({ phone: null, email: null });
    const messages = await all<{ recipient: string; body: string }>(
      app.db,
      sql`select recipient, body from platform.outbox where event = ${`identity.accountMerged:${goes.userId}`}`,
    );
    expect(messages).toEqual([
      {
        recipient: contact.email ?? contact.phone,
        body: expect.stringContaining(`..${left.phone.slice(-4)}`),
      },
    ]);
    const params = { id: String(goes.consumerId) };
    expect((await app.call(contract.getConsumer, { as: head, params })).account).toBeNull();
    expect(await app.codeOf(contract.deleteConsumer, { as: head, params })).toBe('consumers.has_account');
  });

  test('if only the account of the entry that goes works, it is kept', async () => {
    const [goes, stays] = [await app.consumer('Twin Three'), await app.consumer('Twin Three')];
    await execute(app.db, sql`update identity.users set status = 'disabled' where id = ${stays.userId}`);
    await merge({ from: await entry(goes), into: await entry(stays) });
    expect(await account(String(stays.consumerId))).toMatchObject({ id: goes.userId, status: 'active' });
    expect(await account(String(goes.consumerId))).toMatchObject({ id: stays.userId, status: 'deleted' });
    expect((await app.call(getProfile, { as: goes })).profile.id).toBe(goes.userId);
  });

  test('an inactive consumer is signed out, and signs in again when active', async () => {
    const person = await app.consumer('Inactive One');
    const id = String(person.consumerId);
    const set = async (status: 'active' | 'inactive') => {
      const { version, name, phone } = await app.call(contract.getConsumer, { as: head, params: { id } });
      const body = { id, version, name, phone, status, reason: 'left the town' };
      await app.call(contract.editConsumer, { as: head, body });
    };
    await set('inactive');
    expect((await app.refused(getProfile, { as: person })).status).toBe(403);
    expect((await account(id))?.status).toBe('disabled');
    await set('active');
    expect((await account(id))?.status).toBe('active');
  });

  test('staff send the link to choose a password and never see it', async () => {
    const person = await app.consumer('Forgetful One');
    const body = { id: String(person.consumerId) };
    expect(await app.call(record.sendConsumerPassword, { as: head, body })).toEqual({ done: true });
    const { sent } = await one<{ sent: number }>(
      app.db,
      sql`select count(*) as sent from platform.outbox o join identity.users u on u.phone = o.recipient
        where u.id = ${person.userId} and o.body like '%choose-password%'`,
    );
    expect(sent).toBe(1);
    const none = await consumer();
    const refusal = await app.refused(record.sendConsumerPassword, { as: head, body: { id: none.id } });
    expect(refusal.code).toBe('consumers.no_account');
  });
});
