/** Somebody else than the household changed the phone of its entry: the phone of before is told, and the bell of the account. */
import { type Language, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import { messages } from '../message-texts.ts';

type Told = { id: string; number: string; version: number; from: string; language: Language | null };

/** @param before entries that were changed or merged, each with a phone of before; one whose phone is the same is told nothing */
export async function tellPhones(
  tx: Tx,
  actor: Actor,
  before: readonly { id: string; phone: string }[],
): Promise<void> {
  const told = await all<Told>(
    tx,
    sql`select c.id, c.number, c.version, b.phone as from, u.language
      from json_to_recordset(${JSON.stringify(before)}::json) b (id uuid, phone text) join consumers.consumers c on c.id = b.id
      join consumers.consumers k on k.id = coalesce(c.merged_into, c.id)
      left join identity.users u on u.consumer_id = k.id and u.status = 'active' where k.phone <> b.phone order by c.id`,
  );
  if (told.length === 0) return;
  const speakers = {
    en: await speakerFor(tx, 'en'),
    bn: await speakerFor(tx, 'bn'),
    own: await speakerFor(tx),
  };
  const written = told.map(({ id, number, version, from, language }) => {
    const speaker = speakers[language ?? 'own'];
    const text = smsText(speaker, messages.phoneChanged, { number: speaker.write.digits(number) });
    const event = `consumers.phone-changed:${id}:${version}`;
    return {
      ...{ event, channel: 'sms' as const, recipient: from, language: speaker.language },
      ...{ subject: null, body: text },
    };
  });
  await enqueueWritten(tx, written);
  await notifyEach(
    tx,
    actor,
    'consumers.phone_changed',
    sql`select u.id as user_id, t.id || ':' || t.version as occasion, '/profile' as path, jsonb_build_object('number', t.number) as params
      from json_to_recordset(${JSON.stringify(told)}::json) t (id uuid, number text, version int)
      join consumers.consumers c on c.id = t.id
      join identity.users u on u.consumer_id = coalesce(c.merged_into, c.id) and u.status = 'active'
      where u.id is distinct from ${actor.userId}::uuid`,
  );
}
