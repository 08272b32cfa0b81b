/** Somebody asks for work: a household at its own connection, the office at any connection or plot. */
import type { z } from 'zod';
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { isNumbered } from '#domains/meters/by-number.ts';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { refuseTooOften } from '#platform/daily-limit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { askOfBank } from '../../ask-of-bank.ts';
import { errors } from '../../contract.ts';
import { deadlineOf } from '../../deadline.rules.ts';
import {
  beginStep,
  deadlineSets,
  finishStep,
  NO_ESTIMATE,
  noteEvent,
  type Subject,
  seesOrder,
} from '../../lock-order.ts';
import type { MoneyAtBank } from '../../points.ts';
import { CASE_CATEGORIES, moreUrgent, OPEN_STATES, type Priority } from '../../work-order.rules.ts';
import type { createOrder as createCall, StepAnswer, updateOrder as updateCall } from '../contract.ts';

type NumberedOrder = { id: string; number: string };

type Input = z.output<(typeof createCall)['body']>;
type Place = {
  connectionId: string | null;
  consumerId: string | null;
  roadId: string;
  plotNumber: string;
};
type Category = { id: string; code: string; priority: Priority; hours: number; chargeable: boolean };

/** A case of late bills asks. feeMinor: what its rules ask for the work at least; 0: nothing. */
type OfCase = { feeMinor: Minor };

/**
 * @param source a ticket that it comes from, with its urgency, the limit of estimates, or a case of late bills, whose categories nobody else
 *   may ask for: another domain names it, not the caller
 */
export async function createOrder(
  tx: Tx,
  actor: Actor,
  input: Input,
  {
    priority: urgency,
    fromEstimates = false,
    ofCase,
    ...source
  }: { ticketId?: string; priority?: Priority; fromEstimates?: boolean; ofCase?: OfCase } = {},
): Promise<NumberedOrder> {
  const category = await categoryOf(tx, input.categoryId);
  if (!ofCase) refuseOfCase(category);
  const place = await placeOf(tx, actor, input);
  const readingId = input.readingId ? await readingOf(tx, actor, place, input.readingId) : null;
  if (!input.anyway) await refuseSimilar(tx, actor, category, place);
  if (actor.kind === 'consumer') await refuseMany(tx, actor);
  const priority =
    (actor.kind === 'consumer' ? null : input.priority) ?? moreUrgent(category.priority, urgency);
  const contactName = actor.kind === 'consumer' ? null : (input.contactName ?? null);
  const { office } = await readSettings(tx);
  const { dueAt, clock } = deadlineOf(actor.now, { hours: category.hours, priority }, office);
  const order = await one<NumberedOrder>(
    tx,
    sql`insert into work_orders.orders (number, category_id, connection_id, consumer_id, road_id, plot_number, description, phone, contact_name, priority,
        asked_as, asked_by, asked_by_name, asked_at, due_at, due_from, due_minutes, due_day, state_since, reading_id, ticket_id, from_estimates, fee_minor)
      values (platform.human_number(${NUMBER_KINDS.workOrder}, platform.take_numbers('work_order')), ${category.id}, ${place.connectionId},
        ${place.consumerId}, ${place.roadId}, ${place.plotNumber}, ${input.description}, ${input.phone ?? null}, ${contactName}, ${priority},
        ${actor.kind === 'consumer' ? 'CONSUMER' : 'STAFF'}, ${actor.userId}, ${actor.name}, ${actor.now}, ${dueAt}, ${clock?.from ?? null}::timestamptz,
        ${clock?.minutes ?? null}::int, ${clock?.day ?? null}::int, ${actor.now}, ${readingId}, ${source.ticketId ?? null}, ${fromEstimates}, ${ofCase?.feeMinor || null}::bigint)
      returning id, number`,
  );
  await noteEvent(tx, actor, { orderId: order.id, action: 'create', from: null, to: 'PENDING' });
  await audit(tx, actor, {
    action: 'work-order.create',
    object: 'work_order',
    objectId: order.id,
    after: {
      ...{ number: order.number, connectionId: place.connectionId, plotNumber: place.plotNumber },
      ...{ priority, description: input.description, ...(readingId ? { readingId } : {}), ...source },
    },
  });
  await notify(tx, actor, holdersOf('work-orders:review'), {
    kind: 'work-orders.asked',
    occasion: order.id,
    path: `/work-order-list/${order.id}`,
    params: { number: order.number },
  });
  return order;
}

async function categoryOf(tx: Tx, id: string): Promise<Category> {
  const category = await first<Category>(
    tx,
    sql`select id, code, priority, hours, chargeable from work_orders.categories where id = ${id}`,
  );
  if (!category) throw fail(errors.category_unknown);
  return category;
}

/** Who cuts a household off, or connects it again, is sent by its case: the connection and the bills follow such an order only (decision 0060). */
function refuseOfCase({ code }: Category): void {
  if (CASE_CATEGORIES.includes(code)) throw fail(errors.category_unknown);
}

/** The case waits for this order: other work in its place would cut the household off in the books, or connect it. */
async function isOfCase(tx: Tx, { categoryId, facts }: Subject): Promise<boolean> {
  return !facts.isOfHousehold && CASE_CATEGORIES.includes((await categoryOf(tx, categoryId)).code);
}

/**
 * Consumers name their own connection by its number; somebody who does not have it learns nothing of it. It is held: a change of owner, which
 * ends or moves its orders, comes before this one or sees it.
 */
async function placeOf(tx: Tx, actor: Actor, input: Input): Promise<Place> {
  const { connectionNumber, roadId, plotNumber } = input;
  if (connectionNumber) {
    const own =
      actor.kind === 'consumer'
        ? sql`c.consumer_id = any (consumers.known_as(${actor.consumerId}::uuid))`
        : sql`true`;
    const found = await first<Place & { isClosed: boolean; nextNumber: string | null }>(
      tx,
      sql`select c.id as "connectionId", c.consumer_id as "consumerId", c.road_id as "roadId", c.plot_number as "plotNumber",
          c.status = 'closed' as "isClosed", (select n.number from meters.connections n where n.follows_id = c.id) as "nextNumber"
        from meters.connections c where ${isNumbered(connectionNumber)} and ${own} for share of c`,
    );
    if (!found) throw fail(errors.connection_unknown);
    const { isClosed, nextNumber, ...place } = found;
    // Who had it before an owner changed learns nothing of the connection that goes on.
    if (isClosed)
      throw fail(errors.connection_closed, { number: actor.kind === 'consumer' ? '' : (nextNumber ?? '') });
    return place;
  }
  // A household has a list to choose from, and neither number nor plot to write.
  if (actor.kind === 'consumer')
    throw fail(commonErrors.invalid_input, {}, [{ path: 'connectionNumber', code: 'common.required' }]);
  const road =
    roadId && plotNumber
      ? await first<{ id: string }>(tx, sql`select id from settings.roads where id = ${roadId}`)
      : undefined;
  if (!road || !plotNumber) throw fail(errors.place_missing);
  return { connectionId: null, consumerId: null, roadId: road.id, plotNumber };
}

async function readingOf(tx: Tx, actor: Actor, { connectionId }: Place, id: string): Promise<string> {
  const reading =
    actor.kind === 'consumer'
      ? undefined
      : await first<{ id: string }>(
          tx,
          sql`select id from meters.readings where id = ${id} and connection_id = ${connectionId}::uuid`,
        );
  if (!reading) throw fail(errors.reading_unknown);
  return reading.id;
}

/** Of one household within a day, of all its connections. */
const ORDERS_A_DAY = 10;

const refuseMany = (tx: Tx, actor: Actor): Promise<void> =>
  refuseTooOften(tx, actor, {
    what: 'work asked for',
    done: sql`select asked_at as at from work_orders.orders where asked_by = ${actor.userId}`,
    most: ORDERS_A_DAY,
    refusal: errors.asked_too_often,
  });

/** The category's row is locked, so that of two who ask for the same at once one is asked whether it is something else. Only what the person sees. */
async function refuseSimilar(tx: Tx, actor: Actor, category: Category, place: Place): Promise<void> {
  await execute(tx, sql`select from work_orders.categories where id = ${category.id} for update`);
  const similar = await first<NumberedOrder>(
    tx,
    sql`select id, number from work_orders.orders o where ${seesOrder(actor)} and road_id = ${place.roadId} and platform.plot_key(plot_number) = platform.plot_key(${place.plotNumber}::text)
      and category_id = ${category.id} and state = any(${OPEN_STATES}::text[]) order by asked_at desc limit 1`,
  );
  if (similar) throw fail(errors.similar_open, similar);
}

/**
 * The deadline follows the category. Money belongs to the category too: what is paid keeps it, and what is only estimated is estimated again,
 * with its charge and what was waived.
 */
export async function updateOrder(
  tx: Tx,
  actor: Actor,
  input: z.output<(typeof updateCall)['body']>,
  atBank: MoneyAtBank,
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'edit', input);
  const category = await categoryOf(tx, input.categoryId);
  const { description, phone = null, contactName = null } = input;
  const isOther = category.id !== subject.categoryId;
  if (isOther) refuseOfCase(category);
  if (isOther && (await isOfCase(tx, subject))) throw fail(errors.category_of_case);
  if (isOther && subject.paidMinor > 0) throw fail(errors.paid_already);
  // A category that is charged becomes one that is not by who may waive.
  if (subject.isChargeable && !category.chargeable && !may(actor, 'work-orders:waive'))
    throw fail(errors.charge_needed);
  const isVoid = isOther && subject.estimateMinor !== null;
  if (!isVoid && subject.chargeMinor !== null && !subject.consumerId && !contactName)
    throw fail(errors.payer_missing);
  const known = isVoid ? await askOfBank(tx, subject, input, atBank) : {};
  const priority = input.priority ?? category.priority;
  const { office } = await readSettings(tx);
  const { stopped } = subject;
  const deadline = deadlineOf(
    new Date(subject.runsFrom),
    { hours: category.hours, priority, stopped },
    office,
  );
  if (isVoid)
    await execute(
      tx,
      sql`delete from work_orders.materials where order_id = ${subject.id} and kind = 'ESTIMATE'`,
    );
  const { estimateMinor, chargeMinor, isWaived } = subject;
  return finishStep(tx, actor, subject, {
    action: 'edit',
    sets: [
      ...[sql`category_id = ${category.id}`, sql`description = ${description}`, sql`phone = ${phone}`],
      // What a household wrote stays beside what the office writes.
      sql`asked_description = coalesce(asked_description,
        case when asked_as = 'CONSUMER' and description <> ${description} then description end)`,
      sql`contact_name = ${contactName}`,
      ...[
        sql`priority = ${priority}`,
        ...deadlineSets(deadline),
        // Another deadline that is over is told again.
        sql`late_told_at = case when due_at = ${deadline.dueAt} then late_told_at end`,
      ],
      ...(isVoid ? NO_ESTIMATE : []),
    ],
    before: {
      ...{ category: subject.categoryId, description: subject.description, phone: subject.phone },
      ...{ contactName: subject.contactName, priority: subject.priority },
      ...(isVoid ? { estimateMinor, chargeMinor, isWaived } : {}),
    },
    after: {
      ...{ category: category.id, description, phone, contactName, priority },
      ...(isVoid ? { estimateMinor: null, chargeMinor: null, isWaived: false } : {}),
      ...known,
    },
  });
}
