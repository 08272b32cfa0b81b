/**
 * Random steps by random people over HTTP against a model of its own (`factory-model.ts`, its money in `factory-model-money.ts`): the
 * program accepts and refuses what the model does, with the same codes, and after each step the order, what happened, the log, the store,
 * the payments and the books are as the model says; the pages offer what is accepted. `MODEL_RUNS=2000` is the full search.
 */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import { payWorkOrder, reversePayment } from '#domains/payments/contract.ts';
import { makeCharges } from '#domains/payments/factory-charges.ts';
import * as gateway from '#domains/payments/gateway/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { execute, one, type Sql, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { type Noun, RUNS_WANTED, type Sent, walkRandomly } from '#test/random-commands/walk-randomly.ts';
import * as contract from './contract.ts';
import { CODES, COMMANDS, EVENTS } from './factory-commands.ts';
import type { Command, Lines } from './factory-model.ts';
import * as model from './factory-model.ts';
import * as money from './factory-model-money.ts';
import { type Category, type Model, type Money, PEOPLE, type Who } from './factory-model-types.ts';
import { reopenRequest, replyToRequest } from './requests/contract.ts';
import { resumeDue } from './steps/actions/pause-order.ts';
import * as steps from './steps/contract.ts';
import * as store from './store/contract.ts';
import { RESERVED } from './store/queries.ts';

const app = await testApp();
const { yard, cashier, booked } = await makeCharges(app);
// One person may take back all the money of a wide search.
await execute(
  app.db,
  sql`update settings.entries set value = value || '{"reverseAloneUpToMinor": 1000000000000}' where key = 'payments'`,
);
const household = await app.consumer();
const people: Record<Who, Person> = {
  ...{ admin: yard.admin, clerk: yard.clerk, engineer: yard.engineer, crew: yard.crew },
  ...{ mate: await app.staff('installer'), cashier },
  ...{ household, neighbour: await app.consumer() },
  ...{ surveyor: await app.staff('surveyor'), reader: await app.staff('reader') },
  ...{ planner: await app.staff('rajukSAE'), director: await app.staff('rajukPD') },
};
const nameOf = new Map(PEOPLE.map((who) => [people[who].userId, who]));
const categories: Record<Category, string> = {
  LEAK: await yard.category('LEAK'),
  SERVICE_LINE: await yard.category('SERVICE_LINE'),
};
const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
  .gif()
  .toBuffer();

/** The ids of the money are read with the order. */
type Ids = { bank: string[]; counter: string[]; refunds: string[] };
type Run = { orderId: string; connectionNumber: string; materials: string[]; ids: Ids };

async function ask(askedBy: Who, category: Category): Promise<Run> {
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  // A household asks ten times a day: what the walks before have asked was yesterday.
  // Another walk may hold some of them.
  const older = sql`update work_orders.orders set asked_at = asked_at - interval '1 day' where id in (
    select id from work_orders.orders where asked_by = ${household.userId} for update skip locked)`;
  await execute(app.owner.db, older);
  const { id } = await yard.order({ by: people[askedBy], code: category, connectionNumber: number });
  const materials: string[] = [];
  for (const rate of model.RATES) materials.push(await yard.material(`${rate} ${id}`, rate));
  return { orderId: id, connectionNumber: number, materials, ids: { bank: [], counter: [], refunds: [] } };
}

const ENDS_CHARGE = { return: steps.returnOrder, reject: steps.rejectOrder, cancel: steps.cancelOrder };
const WITH_REMARK = {
  ...{ reopen: steps.reopenOrder, unassign: steps.unassignOrder, 'reopen-request': reopenRequest },
};
const WITHOUT = {
  ...{ take: steps.takeOrder, accept: steps.acceptOrder, verify: steps.verifyOrder },
  resume: steps.resumeOrder,
};

/** What is asked about money at the bank has its own test (payments/charge-at-bank.test.ts). */
const knows = { despitePayment: true };

/** More than the store of a walk can lack. */
const ALL_MISSING: Lines = [
  [0, 9_000],
  [1, 9_000],
];

type Given = { as: Person; headers?: Record<string, string> };

/** Calls the program. */
async function send(run: Run, command: Command, { version, key, seen }: Sent<Model>) {
  const given: Given = {
    as: people[command.by],
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  };
  const { orderId } = run;
  const at = { orderId, version };
  const moment = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000).toISOString();
  const linesOf = (lines: Lines) =>
    lines.map(([material, thousandths]) => ({
      ...{ materialId: String(run.materials[material]), quantity: String(thousandths / 1000) },
    }));
  const remark = String(model.remarkOf(command));
  switch (command.act) {
    case 'edit': {
      const body = { ...at, categoryId: categories[command.category], description: 'A leak', ...knows };
      return app.answerOf(steps.updateOrder, { ...given, body });
    }
    case 'photo': {
      const query = { orderId, moment: command.moment };
      const sent = await app.sendFile(steps.addPhoto, { ...given, content: picture, name: 'p.gif', query });
      return { code: sent.code, data: sent.data };
    }
    case 'estimate': {
      const { labour, charged, lines } = command;
      const body = { ...at, labourMinor: labour, charged, materials: linesOf(lines), ...knows };
      return app.answerOf(steps.estimateOrder, { ...given, body: body as never });
    }
    case 'waive':
      return app.answerOf(steps.waiveCharge, { ...given, body: { ...at, reason: remark, ...knows } });
    case 'assign':
      return app.answerOf(steps.assignOrder, {
        ...given,
        body: {
          ...{ ...at, crewId: people[command.to].userId },
          memberIds: command.with.map((who) => people[who].userId),
          remark: model.remarkOf(command),
          ...(command.despite ? { missing: linesOf(ALL_MISSING), missingReason: model.DESPITE } : {}),
        },
      });
    case 'pause': {
      const { today } = app.system();
      const until = { none: null, today, tomorrow: addDays(today, 1) }[command.until];
      return app.answerOf(steps.pauseOrder, { ...given, body: { ...at, remark, until } });
    }
    case 'rate':
      return app.answerOf(steps.rateOrder, {
        ...given,
        body: { ...at, stars: command.stars, remark: 'dry now' },
      });
    case 'arrive':
      return app.answerOf(steps.noteArrival, { ...given, body: { ...at, arrivedAt: moment(command.after) } });
    case 'complete': {
      const { after, labour, lines, explained, why } = command;
      const body = {
        ...{ ...at, ...yard.done, labourMinor: labour, materials: linesOf(lines) },
        ...{ completedAt: moment(after), varianceReason: explained ? 'the trench was deeper' : null },
        unprovenReason: why ? model.NO_PHOTO : null,
      };
      return app.answerOf(steps.completeOrder, { ...given, body: body as never });
    }
    case 'book': {
      const [{ materialId, quantity } = { materialId: '', quantity: '' }] = linesOf([command.line]);
      return app.answerOf(store.moveStock, {
        ...given,
        body: { materialId, quantity, remark: 'counted', anyway: command.anyway },
      });
    }
    case 'ask again': {
      const { connectionNumber } = run;
      const fields = { connectionNumber, categoryId: categories[command.category], description: 'Again' };
      return app.answerOf(steps.createOrder, { ...given, body: fields });
    }
    case 'take':
    case 'accept':
    case 'resume':
    case 'verify':
      return app.answerOf(WITHOUT[command.act], { ...given, body: at });
    case 'reply':
      return app.answerOf(replyToRequest, { ...given, body: { ...at, text: remark } });
    case 'return':
    case 'reject':
    case 'cancel':
      return app.answerOf(ENDS_CHARGE[command.act], { ...given, body: { ...at, remark, ...knows } });
    case 'reopen':
    case 'reopen-request':
    case 'unassign':
      return app.answerOf(WITH_REMARK[command.act], { ...given, body: { ...at, remark } });
    default:
      return sendMoney(run, command, given, { version, seen });
  }
}

/** The last payment or refund that there was when the call was made. */
const lastOf = (ids: string[]) => ids.at(-1) ?? '00000000-0000-4000-8000-000000000000';

async function sendMoney(
  { orderId, ids }: Run,
  command: (money.MoneyInput | { act: 'a month passes' | 'the hold is over' }) & { by: Who },
  given: Given,
  { version, seen }: Omit<Sent<Model>, 'key'>,
) {
  const paymentId = lastOf(ids.bank);
  const refundId = lastOf(ids.refunds);
  const remark = `${command.act}: because`;
  switch (command.act) {
    case 'pay':
    case 'begin': {
      const isCash = command.act === 'pay';
      const amountMinor = money.amountOf(seen, isCash ? command.amount : 'whole') as Minor;
      const tender = { method: isCash ? ('CASH' as const) : ('GATEWAY' as const) };
      return app.answerOf(payWorkOrder, { ...given, body: { orderId, amountMinor, tender } });
    }
    case 'open':
      return app.answerOf(gateway.openOrder, { ...given, body: { paymentId } });
    case 'ask the bank':
      return app.answerOf(gateway.completeGatewayPayment, { ...given, body: { paymentId } });
    case 'give up':
      return app.answerOf(gateway.giveUpPayment, { ...given, body: { paymentId } });
    case 'take-back': {
      const body = { paymentId: lastOf(ids[command.of]), reason: remark };
      return app.answerOf(reversePayment, { ...given, body });
    }
    case 'withdraw-paid':
      return app.answerOf(steps.withdrawPaidOrder, { ...given, body: { orderId, version, remark } });
    case 'decide refund': {
      const body = { refundId, accept: command.accept, remark };
      return app.answerOf(refunds.decideRefund, { ...given, body });
    }
    case 'pay refund': {
      const tender = { method: 'BANK' as const, reference: 'T-1' };
      return app.answerOf(refunds.payRefund, { ...given, body: { refundId, tender } });
    }
    case 'a month passes':
      await execute(
        app.owner.db,
        sql`update work_orders.orders set closed_at = closed_at - interval '31 days' where id = ${orderId}`,
      );
      return { code: undefined };
    case 'the hold is over':
      await execute(
        app.owner.db,
        sql`update work_orders.orders set paused_at = paused_at - interval '2 hours', pause_until = paused_at - interval '1 hour'
          where id = ${orderId}`,
      );
      await resumeDue(app.db, app.system());
      return { code: undefined };
    default: {
      const status = command.act === 'the bank takes it' ? 'APPROVED' : 'DECLINED';
      await execute(
        app.db,
        sql`update payments.sandbox_orders s set status = ${status}, decided_at = ${app.clock.now()}
          from payments.orders o where o.order_id = s.order_id and o.payment_id = ${paymentId}`,
      );
      return { code: undefined };
    }
  }
}

type Kept = Record<'members' | 'workers', string[]> &
  Record<'askedBy' | 'reviewer' | 'waivedBy' | 'crew' | 'verifiedBy', string | null> & {
    moved: (number | null)[];
    store: (number | null)[];
    log: [string, string | null][];
    bank: (Money['bank'][number] & { id: string })[];
    counter: (Money['counter'][number] & { id: string })[];
    refunds: { id: string; state: string; amount: number; asker: string | null; decider: string | null }[];
  };

/** The order as the database has it, in the words of the model. */
async function kept({ orderId, materials, ids }: Run) {
  const ofEach = (value: Sql) => sql`(select jsonb_agg(${value} order by x.no)
    from unnest(${materials}::uuid[]) with ordinality x (id, no) left join work_orders.stock s on s.material_id = x.id)`;
  const movements = (
    condition: Sql,
  ) => sql`(select (sum(m.quantity) * 1000)::bigint from work_orders.stock_movements m
    where m.material_id = x.id and ${condition})`;
  const idsOfCrew = (
    condition: Sql,
  ) => sql`(select coalesce(jsonb_agg(distinct m.user_id), '[]') from work_orders.crew_members m
    where m.order_id = o.id and ${condition})`;
  const row = await one<Kept>(
    app.owner.db,
    sql`select o.state, o.version, k.code as category, o.asked_by as "askedBy", o.reviewer_id as reviewer, o.estimate_minor as estimate,
        o.charge_minor as charge, o.paid_minor as paid, o.waived_by as "waivedBy", o.crew_id as crew, o.assigned_at is not null as "isAssigned",
        o.arrived_at is not null as "hasArrived", o.started_at is not null as "isStarted", o.completed_at is not null as "isCompleted", o.used_minor as used,
        o.paused_at is not null as "isPaused", o.pause_until is not null as "holdEnds", ${idsOfCrew(sql`m.left_at is null and not m.is_leader`)} as members,
        ${idsOfCrew(sql`m.worked_at is not null`)} as workers,
        (select coalesce(jsonb_agg(jsonb_build_array(r.closing, r.stars) order by r.closing), '[]') from work_orders.ratings r
          where r.order_id = o.id) as ratings,
        o.verified_by as "verifiedBy", o.closed_at is not null as "isClosed", o.reopened, o.remark,
        (select count(*) from work_orders.photos p where p.order_id = o.id) as photos, o.unproven_reason as "unprovenReason",
        ${ofEach(sql`(s.on_hand * 1000)::bigint`)} as store, ${ofEach(movements(sql`true`))} as moved,
        ${ofEach(sql`coalesce(-${movements(sql`m.order_id = o.id`)}, 0)`)} as taken,
        ${ofEach(sql`coalesce((select (r.quantity * 1000)::bigint from ${RESERVED} r where r.material_id = x.id), 0)`)} as reserved,
        ${ofEach(sql`coalesce((select (l.quantity * 1000)::bigint from work_orders.materials l
          where l.order_id = o.id and l.kind = 'ESTIMATE' and l.material_id = x.id), 0)`)} as planned,
        (select jsonb_agg(jsonb_build_array(t.action, t.from_state, t.to_state, t.by_office, t.remark) order by t.at, t.id)
          from work_orders.timeline t where t.order_id = o.id) as timeline,
        (select jsonb_agg(jsonb_build_array(replace(a.action, 'work-order.', ''), a.actor_id) order by a.at, a.id)
          from platform.audit a where a.object = 'work_order' and a.object_id = o.id::text) as log,
        (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state, 'amount', p.amount_minor, 'isOwed', p.owed_back,
            'hasOrder', b.payment_id is not null, 'decided', nullif(s.status, 'CREATED')) order by p.id), '[]')
          from payments.payments p left join payments.orders b on b.payment_id = p.id left join payments.sandbox_orders s on s.order_id = b.order_id
          where p.work_order_id = o.id and p.method = 'GATEWAY') as bank,
        (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state, 'amount', p.amount_minor) order by p.id), '[]')
          from payments.payments p where p.work_order_id = o.id and p.method = 'CASH') as counter,
        (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'state', r.state, 'amount', r.amount_minor, 'asker', r.asked_by,
            'decider', r.decided_by) order by r.id), '[]') from payments.refunds r where r.work_order_id = o.id) as refunds
      from work_orders.orders o join work_orders.categories k on k.id = o.category_id where o.id = ${orderId}`,
  );
  const who = (id: string | null) => (id === null ? null : nameOf.get(id));
  const named = (list: string[]) => list.map((id) => String(who(id))).toSorted();
  const plain = <T extends { id: string }>(list: T[]) => list.map(({ id: _, ...rest }) => rest);
  const { bank, counter, refunds: cases, ...order } = row;
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
  Object.assign(ids, { bank: idsOf(bank), counter: idsOf(counter), refunds: idsOf(cases) });
  const refunded = cases.map((refund) => ({
    ...refund,
    asker: who(refund.asker),
    decider: who(refund.decider),
  }));
  return {
    ...order,
    money: { bank: plain(bank), counter: plain(counter), refunds: plain(refunded) },
    ...{ askedBy: who(row.askedBy), reviewer: who(row.reviewer), waivedBy: who(row.waivedBy) },
    ...{ crew: who(row.crew), verifiedBy: who(row.verifiedBy) },
    ...{ members: named(row.members), workers: named(row.workers) },
    log: row.log.map(([action, id]) => [action, who(id)]),
  };
}

async function check(run: Run, now: Model): Promise<void> {
  const { twins: _, isLongClosed: __, isProven: ___, ...expected } = now;
  const [found, books] = [await kept(run), await booked(run.orderId)];
  const isAssigned = now.crew !== null;
  expect(found).toEqual({ ...expected, isAssigned, moved: now.store, reserved: model.reservedOf(now) });
  expect(books).toEqual(money.bookedOf(now));
  expect([found.crew, ...found.members, ...found.workers]).not.toContain(found.verifiedBy ?? 'nobody');
}

/** The page says what the model says of each step; a household reads no name of staff. */
async function checkPage({ orderId }: Run, now: Model, by: Who): Promise<void> {
  const seen = { as: people[by], params: { id: orderId } };
  if (!model.sees(by, now)) {
    const code = model.OUTSIDERS.includes(by) ? 'common.not_permitted' : 'common.not_found';
    expect([by, await app.codeOf(contract.getOrder, seen)]).toEqual([by, code]);
    return;
  }
  const page = await app.call(contract.getOrder, seen);
  const buttons = model.STEPS.map((act) => [act, model.button(act, by, now)]);
  const ofMoney = money.MONEY_STEPS.map((act) => [act, money.moneyButton(act, by, now)]);
  expect([by, page.can]).toEqual([by, Object.fromEntries([...buttons, ...ofMoney])]);
  if (by === 'household') expect(JSON.stringify(page)).not.toContain('Karim Uddin');
}

const noun: Noun<Run, Model, Command> = {
  ...{ commands: COMMANDS, after: model.after, send, check, checkPage, people: PEOPLE },
  unversioned: [
    ...['photo', 'book', 'ask again', 'pay', 'begin', 'open', 'ask the bank', 'give up', 'take-back'],
    ...['decide refund', 'pay refund'],
  ],
  ofNobody: EVENTS,
  notAtOnce: [],
  seldom: [
    'edit',
    'photo',
    'return',
    'unassign',
    'pause',
    'book',
    'ask again',
    'give up',
    'take-back',
    'waive',
    'reply',
  ],
  ends: ['reject', 'cancel', 'withdraw-paid'],
  // A cancelled order has its refund before it.
  isOver: (order) =>
    (order.state === 'REJECTED' || order.state === 'CANCELLED') &&
    !model.isRequest(order) &&
    !order.money.refunds.some(isWaiting),
  usual: ['common.not_permitted', 'common.not_found', 'work-orders.wrong_state'],
};
const isWaiting = ({ state }: { state: string }) => state === 'REQUESTED' || state === 'APPROVED';
const RUNS = Number(RUNS_WANTED ?? 25);
const ASKERS = ['household', 'clerk'] as const;

test('random steps do what the model says', { timeout: 120_000 + RUNS * 5000 }, async () => {
  const reached = await walkRandomly(RUNS, async (start) => {
    const askedBy = ASKERS[start % 2] ?? 'clerk';
    const category = CODES[(start >> 1) % 2] ?? 'LEAK';
    return { noun, run: await ask(askedBy, category), model: model.asked(askedBy, category) };
  });
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  // Twenty-five runs reach eight states or more in nearly all cases, and never so few as five: then the choice would be broken.
  expect(reached.states.size).toBeGreaterThan(5);
  // A wide search refuses with nearly all of the 40 codes of the model.
  if (RUNS >= 1000) expect(reached.codes.size).toBeGreaterThan(35);
});
