/** SMS of a demo: nothing leaves the machine. What was sent is shown on the page of the SMS settings. */
import { all, type Db, execute, sql, type Tx } from '../database/db.ts';
import type { Sender } from './sender.ts';

/** As long as a one-time code is good. */
const SECRET_LIFE = '10 minutes';
const SHOWN = 20;

/** Keeps the text for those who look at the demo; what opens something, for ten minutes only. */
export function simulatedSmsSender(db: Db): Sender {
  return async (message) => {
    await execute(
      db,
      sql`insert into platform.sms_log (id, recipient, body, secret)
      values (${message.id}, ${message.recipient}, ${message.text}, ${message.secret}) on conflict (id) do nothing`,
    );
  };
}

/** Takes away what was secret and is too old; runs each minute with the outbox. */
export async function forgetSimulated(db: Db): Promise<void> {
  await execute(
    db,
    sql`delete from platform.sms_log where secret and sent_at < now() - ${SECRET_LIFE}::interval`,
  );
}

export type Simulated = { at: string; recipient: string; text: string };

/** The newest messages of the demo. */
export function listSimulated(db: Db | Tx): Promise<Simulated[]> {
  return all(
    db,
    sql`select sent_at as at, recipient, body as text from platform.sms_log
      where not secret or sent_at >= now() - ${SECRET_LIFE}::interval order by sent_at desc, id desc limit ${SHOWN}`,
  );
}
