/** A connection that its holder shares, through the real calls. */
import { one, sql } from '#platform/database/db.ts';
import type { Person, TestApp } from '#test/app.ts';
import { acceptInvitation, inviteToConnection } from './contract.ts';

export type Share = {
  holder: Person;
  guest: Person;
  connectionId: string;
  mayPay?: boolean;
  endsOn?: string;
};

export function sharingOf(app: TestApp) {
  const phoneOf = async ({ userId }: Person): Promise<string> =>
    (await one<{ phone: string }>(app.db, sql`select phone from identity.users where id = ${userId}`)).phone;

  /** The code of the last invitation that went to the phone. */
  async function codeTo(phone: string): Promise<string> {
    const { text } = await one<{ text: string }>(
      app.db,
      sql`select body as text from platform.outbox
        where recipient = ${phone} and event like 'meters.invitation:%' order by id desc limit 1`,
    );
    return /code=(\d{8})/.exec(text)?.[1] ?? '';
  }

  async function invite({ holder, guest, connectionId, mayPay = false, endsOn }: Share) {
    const phone = await phoneOf(guest);
    const body = { connectionId, name: 'Tenant', phone, mayPay, ...(endsOn ? { endsOn } : {}) };
    const { id } = await app.call(inviteToConnection, { as: holder, body });
    return { id, phone, code: await codeTo(phone) };
  }

  /** Gives the id of the access. */
  async function share(given: Share): Promise<string> {
    const { id, code } = await invite(given);
    await app.call(acceptInvitation, { as: given.guest, body: { code } });
    return id;
  }

  /** In a new session, after the clock was moved. */
  async function again(person: Person): Promise<Person> {
    const { response } = await app.signIn(await phoneOf(person), person.password);
    return { ...person, idToken: response.AuthenticationResult.IdToken };
  }

  return { phoneOf, codeTo, invite, share, again };
}
