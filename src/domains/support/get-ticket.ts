/** One ticket with its thread. A consumer's question runs under the consumers' role: of what others have it finds nothing. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type * as contract from './contract.ts';
import { seesTicket } from './lock-ticket.ts';
import { isOffice, itemColumns, joined, ofOffice } from './queries.ts';
import { refusalOf, TICKET_ACTIONS } from './ticket.rules.ts';

type Detail = z.input<(typeof contract.getTicket)['output']>;
type Parts = 'messages' | 'notes' | 'timeline' | 'orders' | 'can';

const own = (actor: Actor, column: Sql): Sql =>
  isOffice(actor) ? sql`true` : sql`${column} = any (consumers.known_as(${actor.consumerId}::uuid))`;
const named = (table: Sql, id: Sql, where: Sql): Sql =>
  sql`(select jsonb_build_object('id', x.id, 'number', x.number) from ${table} x where x.id = ${id} and ${where})`;

/** Who sees the register sees who it is. */
const consumerOf = (actor: Actor): Sql =>
  isOffice(actor) && may(actor, 'consumers:view')
    ? sql`jsonb_build_object('id', u.id, 'number', u.number, 'phone', u.phone)`
    : sql`null`;

export async function getTicket(db: Db | Tx, actor: Actor, ticketId: string): Promise<Detail> {
  const row = await first<Omit<Detail, Parts>>(
    db,
    sql`select ${itemColumns(actor)}, t.category_id as "categoryId", ${consumerOf(actor)} as consumer,
        case when c.id is not null then jsonb_build_object('id', c.id, 'number', c.number, 'isClosed', c.status = 'closed') end as connection,
        ${named(sql`applications.applications`, sql`t.application_id`, own(actor, sql`x.consumer_id`))} as application,
        ${named(sql`billing.invoices`, sql`t.invoice_id`, own(actor, sql`x.consumer_id`))} as invoice,
        ${named(sql`work_orders.orders`, sql`t.order_id`, own(actor, sql`x.consumer_id`))} as "aboutOrder",
        ${ofOffice(actor, sql`k.order_category_id`)} as "orderCategoryId",
        ${isOffice(actor) ? sql`t.asked_by_name` : sql`case when t.asked_by = ${actor.userId}::uuid then ${actor.name}::text else '' end`} as "askedBy",
        ${ofOffice(actor, sql`t.agent_id`)} as "agentId", t.answer_due_at as "answerDueAt", t.answered_at as "answeredAt",
        t.solve_due_at as "solveDueAt", ${ofOffice(actor, sql`t.minutes_left`)} as "minutesLeft", t.ended_at as "endedAt",
        t.stars_remark as "starsRemark", t.last_message_id as "lastMessageId"
      from ${joined(actor, sql`support.tickets t`)} where t.id = ${ticketId} and ${seesTicket(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const [messages, notes, timeline, orders] = await Promise.all([
    messagesOf(db, actor, ticketId),
    notesOf(db, actor, ticketId),
    timelineOf(db, actor, ticketId),
    ordersOf(db, actor, ticketId),
  ]);
  return { ...row, messages, notes, timeline, orders, can: canOf(actor, row) };
}

const SHOWN = new Set(['not_yours', 'reopen_too_late']);

/** What the person may do, and why not. A consumer's own row has no agent: no step of theirs asks for one. */
function canOf(actor: Actor, { state, agentId, endedAt }: Omit<Detail, Parts>): Detail['can'] {
  const can = TICKET_ACTIONS.map((action) => {
    const refusal = refusalOf(action, { state, agentId, endedAt: endedAt as string | null }, actor);
    return [action, refusal === null ? 'yes' : SHOWN.has(refusal) ? refusal : 'no'] as const;
  });
  return Object.fromEntries(can) as Detail['can'];
}

/** Each side reads the names of its own people. */
const messagesOf = (db: Db | Tx, actor: Actor, ticketId: string) =>
  all<Detail['messages'][number]>(
    db,
    sql`select m.id, m.at, m.by_office as "byOffice", ${ofOffice(actor, sql`m.author_name`, sql`''`)} as by, m.text,
        coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'fileName', x.file_name, 'mediaType', x.media_type, 'bytes', x.bytes) order by x.id)
          from support.attachments x where x.message_id = m.id), '[]') as attachments
      from support.messages m join support.tickets t on t.id = m.ticket_id
      where m.ticket_id = ${ticketId} and ${seesTicket(actor)} order by m.id`,
  );

/** Who only notes what people say at the counter does not read what those who answer write to each other. */
const notesOf = async (db: Db | Tx, actor: Actor, ticketId: string): Promise<Detail['notes']> =>
  isOffice(actor) &&
  (may(actor, 'support:answer') || may(actor, 'support:assign') || may(actor, 'support:manage'))
    ? all(
        db,
        sql`select n.id, n.at, n.author_name as by, n.kind, n.text, n.facts from support.notes n
          where n.ticket_id = ${ticketId} order by n.id`,
      )
    : [];

/** What only the office did among itself is not for a consumer. */
const timelineOf = (db: Db | Tx, actor: Actor, ticketId: string) =>
  all<Detail['timeline'][number]>(
    db,
    sql`select e.id, e.at, e.action, e.to_state as "toState", e.side, ${ofOffice(actor, sql`e.actor_name`, sql`''`)} as by,
        ${ofOffice(actor, sql`e.agent_name`)} as agent
      from support.timeline e join support.tickets t on t.id = e.ticket_id
      where e.ticket_id = ${ticketId} and ${seesTicket(actor)}
        and (${isOffice(actor)}::boolean or e.action not in ('note', 'take', 'leave', 'owner-changed'))
      order by e.id`,
  );

/** Who has the connection by now has the order. Who wrote the ticket sees it as long as that is them. */
const ordersOf = async (db: Db | Tx, actor: Actor, ticketId: string): Promise<Detail['orders']> =>
  may(actor, 'work-orders:view')
    ? all(
        db,
        sql`select o.id, o.number, o.state, k.name_en as "nameEn", k.name_bn as "nameBn", o.version, o.state in ('COMPLETED', 'CLOSED') as "isDone"
          from work_orders.orders o join work_orders.categories k on k.id = o.category_id
          where o.ticket_id = ${ticketId} and ${own(actor, sql`o.consumer_id`)} order by o.asked_at, o.id`,
      )
    : [];

/** The file of an attachment that the actor may open; which of the staff opened it is noted. */
export async function attachmentFile(db: Db | Tx, actor: Actor, attachmentId: string): Promise<string> {
  const found = await first<{ fileId: string; after: Record<string, unknown> }>(
    db,
    sql`select x.file_id as "fileId", jsonb_build_object('number', t.number, 'fileName', x.file_name) as after
      from support.attachments x join support.tickets t on t.id = x.ticket_id where x.id = ${attachmentId} and ${seesTicket(actor)}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  await auditView(db, actor, {
    ...{ action: 'ticket.attachment-view', objectId: attachmentId, after: found.after, onceInMinutes: 5 },
  });
  return found.fileId;
}
