/** People and households of the tests of joining and claiming. */
import { listApplications } from '#domains/applications/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { searchInvoice } from '#domains/billing/invoices/contract.ts';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { requestCode, verifyCode } from '#domains/identity/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import type { Person, TestApp } from '#test/app.ts';
import { createConsumer } from '../actions/register-consumer.ts';
import { registration } from '../contract.ts';

const PASSWORD = 'shapla-pukur-7';
export type Home = Awaited<ReturnType<Town['household']>>;
export type Town = ReturnType<typeof townOf>;

/** The same on one application: each test file has its own phones. */
export function townOf(app: TestApp) {
  let phones = 0;
  const newPhone = () => {
    phones += 1;
    return `+88016${String(40_000_000 + phones)}`;
  };

  /** The proof that somebody holds the phone. */
  async function prove(phone: string): Promise<string> {
    const purpose = 'registration' as const;
    // Of two codes of one phone the later one counts.
    app.clock.advance(1);
    await app.call(requestCode, { body: { phone, purpose } });
    const { body } = await one<{ body: string }>(
      app.db,
      sql`select body from platform.outbox where recipient = ${phone} order by id desc limit 1`,
    );
    const code = /\d{6}/.exec(body)?.[0] ?? '';
    return (await app.call(verifyCode, { body: { phone, purpose, code } })).proof;
  }

  type More = { isNew?: boolean; claim?: { customerNumber: string; evidence: string } };

  const told = (phone: string, proof: string, more: More = {}) => ({
    body: { name: 'Rahima Khatun', phone, proof, password: PASSWORD, ...more },
  });

  async function register(phone: string, more: More = {}) {
    return app.call(registration, told(phone, await prove(phone), more));
  }

  async function signedIn(phone: string): Promise<Person> {
    const answer = await app.signIn(phone, PASSWORD);
    const { id, consumerId } = answer.profile;
    const { IdToken } = answer.response.AuthenticationResult;
    return {
      userId: String(id),
      consumerId: consumerId ?? null,
      role: 'consumer',
      idToken: IdToken,
      password: '',
    };
  }

  /** An entry of staff's making with a connection, a meter and two bills. */
  async function household(phone: string) {
    return transaction(app.db, async (tx) => {
      const actor = app.system();
      const entry = await createConsumer(tx, actor, { name: 'রহিমা খাতুন', phone });
      const connection = await makeConnection(tx, actor, { consumerId: entry.id });
      const older = await makeInvoice(tx, actor, { connectionId: connection.id, period: '2026-09-01' });
      const last = await makeInvoice(tx, actor, { connectionId: connection.id, period: '2026-10-01' });
      return { ...entry, phone, connection, older, last };
    });
  }

  /** The code of the last claim that the phone of the register was told of. */
  async function codeAt(phone: string): Promise<string> {
    const { body } = await one<{ body: string }>(
      app.db,
      sql`select body from platform.outbox where recipient = ${phone} and event like 'consumers.claim-asked:%'
        order by id desc limit 1`,
    );
    return /code (\d{6})/.exec(body)?.[1] ?? '';
  }

  /** The entry that the account of a phone claims, or claimed last. */
  const claimedBy = (phone: string) =>
    one<{ id: string; number: string; state: string }>(
      app.db,
      sql`select l.id, c.number, l.state from consumers.claims l join consumers.consumers c on c.id = l.consumer_id
        where l.phone = ${phone} order by l.id desc limit 1`,
    );

  async function entriesOf(phone: string): Promise<{ id: string; status: string; account: string | null }[]> {
    return all(
      app.db,
      sql`select c.id, c.status, u.id as account from consumers.consumers c
        left join identity.users u on u.consumer_id = c.id where c.phone = ${phone} order by c.id`,
    );
  }

  async function audited(consumerId: string, action: string): Promise<Record<string, unknown>[]> {
    const rows = await all<{ after: Record<string, unknown> }>(
      app.db,
      sql`select after from platform.audit where object_id = ${consumerId} and action = ${action} order by at, id`,
    );
    return rows.map(({ after }) => after);
  }

  const seenBy = async (as: Person) => ({
    connections: (await app.call(consumerDashboard, { as })).connections.map(({ id }) => id),
    bills: (await app.call(searchInvoice, { as })).items.map(({ id }) => id).sort(),
    applications: (await app.call(listApplications, { as })).items.map(({ id }) => id),
  });
  /** What is counted for the phone and for the number. */
  const triesKept = (phone: string, number: string) =>
    all<{ login: string }>(
      app.db,
      sql`select login from identity.login_failures where login in (${`claim ${phone}`}, ${`claimed ${number}`})`,
    );

  return {
    ...{ newPhone, prove, told, register, signedIn, household, entriesOf, audited, seenBy, triesKept },
    ...{ codeAt, claimedBy },
  };
}
