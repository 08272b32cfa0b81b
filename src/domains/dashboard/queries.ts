/** Figures of the role homes. A group that the actor may not see is null, not zero. */

import { OPEN_STATES as OPEN_APPLICATIONS } from '#domains/applications/application.rules.ts';
import { applicationCounts, ownWork } from '#domains/applications/queries.ts';
import { hasFinalBill } from '#domains/billing/billing-ids.ts';
import { isAmongDisputed } from '#domains/billing/disputes/disputed.ts';
import type { Dunning } from '#domains/billing/dunning/dunning.schema.ts';
import { usedAdvance } from '#domains/billing/invoices/advances-left.ts';
import type { TakenOver } from '#domains/billing/invoices/contract.ts';
import { usageHistory } from '#domains/billing/invoices/queries.ts';
import { ownOpenOf, takenOverList, takenOverMinor } from '#domains/billing/invoices/taken-over.ts';
import { OPEN_STATES } from '#domains/billing/invoices/tally.ts';
import { isAmongPlans, planNote } from '#domains/billing/payment-plans/asked.ts';
import type { PlanNote } from '#domains/billing/payment-plans/note.schema.ts';
import { standings } from '#domains/collections/cases/standing.ts';
import { expectedOf } from '#domains/ledger/closings/queries.ts';
import { flaggedReadings } from '#domains/meters/badges.ts';
import { monthInForce } from '#domains/meters/readings/month-in-force.rules.ts';
import { stillToRead } from '#domains/meters/readings/still-to-read.ts';
import { ofOption, seesConnection, sharedToPay } from '#domains/meters/sharing/visible.ts';
import { runningChanges } from '#domains/ownership/queries.ts';
import { collected } from '#domains/payments/collected.ts';
import { visibleTo } from '#domains/payments/queries.ts';
import { seesOrder } from '#domains/work-orders/lock-order.ts';
import { chargeAsked, countListed } from '#domains/work-orders/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { oneTogether } from '#platform/database/ask-together.ts';
import { all, type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { type Minor, minor } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';

type Database = Db | Tx;

/** The role home of staff: what is the town's only for who has the word, their own figures for everybody. */
export async function getStaffDashboard(db: Database, actor: Actor) {
  const month = firstOfMonth(actor.today);
  const when = <T>(words: readonly Permission[], figures: () => Promise<T>) =>
    words.every((word) => may(actor, word)) ? figures() : null;
  const [money, pipeline, own, connections, counter] = await Promise.all([
    when(['dashboard:town', 'invoices:view'], () => moneyFigures(db, actor)),
    when(['dashboard:town', 'applications:view'], () => pipelineFigures(db, actor)),
    when(['applications:view'], () => ownFigures(db, actor)),
    when(['readings:view'], () => connectionFigures(db, actor)),
    when(['payments:take'], () => counterFigures(db, actor)),
  ]);
  return { month, money, pipeline, own, connections, counter };
}

/** Billed by day of issue, collected by day of the money: this month so far, and last month up to the same day. */
async function moneyFigures(db: Database, actor: Actor) {
  const month = firstOfMonth(actor.today);
  const before = addMonths(month, -1);
  // Ends on the last day of a shorter month.
  const sameDay = sql`(${actor.today}::date - interval '1 month')::date`;
  type Figures = {
    billed: Minor;
    billedBefore: Minor;
    arrears: Minor;
    owing: number;
    overdue: number;
    overdueMinor: Minor;
    collected: Minor;
    collectedBefore: Minor;
  };
  const found = await oneTogether<Figures>(
    db,
    sql`select i.*, o.*, p.* from
      (select coalesce(sum(total_minor) filter (where issued_on >= ${month}), 0)::bigint as billed,
          coalesce(sum(total_minor) filter (where issued_on <= ${sameDay}), 0)::bigint as "billedBefore"
        from billing.invoice_tally where state <> 'CANCELLED' and issued_on >= ${before}) i,
      (select coalesce(sum(total_minor - settled_minor), 0)::bigint as arrears,
          coalesce(sum(invoices) filter (where due_on < ${actor.today}), 0)::bigint as overdue,
          coalesce(sum(total_minor - settled_minor) filter (where due_on < ${actor.today}), 0)::bigint as "overdueMinor",
          (select count(*) from (select from billing.invoices where cancelled_on is null and settled_minor < total_minor
            group by connection_id) owing) as owing
        from billing.invoice_tally where state in ${OPEN_STATES}) o,
      (select coalesce(sum(minor) filter (where day >= ${month}), 0)::bigint as collected,
          coalesce(sum(minor) filter (where day <= ${sameDay}), 0)::bigint as "collectedBefore"
        from ${collected({ from: before })} c) p`,
  );
  return {
    billed: { minor: found.billed, beforeMinor: found.billedBefore },
    collected: { minor: found.collected, beforeMinor: found.collectedBefore },
    arrearsMinor: found.arrears,
    owingConnections: found.owing,
    overdueInvoices: found.overdue,
    overdueMinor: found.overdueMinor,
  };
}

/** Of the month in force. Unread counts the meters that can still be read, as the lists of them do. */
async function connectionFigures(db: Database, actor: Actor) {
  const readingPeriod = monthInForce(actor.today);
  const counting = oneTogether<{ active: number; read: number; unread: number }>(
    db,
    // All readings of the month without those of the few connections that are not in use: no connection is joined for the others.
    sql`select count(*) as active, count(*) filter (where ${stillToRead(readingPeriod)}) as unread,
        (select count(*) from meters.readings r where r.period = ${readingPeriod}::date and r.living)
        - (select count(*) from meters.connections c
          join meters.readings r on r.connection_id = c.id and r.period = ${readingPeriod}::date and r.living
          where c.status <> 'active' or c.metered_on is null) as read
      from meters.connections c where c.status = 'active'`,
  );
  const [found, flagged] = await Promise.all([counting, flaggedReadings(db, readingPeriod)]);
  return { ...found, active: may(actor, 'dashboard:town') ? found.active : null, flagged, readingPeriod };
}

async function pipelineFigures(db: Database, actor: Actor) {
  const { states, onHold, overdue } = await applicationCounts(db, actor);
  const open = OPEN_APPLICATIONS.reduce((sum, state) => sum + (states[state] ?? 0), 0);
  return { open, onHold, overdue };
}

async function ownFigures(db: Database, actor: Actor) {
  const work = Object.values(await ownWork(db, actor));
  const sum = (of: 'waiting' | 'late') => work.reduce((total, count) => total + count[of], 0);
  return { waiting: sum('waiting'), late: sum('late') };
}

type Taken = { minor: Minor; receipts: number };

/** What this person took at the counter today, and what their drawer has to hold. */
async function counterFigures(db: Database, actor: Actor) {
  const asking = all<Taken & { source: string }>(
    db,
    sql`select source, sum(amount_minor)::bigint as minor, count(*) as receipts from payments.payments
      where created_by = ${actor.userId} and state = 'APPROVED' and method in ('CASH', 'POS', 'CHEQUE')
        and paid_on = ${actor.today}
      group by source`,
  );
  const keepsDrawer = actor.userId !== null && may(actor, 'closings:close-day');
  const [rows, books] = await Promise.all([
    asking,
    keepsDrawer ? expectedOf(db, String(actor.userId), actor.today) : null,
  ]);
  const of = (source: string): Taken => {
    const found = rows.find((row) => row.source === source);
    return { minor: found?.minor ?? minor(0), receipts: found?.receipts ?? 0 };
  };
  const drawer = books && {
    expectedMinor: books.expectedMinor as Minor,
    floatMinor: books.floatMinor as Minor,
    cardMinor: books.cardMinor as Minor,
  };
  return {
    drawer,
    ...{ INVOICE: of('INVOICE'), APPLICATION_SURVEY: of('APPLICATION_SURVEY') },
    ...{ WORK_ORDER_SURVEY: of('WORK_ORDER_SURVEY'), OWNERSHIP_CHANGE: of('OWNERSHIP_CHANGE') },
    WALLET_RECHARGE: of('WALLET_RECHARGE'),
  };
}

type RepairToPay = { id: string; dueMinor: Minor; isBeingPaid: boolean };

const repairsToPay = (db: Database, actor: Actor): Promise<RepairToPay[]> =>
  all(
    db,
    sql`select o.id, o.charge_minor - o.paid_minor as "dueMinor",
        exists (select from payments.payments p where p.work_order_id = o.id and p.method = 'GATEWAY'
          and p.state = 'PROCESSING' and p.set_aside_at is null) as "isBeingPaid"
      from work_orders.orders o where ${chargeAsked('o')} and ${seesOrder(actor)} order by o.asked_at, o.id limit 20`,
  );

/** The role home of a consumer, of all that they see or of the option that is selected in the header. */
export async function getConsumerDashboard(db: Database, actor: Actor, option: string | undefined) {
  const connections = await ownConnections(db, actor, option);
  const [chosen] = connections;
  const person = await first<{ nameBn: string | null }>(
    db,
    sql`select name_bn as "nameBn" from consumers.consumers where id = ${actor.consumerId}`,
  );
  return {
    nameBn: person?.nameBn ?? null,
    connections,
    takenOver: await takenOver(db, actor),
    dunning: await dunning(db, actor, connections),
    lastReading: chosen ? await lastReading(db, chosen.id) : null,
    usage: chosen ? await usageHistory(db, chosen.id, firstOfMonth(actor.today)) : [],
    applications: await openApplications(db, actor, option),
    changes: await runningChanges(db, actor),
    openOrders: await countListed(db, actor, { open: true }),
    repairsToPay: await repairsToPay(db, actor),
  };
}

/** Who may only see a connection is asked for nothing. */
function dunning(db: Database, actor: Actor, connections: readonly OwnConnection[]): Promise<Dunning[]> {
  const asked = connections.filter(({ access }) => access !== 'SEE').map(({ id }) => id);
  return asked.length === 0
    ? Promise.resolve([])
    : standings(db, actor.today, sql`select unnest(${asked}::uuid[])`);
}

/** The same sums as /pay has. A payment of the earlier owner that is at the bank is nothing that they read. */
const takenOver = (db: Database, actor: Actor): Promise<(TakenOver & { isBeingPaid: boolean })[]> =>
  all(
    db,
    sql`select t.*, exists (select from payments.payments p where p.connection_id = t."connectionId" and p.method = 'GATEWAY'
        and p.state = 'PROCESSING' and p.set_aside_at is null and ${visibleTo(actor)}) as "isBeingPaid"
      from (${takenOverList(actor)}) t`,
  );

type OwnConnection = {
  id: string;
  number: string;
  sectorNumber: string;
  roadNumber: string;
  plotNumber: string;
  dueMinor: Minor;
  dueOn: string | null;
  overdue: boolean;
  openInvoices: number;
  takenOverMinor: Minor;
  disputedMinor: Minor;
  plan: PlanNote | null;
  lastInvoiceId: string | null;
  isBeingPaid: boolean;
  access: 'OWN' | 'PAY' | 'SEE';
  holderName: string | null;
  holderNameBn: string | null;
  changedOn: string | null;
  hasFinalBill: boolean;
  advanceMinor: Minor;
};

function ownConnections(db: Database, actor: Actor, option: string | undefined): Promise<OwnConnection[]> {
  return all(
    db,
    sql`select c.id, c.number, s.number as "sectorNumber", d.number as "roadNumber", c.plot_number as "plotNumber",
        o.due as "dueMinor", o.due_on as "dueOn", coalesce(o.due_on < ${actor.today}, false) as overdue,
        o.invoices as "openInvoices", ${takenOverMinor(sql`c.id`)} as "takenOverMinor", o.disputed as "disputedMinor", (select to_json(n) from (${planNote(sql`c.id`, actor)}) n) as plan,
        (select i.id from billing.invoices i
          where i.connection_id = c.id and i.cancelled_on is null and i.adjusts_id is null
          order by i.period desc limit 1) as "lastInvoiceId",
        exists (select from payments.payments p where p.connection_id = c.id and p.method = 'GATEWAY'
          and p.state = 'PROCESSING' and p.set_aside_at is null) as "isBeingPaid",
        case when c.consumer_id = ${actor.consumerId} then 'OWN' when ${sharedToPay(actor, sql`c.id`)} then 'PAY' else 'SEE' end as access,
        case when c.consumer_id <> ${actor.consumerId} then meters.holder_name(c.id) end as "holderName",
        case when c.consumer_id <> ${actor.consumerId} then meters.holder_name_bn(c.id) end as "holderNameBn",
        h.on as "changedOn", h.on is not null and ${hasFinalBill(sql`c.id`)} as "hasFinalBill",
        ${usedAdvance(sql`c.id`)} as "advanceMinor"
      from meters.connections c
      join settings.roads d on d.id = c.road_id
      join settings.sectors s on s.id = d.sector_id
      cross join lateral (
        select coalesce(sum(${ownOpenOf('i')}) filter (where not ${isAmongDisputed('i')} and not ${isAmongPlans('i')}), 0)::bigint as due,
          min(due_on) filter (where not ${isAmongDisputed('i')} and not ${isAmongPlans('i')}) as due_on,
          count(*) filter (where not ${isAmongDisputed('i')} and not ${isAmongPlans('i')}) as invoices,
          coalesce(sum(${ownOpenOf('i')}) filter (where ${isAmongDisputed('i')}), 0)::bigint as disputed
        from billing.invoices i where i.connection_id = c.id and i.cancelled_on is null and i.settled_minor < i.total_minor
          and ${ownOpenOf('i')} > 0
      ) o
      cross join lateral (select meters.changed_hands_on(c.id) as on) h
      where ${seesConnection(actor)} and ${option ? sql`c.id in (${ofOption(option)})` : sql`true`}
      order by c.consumer_id = ${actor.consumerId} desc, o.due desc, h.on is not null, c.number`,
  );
}

type LastReading = { readOn: string; registerLitres: number; consumptionLitres: number | null };

async function lastReading(db: Database, connectionId: string): Promise<LastReading | null> {
  const reading = await first<LastReading>(
    db,
    // Before the first one of a new owner: what the meter showed at the handover.
    sql`(select read_on as "readOn", register_litres as "registerLitres", consumption_litres as "consumptionLitres", 1 as rank
        from meters.readings
        where connection_id = ${connectionId} and state in ('APPROVED', 'ESTIMATED', 'BILLED')
        order by period desc, read_on desc limit 1)
      union all
      (select a.installed_on, a.opening_litres, null, 2 from meters.assignments a join meters.connections c on c.id = a.connection_id
        where a.connection_id = ${connectionId} and c.follows_id is not null and a.removed_on is null)
      order by rank limit 1`,
  );
  return reading ?? null;
}

type OwnApplication = {
  id: string;
  number: string | null;
  state: string;
  toPayMinor: Minor;
  dueAt: string | null;
  expiresOn: string | null;
  isHeld: boolean;
  isSurveyed: boolean;
  visitOn: string | null;
  isBeingPaid: boolean;
};

function openApplications(db: Database, actor: Actor, option: string | undefined): Promise<OwnApplication[]> {
  return all(
    db,
    sql`select a.id, a.number, a.state, a.due_at as "dueAt", case when a.overlay is null then a.expires_on end as "expiresOn",
        case when a.overlay is null then coalesce(n.total_minor - n.settled_minor, 0) else 0 end as "toPayMinor",
        a.overlay is not null as "isHeld", case when a.visit_on >= ${actor.today}::date then a.visit_on end as "visitOn",
        exists (select from applications.surveys y where y.application_id = a.id and y.state = 'SUBMITTED') as "isSurveyed",
        exists (select from payments.payments p where p.application_id = a.id and p.method = 'GATEWAY'
          and p.state = 'PROCESSING') as "isBeingPaid"
      from applications.applications a
      left join applications.demand_notes n on n.application_id = a.id and n.cancelled_at is null
      where a.consumer_id = ${actor.consumerId} and a.archived_at is null and a.deleted_at is null
        and a.state not in ('CONNECTED', 'REJECTED', 'WITHDRAWN') and ${option ? sql`a.id = ${option}` : sql`true`}
      order by a.created_at desc limit 20`,
  );
}
