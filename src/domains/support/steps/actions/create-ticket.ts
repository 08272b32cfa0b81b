/** Somebody writes a ticket: a consumer about their own, the office for a consumer who came or called. */
import type { z } from 'zod';
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { seesConnection } from '#domains/meters/sharing/visible.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { refuseTooOften } from '#platform/daily-limit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { errors } from '../../contract.ts';
import { noteEvent, seesTicket } from '../../lock-ticket.ts';
import { pathOf, tellConsumer } from '../../tell-people.ts';
import { TICKETS_A_DAY } from '../../ticket.rules.ts';
import { started } from '../../ticket-clock.rules.ts';
import { writeMessage } from '../../write-message.ts';
import type { createTicket as createCall } from '../contract.ts';

type Input = z.output<(typeof createCall)['body']>;
type Category = { id: string; priority: string; answerHours: number; solveHours: number };

export async function createTicket(
  tx: Tx,
  actor: Actor,
  input: Input,
): Promise<{ id: string; number: string }> {
  const category = await categoryOf(tx, input.categoryId);
  const isOffice = actor.kind !== 'consumer';
  const consumerId = await consumerOf(tx, isOffice ? input.consumerId : actor.consumerId);
  if (!isOffice)
    await refuseTooOften(tx, actor, {
      what: 'tickets written',
      done: sql`select t.asked_at as at from support.tickets t where ${seesTicket(actor)} and t.asked_by = ${actor.userId}`,
      most: TICKETS_A_DAY,
      refusal: errors.asked_too_often,
    });
  const ticket = await insertTicket(tx, actor, input, { category, consumerId });
  const message = await writeMessage(tx, actor, { ...input, ticketId: ticket.id });
  await execute(tx, sql`update support.tickets set ${sql.join(message.sets)} where id = ${ticket.id}`);
  await noteEvent(tx, actor, { ticketId: ticket.id, action: 'create', from: null, to: 'OPEN' });
  await audit(tx, actor, {
    action: 'ticket.create',
    object: 'ticket',
    objectId: ticket.id,
    after: {
      ...{ number: ticket.number, consumerId, category: category.id, subject: input.subject },
      ...{ channel: ticket.channel, priority: ticket.priority, files: input.files.length },
    },
  });
  await notify(tx, actor, holdersOf('support:assign'), {
    ...{ kind: 'support.asked', occasion: ticket.id, path: pathOf(ticket.id) },
    params: { number: ticket.number },
  });
  if (isOffice) await tellConsumer(tx, actor, { ...ticket, version: 1 }, { what: 'noted' });
  return { id: ticket.id, number: ticket.number };
}

async function categoryOf(tx: Tx, id: string): Promise<Category> {
  const category = await first<Category>(
    tx,
    sql`select id, priority, answer_hours as "answerHours", solve_hours as "solveHours" from support.categories
      where id = ${id} and active`,
  );
  if (!category) throw fail(errors.category_unknown);
  return category;
}

/** The entry of the register, or the one that it became. */
async function consumerOf(tx: Tx, id: string | null): Promise<string> {
  const consumer = await first<{ id: string }>(
    tx,
    sql`select coalesce(c.merged_into, c.id) as id from consumers.consumers c where c.id = ${id}::uuid`,
  );
  if (!consumer) throw fail(errors.consumer_unknown);
  return consumer.id;
}

type Of = { category: Category; consumerId: string };
type Inserted = { id: string; number: string; channel: string; priority: string };

/**
 * What the ticket is about is looked for in the statement that writes it: a record of somebody else writes nothing. Consumers also
 * write about connections that are shared with them.
 */
async function insertTicket(
  tx: Tx,
  actor: Actor,
  input: Input,
  { category, consumerId }: Of,
): Promise<Inserted> {
  const isOffice = actor.kind !== 'consumer';
  const { option, about } = wantedOf(input);
  const { office } = await readSettings(tx);
  const { answerDueAt, answerFrom, solveDueAt, solve } = started(actor.now, category, office);
  const channel = isOffice ? input.channel : 'PORTAL';
  const priority = (isOffice ? input.priority : null) ?? category.priority;
  const ticket = await first<Inserted>(
    tx,
    sql`with ${chosen(actor, consumerId, { option, about })}
      insert into support.tickets (number, category_id, consumer_id, subject, connection_id, application_id, invoice_id, order_id,
        channel, priority, asked_by, asked_by_name, asked_at, state_since, answer_hours, solve_hours, answer_due_at, solve_due_at,
        answer_from, solve_from, solve_minutes)
      select platform.human_number(${NUMBER_KINDS.ticket}, platform.take_numbers('ticket')), ${category.id}, ${consumerId}, ${input.subject},
        coalesce(option.connection_id, about.connection_id), coalesce(option.application_id, about.application_id), about.invoice_id,
        about.order_id, ${channel}, ${priority}, ${actor.userId}, ${actor.name}, ${actor.now}, ${actor.now}, ${category.answerHours},
        ${category.solveHours}, ${answerDueAt}, ${solveDueAt}, ${answerFrom}, ${solve?.from ?? null}::timestamptz,
        ${solve?.minutes ?? null}::int
      from (values (1)) as one left join option on true left join about on true
      where (${option}::uuid is null or option.found) and (${about}::text is null or about.found)
      returning id, number, channel, priority`,
  );
  if (ticket) return ticket;
  const { hasOption } = await one<{ hasOption: boolean }>(
    tx,
    sql`with ${chosen(actor, consumerId, { option, about })} select exists (select from option) as "hasOption"`,
  );
  throw fail(option && !hasOption ? errors.option_unknown : errors.about_unknown);
}

type Wanted = { option: string | null; about: string | null };

const wantedOf = ({ applicationId, aboutNumber }: Input): Wanted => ({
  option: applicationId,
  about: aboutNumber && toLatinDigits(aboutNumber).replace(/[\s-]/g, ''),
});

/** The connection or application that was selected, and the paper whose number was written: those of the consumer only. */
function chosen(actor: Actor, consumerId: string, { option, about }: Wanted): Sql {
  const own = (column: Sql) => sql`${column} = any (consumers.known_as(${consumerId}::uuid))`;
  const ofConsumer = actor.kind === 'consumer' ? seesConnection(actor) : own(sql`c.consumer_id`);
  return sql`option as (
      select true as found, c.id as connection_id, (select a.id from applications.applications a
        where a.id = c.application_id and ${own(sql`a.consumer_id`)}) as application_id
      from meters.connections c where (c.id = ${option}::uuid or c.application_id = ${option}::uuid) and ${ofConsumer}
      union all
      select true, null, a.id from applications.applications a
      where a.id = ${option}::uuid and a.deleted_at is null and ${own(sql`a.consumer_id`)}
        and not exists (select from meters.connections c where c.application_id = a.id and ${ofConsumer})
      limit 1),
    about as (
      select true as found, i.connection_id, null::uuid as application_id, i.id as invoice_id, null::uuid as order_id
      from billing.invoices i where i.number = ${about}::text and ${own(sql`i.consumer_id`)}
      union all
      select true, null, a.id, null, null from applications.applications a
      where a.number = ${about}::text and a.deleted_at is null and ${own(sql`a.consumer_id`)}
      union all
      select true, o.connection_id, null, null, o.id from work_orders.orders o
      where o.number = ${about}::text and ${own(sql`o.consumer_id`)}
      limit 1)`;
}
