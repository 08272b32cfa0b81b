/**
 * Random steps by random people over HTTP against a model of its own (`factory-model.ts`): the program accepts and refuses what the model
 * does, with the same codes, and after each step the order, what happened, the log and the store are as the model says.
 * `MODEL_RUNS=2000` is the full search.
 */
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { execute, one, type Sql, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import type { Category, Input, Lines, Model, Who } from './factory-model.ts';
import * as model from './factory-model.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const household = await app.consumer();
const people: Record<Who, Person> = {
  ...{ admin: yard.admin, clerk: yard.clerk, engineer: yard.engineer, crew: yard.crew },
  ...{ mate: await app.staff('installer'), cashier: await app.staff('cashier') },
  ...{ household, neighbour: await app.consumer() },
};
const nameOf = new Map(model.PEOPLE.map((who) => [people[who].userId, who]));
const categories: Record<Category, string> = {
  LEAK: await yard.category('LEAK'),
  SERVICE_LINE: await yard.category('SERVICE_LINE'),
};
const CODES = Object.keys(categories) as Category[];
const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
  .gif()
  .toBuffer();

type Run = { orderId: string; connectionNumber: string; materials: string[] };

async function ask(askedBy: Who, category: Category): Promise<Run> {
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: people[askedBy], code: category, connectionNumber: number });
  const materials: string[] = [];
  for (const rate of model.RATES) materials.push(await yard.material(`${rate} ${id}`, rate));
  return { orderId: id, connectionNumber: number, materials };
}

const LINES: Lines[] = [
  [],
  [[0, 2_500]],
  [
    [1, 1_001],
    [0, 333],
  ],
  [[1, 4_000]],
];
const SIMPLE = [
  ...(['take', 'accept', 'return', 'reject', 'waive', 'unassign', 'verify', 'reopen', 'cancel'] as const),
];
const INPUTS: Input[] = [
  ...SIMPLE.map((act): Input => ({ act })),
  ...CODES.map((category): Input => ({ act: 'edit', category })),
  { act: 'photo' },
  ...LINES.flatMap((lines) =>
    [true, false].map((charged): Input => ({ act: 'estimate', labour: 50_000, charged, lines })),
  ),
  { act: 'estimate', labour: 0, charged: true, lines: [] },
  ...(['crew', 'mate', 'admin', 'clerk', 'household'] as const).map((to): Input => ({ act: 'assign', to })),
  ...([-60, 0, 60] as const).map((after): Input => ({ act: 'arrive', after })),
  ...LINES.flatMap((lines) =>
    [true, false].map(
      (explained): Input => ({ act: 'complete', after: 0, labour: 50_000, lines, explained }),
    ),
  ),
  ...([-60, 60] as const).map(
    (after): Input => ({ act: 'complete', after, labour: 50_000, lines: [], explained: true }),
  ),
  ...[3_000, 500, -1_000].map((thousandths): Input => ({ act: 'book', line: [0, thousandths] })),
  ...[5_005, -4_000].map((thousandths): Input => ({ act: 'book', line: [1, thousandths] })),
  ...CODES.map((category): Input => ({ act: 'ask again', category })),
];
type Command = { input: Input; by: Who };
const COMMANDS = INPUTS.flatMap((input) => model.PEOPLE.map((by): Command => ({ input, by })));
const EVENTS = ['half is paid', 'all is paid', 'a month passes'] as const;

const WITH_REMARK = {
  ...{ return: steps.returnOrder, reject: steps.rejectOrder, cancel: steps.cancelOrder },
  ...{ reopen: steps.reopenOrder, unassign: steps.unassignOrder },
};
const WITHOUT = { take: steps.takeOrder, accept: steps.acceptOrder, verify: steps.verifyOrder };

/** Calls the program; gives the code of its refusal. */
async function send(run: Run, { input, by }: Command, version: number): Promise<string | undefined> {
  const as = people[by];
  const at = { orderId: run.orderId, version };
  const moment = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000).toISOString();
  const linesOf = (lines: Lines) =>
    lines.map(([material, thousandths]) => ({
      ...{ materialId: String(run.materials[material]), quantity: String(thousandths / 1000) },
    }));
  const remark = String(model.remarkOf(input.act));
  switch (input.act) {
    case 'edit':
      return app.codeOf(steps.updateOrder, {
        as,
        body: { ...at, categoryId: categories[input.category], description: 'A leak' },
      });
    case 'photo': {
      const query = { orderId: run.orderId, moment: 'BEFORE' };
      return (await app.sendFile(steps.addPhoto, { as, content: picture, name: 'p.gif', query })).code;
    }
    case 'estimate': {
      const { labour, charged, lines } = input;
      const body = { ...at, labourMinor: labour, charged, materials: linesOf(lines) };
      return app.codeOf(steps.estimateOrder, { as, body: body as never });
    }
    case 'waive':
      return app.codeOf(steps.waiveCharge, { as, body: { ...at, reason: remark } });
    case 'assign':
      return app.codeOf(steps.assignOrder, { as, body: { ...at, crewId: people[input.to].userId } });
    case 'arrive':
      return app.codeOf(steps.noteArrival, { as, body: { ...at, arrivedAt: moment(input.after) } });
    case 'complete': {
      const { after, labour, lines, explained } = input;
      const body = {
        ...{ ...at, ...yard.done, labourMinor: labour, materials: linesOf(lines) },
        ...{ completedAt: moment(after), varianceReason: explained ? 'the trench was deeper' : null },
      };
      return app.codeOf(steps.completeOrder, { as, body: body as never });
    }
    case 'book': {
      const [{ materialId, quantity } = { materialId: '', quantity: '' }] = linesOf([input.line]);
      return app.codeOf(steps.moveStock, { as, body: { materialId, quantity, remark: 'counted' } });
    }
    case 'ask again': {
      const { connectionNumber } = run;
      const fields = { connectionNumber, categoryId: categories[input.category], description: 'Again' };
      return app.codeOf(steps.createOrder, { as, body: fields });
    }
    case 'take':
    case 'accept':
    case 'verify':
      return app.codeOf(WITHOUT[input.act], { as, body: at });
    default:
      return app.codeOf(WITH_REMARK[input.act], { as, body: { ...at, remark } });
  }
}

/** What happens beside the program: as payments will write it, and as time does. */
const HAPPENS = {
  'half is paid': sql`paid_minor = charge_minor / 2`,
  'all is paid': sql`paid_minor = charge_minor`,
  'a month passes': sql`closed_at = closed_at - interval '31 days'`,
} satisfies Record<model.Event, Sql>;

type Kept = Record<'askedBy' | 'reviewer' | 'waivedBy' | 'crew' | 'verifiedBy', string | null> & {
  moved: (number | null)[];
  store: (number | null)[];
  log: [string, string][];
};

/** The order as the database has it, in the words of the model. */
async function kept({ orderId, materials }: Run) {
  const ofEach = (value: Sql) => sql`(select jsonb_agg(${value} order by x.no)
    from unnest(${materials}::uuid[]) with ordinality x (id, no) left join work_orders.stock s on s.material_id = x.id)`;
  const movements = (
    condition: Sql,
  ) => sql`(select (sum(m.quantity) * 1000)::bigint from work_orders.stock_movements m
    where m.material_id = x.id and ${condition})`;
  const row = await one<Kept>(
    app.owner.db,
    sql`select o.state, o.version, k.code as category, o.asked_by as "askedBy", o.reviewer_id as reviewer, o.estimate_minor as estimate,
        o.charge_minor as charge, o.paid_minor as paid, o.waived_by as "waivedBy", o.crew_id as crew, o.assigned_at is not null as "isAssigned",
        o.arrived_at is not null as "hasArrived", o.started_at is not null as "isStarted", o.completed_at is not null as "isCompleted", o.used_minor as used,
        o.verified_by as "verifiedBy", o.closed_at is not null as "isClosed", o.reopened, o.remark,
        (select count(*) from work_orders.photos p where p.order_id = o.id) as photos,
        ${ofEach(sql`(s.on_hand * 1000)::bigint`)} as store, ${ofEach(movements(sql`true`))} as moved,
        ${ofEach(sql`coalesce(-${movements(sql`m.order_id = o.id`)}, 0)`)} as taken,
        (select jsonb_agg(jsonb_build_array(t.action, t.from_state, t.to_state, t.by_office, t.remark) order by t.at, t.id)
          from work_orders.timeline t where t.order_id = o.id) as timeline,
        (select jsonb_agg(jsonb_build_array(replace(a.action, 'work-order.', ''), a.actor_id) order by a.at, a.id)
          from platform.audit a where a.object = 'work_order' and a.object_id = o.id::text) as log
      from work_orders.orders o join work_orders.categories k on k.id = o.category_id where o.id = ${orderId}`,
  );
  const who = (id: string | null) => (id === null ? null : nameOf.get(id));
  return {
    ...row,
    ...{ askedBy: who(row.askedBy), reviewer: who(row.reviewer), waivedBy: who(row.waivedBy) },
    ...{ crew: who(row.crew), verifiedBy: who(row.verifiedBy) },
    log: row.log.map(([action, id]) => [action, who(id)]),
  };
}

async function check(run: Run, now: Model): Promise<void> {
  const { twins: _, isLongClosed: __, ...expected } = now;
  const found = await kept(run);
  const isAssigned = now.crew !== null;
  expect(found).toEqual({ ...expected, isAssigned, moved: now.store });
  if (found.verifiedBy !== null) expect(found.verifiedBy).not.toBe(found.crew);
}

/** Each page says what the model says of each step; a household reads no name of staff. */
async function checkPages({ orderId }: Run, now: Model): Promise<void> {
  for (const by of model.PEOPLE) {
    const seen = { as: people[by], params: { id: orderId } };
    if (!model.sees(by, now)) {
      expect([by, await app.codeOf(contract.getOrder, seen)]).toEqual([by, 'common.not_found']);
      continue;
    }
    const page = await app.call(contract.getOrder, seen);
    const buttons = model.STEPS.map((act) => [act, model.button(act, by, now)]);
    const money = model.MONEY_STEPS.map((act) => [act, model.moneyButton(act, by, now)]);
    expect([by, page.can]).toEqual([by, Object.fromEntries([...buttons, ...money])]);
    if (by === 'household') expect(JSON.stringify(page)).not.toContain('Karim Uddin');
  }
}

type Reached = { states: Set<string>; codes: Set<string> };
type Choice = { index: number; which: number; wild: number };

/** Steps that lead nowhere, and ends: seldom, so that runs get far. */
const SELDOM: Input['act'][] = ['edit', 'photo', 'return', 'unassign', 'book', 'ask again'];
const ENDS: Input['act'][] = ['reject', 'cancel'];
/** The refusals of most commands; the others are rare by chance. */
const USUAL = ['common.not_permitted', 'common.not_found', 'work-orders.wrong_state'];

/** Mostly what the model accepts; any command, or one that is refused for a rare reason. */
function choose({ index, which, wild }: Choice, now: Model): Command | undefined {
  const outcomeOf = ({ input, by }: Command) => model.after(input, by, false, now);
  const fits = (command: Command) => {
    const { act } = command.input;
    const outcome = outcomeOf(command);
    if (wild === 0) return true;
    if (wild === 3) return typeof outcome === 'string' && !USUAL.includes(outcome);
    return typeof outcome !== 'string' && !ENDS.includes(act) && (which % 4 === 0 || !SELDOM.includes(act));
  };
  const from = COMMANDS.filter(fits);
  const acts = [...new Set(from.map(({ input }) => input.act))];
  const ofAct = from.filter(({ input }) => input.act === acts[index % acts.length]);
  return ofAct[which % ofAct.length];
}

async function play(run: Run, start: Model, choices: Choice[], reached: Reached): Promise<void> {
  let now = start;
  for (const choice of choices) {
    const event = choice.wild === 1 ? EVENTS[choice.index % EVENTS.length] : undefined;
    const change = event && model.happen(event, now);
    if (event && change) {
      await execute(
        app.owner.db,
        sql`update work_orders.orders set ${HAPPENS[event]} where id = ${run.orderId}`,
      );
      now = { ...now, ...change };
    }
    const command = choose(choice, now);
    if (!command) continue;
    const { input, by } = command;
    const isStale = choice.wild === 2 && !['photo', 'book', 'ask again'].includes(input.act);
    const version = now.version + (isStale ? (choice.which % 2) * 2 - 1 : 0);
    const expected = model.after(input, by, isStale, now);
    const code = typeof expected === 'string' ? expected : undefined;
    expect([by, input, now.state, await send(run, command, version)]).toEqual([by, input, now.state, code]);
    if (typeof expected !== 'string') now = expected;
    await check(run, now);
    reached.states.add(now.state);
    if (code) reached.codes.add(code);
  }
  await checkPages(run, now);
}

const RUNS = Number(process.env.MODEL_RUNS ?? 25);

test('random steps do what the model says', { timeout: 120_000 + RUNS * 5000 }, async () => {
  const choice = fc.record({
    ...{ index: fc.nat({ max: 999 }), which: fc.nat({ max: 999 }), wild: fc.nat({ max: 7 }) },
  });
  const choices = fc.array(choice, { minLength: 10, maxLength: 30, size: 'max' });
  const askers = fc.constantFrom<Who>('household', 'clerk');
  const reached: Reached = { states: new Set(), codes: new Set() };
  await fc.assert(
    fc.asyncProperty(askers, fc.constantFrom(...CODES), choices, async (askedBy, category, list) => {
      const start = model.asked(askedBy, category);
      await play(await ask(askedBy, category), start, list, reached);
    }),
    { numRuns: RUNS },
  );
  // Twenty-five runs reach eight states or more in nearly all cases, and never so few as five: then the choice would be broken.
  expect(reached.states.size).toBeGreaterThan(5);
  // A wide search refuses with each of the codes of the model.
  if (RUNS >= 1000) expect(reached.codes.size).toBe(22);
});
