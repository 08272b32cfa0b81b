/** Desks that are handed over, for tests: people, days, and what each of them may do. */
import { openSession } from '#domains/identity/actions/open-session.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { getUser, setUserStatus } from '#domains/identity/users/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Person, TestApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { getApplication } from '../contract.ts';
import { type MadeApplication, makeApplication } from '../factory.ts';
import { createDesk, decideNoc, delegateDesk, listDesks, listNoc } from './contract.ts';

const DAYS = { firstDay: '2026-11-16', lastDay: '2026-11-18' };
type Given = { roleCode?: string; as?: Person; to?: Person } & Partial<typeof DAYS & { version: number }>;

/** Sets the clock to ten o'clock of the day, and signs these people in: sessions end after some hours. */
async function signInOn(app: TestApp, people: readonly Person[], day: string): Promise<void> {
  app.clock.set(at(day, '10:00'));
  const { secrets } = app.platform;
  const keys = { tokens: makeTokens(secrets), secrets };
  const session = { now: app.system().now, ip: null, device: 'test' };
  for (const person of people) {
    const { userId: id, role } = person;
    const { response } = await transaction(app.db, (tx) => openSession(tx, keys, { id, role }, session));
    Object.assign(person, { idToken: response.AuthenticationResult.IdToken });
  }
}

/** The call that sets a desk up as somebody who sees it as it is now. */
export async function deskCall<B extends { roleCode: string }>(app: TestApp, as: Person, body: B) {
  const { version } = await one<{ version: number }>(
    app.db,
    sql`select version from applications.desks where role_code = ${body.roleCode}`,
  );
  return { as, body: { ...body, version } };
}

/** The first two desks have officers; the deputy has none. */
export async function deskBench(app: TestApp) {
  const [admin, reviewer] = [await app.staff('admin'), await app.staff('reviewer')];
  const [officer, colleague] = [await app.staff('rajukSAE'), await app.staff('rajukSAE')];
  const [assistant, deputy] = [await app.staff('rajukAE'), await app.staff('rajukAE')];
  const director = await app.staff('rajukPD');
  const people = { admin, reviewer, officer, colleague, assistant, deputy, director };
  for (const [{ userId }, name] of [
    [officer, 'Rafiq Hasan'],
    [deputy, 'Nasrin Akter'],
  ] as const)
    await execute(app.owner.db, sql`update identity.users set name = ${name} where id = ${userId}`);
  const onDay = (day: string) => signInOn(app, Object.values(people), day);
  const setDesk = (roleCode: string, position: number, officerId: string | null, active = true) =>
    deskCall(app, admin, { roleCode, name: `Desk of ${roleCode}`, position, officerId, active });
  async function cleanDesks() {
    await onDay('2026-11-15');
    for (const table of ['applications.desk_delegations', 'platform.notices'])
      await execute(app.owner.db, sql`delete from ${sql.table(table)}`);
    await app.call(createDesk, await setDesk('rajukSAE', 1, officer.userId));
    await app.call(createDesk, await setDesk('rajukAE', 2, assistant.userId));
    await app.call(createDesk, await setDesk('rajukPM', 3, null));
  }
  async function deskOf(roleCode = 'rajukSAE', as = admin) {
    const desk = (await app.call(listDesks, { as })).items.find((row) => row.roleCode === roleCode);
    if (!desk) throw new Error('no such desk');
    return desk;
  }
  async function input({ roleCode, to = deputy, as: _, ...given }: Given = {}) {
    const { id, version } = await deskOf(roleCode);
    return {
      params: { id },
      body: { version, deputyId: to.userId, reason: 'Annual leave', ...DAYS, ...given },
    };
  }
  const versionOf = async (id: string) =>
    (await app.call(getApplication, { as: admin, params: { id } })).version;
  return {
    ...{ people, onDay, setDesk, cleanDesks, deskOf, input, versionOf, DAYS },
    handOver: async (given: Given = {}) =>
      app.call(delegateDesk, { as: given.as ?? officer, ...(await input(given)) }),
    refusal: async (given: Given = {}) =>
      app.codeOf(delegateDesk, { as: given.as ?? officer, ...(await input(given)) }),
    waiting: () => makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
    disable: async ({ userId: id }: Person) => {
      const { version } = await app.call(getUser, { as: admin, params: { id } });
      const body = { id, version, status: 'disabled' as const, reason: 'Transferred' };
      return app.call(setUserStatus, { as: admin, body });
    },
    approve: (as: Person, { id }: MadeApplication) =>
      versionOf(id).then((version) =>
        app.codeOf(decideNoc, { as, params: { id }, body: { version, decision: 'approve' } }),
      ),
    isInQueue: async (as: Person, { id }: MadeApplication) => {
      const { items, counts } = await app.call(listNoc, { as, query: { desk: 'mine', limit: 100 } });
      if (counts.mine !== items.length) throw new Error(`${counts.mine} are counted, ${items.length} shown`);
      return items.some((row) => row.id === id && row.mine);
    },
    toldOf: async (kind: string, path: string) =>
      (
        await all<{ user: string }>(
          app.db,
          sql`select user_id as "user" from platform.notices where kind = ${kind} and path = ${path}`,
        )
      ).map((row) => row.user),
    auditOf: (action: string) =>
      one<{ before: unknown; after: unknown; reason: string | null }>(
        app.db,
        sql`select before, after, reason from platform.audit where action = ${action} order by id desc limit 1`,
      ),
  };
}
