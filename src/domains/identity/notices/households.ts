/** A customer who is told something, as of today: after a merge the customer that was kept, and their account if they have one. */
import { type Language, type SpeakerRow, speakerColumns } from '#domains/settings/speaker.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/** What `messagesTo` and `speakerOf` read of a customer who is told. */
export type ReceiverRow = {
  phone: string | null;
  email: string | null;
  language: Language | null;
} & SpeakerRow;

/**
 * FROM items `person` (the customer) and `account` (their active login; its columns are null without one).
 * @param consumerId column of the customer whom the object names
 */
export const joinReceiver = (
  consumerId: Sql,
): Sql => sql`join consumers.consumers named on named.id = ${consumerId}
  join consumers.consumers person on person.id = coalesce(named.merged_into, named.id)
  left join identity.users account on account.consumer_id = person.id and account.status = 'active'`;

/** Columns of a `ReceiverRow`, of the FROM items of `joinReceiver`. */
export const receiverColumns: Sql = sql`person.phone, account.email, account.language, ${speakerColumns}`;
