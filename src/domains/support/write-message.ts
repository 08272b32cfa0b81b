/** A message of the thread with its attachments, in the step's transaction. */
import type { Actor } from '#platform/actor.ts';
import { execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { keepUpload } from '#platform/files/files.ts';
import type { StoredFile } from '#platform/files/receive.ts';
import { errors } from './contract.ts';

type NewMessage = { ticketId: string; text: string; files?: readonly string[] };

/** @returns what the ticket has to keep of it */
export async function writeMessage(
  tx: Tx,
  actor: Actor,
  { ticketId, text, files = [] }: NewMessage,
): Promise<{ messageId: string; sets: Sql[] }> {
  const byOffice = actor.kind !== 'consumer';
  const { id: messageId } = await one<{ id: string }>(
    tx,
    sql`insert into support.messages (ticket_id, at, by_office, author_id, author_name, text)
      values (${ticketId}, ${actor.now}, ${byOffice}, ${actor.userId}, ${actor.name}, ${text}) returning id`,
  );
  for (const fileId of files) {
    const file = await keepUpload(tx, actor, fileId, { fits: isAttachment, refusal: errors.file_unknown });
    await execute(
      tx,
      sql`insert into support.attachments (message_id, ticket_id, file_id, file_name, media_type, bytes)
        values (${messageId}, ${ticketId}, ${file.id}, ${file.original_name}, ${file.media_type}, ${file.bytes})`,
    );
  }
  return {
    messageId,
    sets: [
      ...[sql`last_message_id = ${messageId}`, sql`last_message_at = ${actor.now}`],
      ...[sql`last_by_office = ${byOffice}`],
      byOffice ? sql`agent_seen_at = ${actor.now}` : sql`consumer_seen_at = ${actor.now}`,
    ],
  };
}

/** Films and files of half a gigabyte are for other places: a ticket takes what an attachment may be. */
const isAttachment = ({ kind }: StoredFile): boolean => kind === 'attachment' || kind === 'image';
