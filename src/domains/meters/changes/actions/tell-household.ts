/** Tells the holder of a connection by SMS and bell that its meter was changed, or that the figure of the old one is another one. */
import { accountOf } from '#domains/identity/notices/receivers.ts';
import { type Language, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { messages } from '../message-texts.ts';

type Told = {
  consumerId: string;
  phone: string | null;
  language: Language | null;
  connection: string;
  day: string;
  final: number;
  meter: string;
  opening: number;
};

const NOTICES = { changed: 'meters.meter_changed', corrected: 'meters.meter_corrected' } as const;

/** @param placeId of the old meter's place, meters.assignments.id */
export async function tellHousehold(
  tx: Tx,
  actor: Actor,
  what: 'changed' | 'corrected',
  placeId: string,
): Promise<void> {
  const told = await first<Told>(
    tx,
    sql`select u.id as "consumerId", u.phone, i.language, c.number as connection, a.removed_on as day, a.final_litres as final,
        m.number as meter, n.opening_litres as opening
      from meters.assignments a join meters.connections c on c.id = a.connection_id
      join consumers.consumers u on u.id = c.consumer_id
      join meters.assignments n on n.connection_id = a.connection_id and n.installed_on = a.removed_on and n.id <> a.id
      join meters.meters m on m.id = n.meter_id
      left join identity.users i on i.consumer_id = u.id and i.status = 'active'
      where a.id = ${placeId} limit 1`,
  );
  if (!told) return;
  const { consumerId, phone, connection, day, final } = told;
  await notify(tx, actor, accountOf(sql`${consumerId}::uuid`), {
    ...{ kind: NOTICES[what], occasion: `${placeId}:${final}`, path: '/dashboard' },
    params: { number: connection, day, final },
  });
  if (!phone) return;
  const speaker = await speakerFor(tx, told.language);
  const { write } = speaker;
  await enqueueMessage(tx, {
    ...{ event: `meters.meter-${what}:${placeId}:${final}`, channel: 'sms', recipient: phone },
    language: speaker.language,
    text: smsText(speaker, messages[what], {
      ...{ connection: write.digits(connection), day: write.day(day), meter: write.digits(told.meter) },
      ...{ final: write.cubicMetres(final), opening: write.cubicMetres(told.opening) },
    }),
  });
}
