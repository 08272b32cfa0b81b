/** Late bills: a person looks at a case and sends somebody; paid before, nobody comes; paid after, the water comes back. The household reads it. */
import { expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { followOrder } from '#domains/collections/cases/actions/follow-order.ts';
import { giveNotices, openCases } from '#domains/collections/cases/steps.ts';
import { approveLadder, planLadder } from '#domains/collections/ladder/actions/plan-ladder.ts';
import { ladderRules } from '#domains/collections/ladder/ladder.rules.ts';
import { ladderOn } from '#domains/collections/ladder/queries.ts';
import { staff as bn } from '#domains/collections/web/bn-staff.ts';
import { staff as en } from '#domains/collections/web/en-staff.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { assignOrder, completeOrder, noteArrival } from '#domains/work-orders/steps/actions/do-work.ts';
import { acceptOrder, takeOrder } from '#domains/work-orders/steps/actions/review-order.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { positiveMinorSchema } from '#shared/money.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { press, seen, type } from './screen.ts';
import { isIn, look, PHONE, quiet, sit } from './seat.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const actor = systemActor(new Date(), today(), 'e2e');
const TEXTS = { en, bn };
const RULES = ladderRules.parse({
  on: true,
  reminder: { daysOverdue: 5, leastMinor: 10_000, waitDays: 10 },
  notice: { daysOverdue: 15, leastMinor: 10_000, waitDays: 10 },
  disconnection: { daysOverdue: 30, leastMinor: 10_000 },
});

const idOf = async ({ database }: Program, role: 'reviewer' | 'engineer' | 'installer') =>
  (
    await one<{ id: string }>(
      database.db,
      sql`select id from identity.users where email = ${loginOf(role).login}`,
    )
  ).id;

/** The rules count from a month ago; a household with late bills has had its notice. */
async function noticed(town: Program, national: string) {
  const [planner, approver] = [await idOf(town, 'reviewer'), await idOf(town, 'engineer')];
  const begin = addDays(today(), -40);
  return transaction(town.database.db, async (tx) => {
    if (!(await ladderOn(tx, today()))) {
      const plan = { validFrom: begin, value: RULES, reason: 'Board' };
      const then = { ...actor, today: begin, kind: 'staff' as const };
      const { id, version } = await planLadder(tx, { ...then, userId: planner }, plan);
      await approveLadder(tx, { ...then, userId: approver }, { id, version });
    }
    const consumerId = await addConsumer(tx, actor, { national, name: 'Nurul Huda', nameBn: 'নুরুল হুদা' });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    const connection = await makeConnection(tx, actor, { consumerId, roadId });
    const connectionId = connection.id;
    const dueOn = addDays(today(), -50);
    const issuedOn = addDays(dueOn, -20);
    await makeInvoice(tx, actor, { connectionId, dueOn, issuedOn, period: firstOfMonth(issuedOn) });
    const chunk = async (day: string) => ({
      ...{ day, ladder: await ladderOn(tx, day), connectionIds: [connectionId] },
    });
    await openCases(tx, actor, await chunk(addDays(today(), -35)));
    await giveNotices(tx, actor, await chunk(addDays(today(), -20)));
    const { caseId } = await one<{ caseId: string }>(
      tx,
      sql`select id as "caseId" from collections.cases where connection_id = ${connectionId}`,
    );
    return { ...connection, caseId };
  });
}

const pay = ({ database }: Program, connectionId: string) =>
  transaction(database.db, (tx) =>
    makePayment(tx, actor, {
      ...{ connectionId, amountMinor: positiveMinorSchema.parse(11_500) },
      tender: { method: 'CASH' },
    }),
  );

/** A crew of the town does the work of the case. */
async function work(town: Program, caseId: string, column: 'order_id' | 'reconnection_id'): Promise<void> {
  const crewId = await idOf(town, 'installer');
  const reviewerId = await idOf(town, 'reviewer');
  await transaction(town.database.db, async (tx) => {
    const at = () =>
      one<{ orderId: string; version: number }>(
        tx,
        sql`select o.id as "orderId", o.version from work_orders.orders o join collections.cases k on o.id = k.${sql.ref(column)} where k.id = ${caseId}`,
      );
    const clerk = { ...actor, userId: reviewerId };
    const crew = { ...actor, userId: crewId };
    await takeOrder(tx, clerk, await at());
    await acceptOrder(tx, clerk, await at());
    await assignOrder(tx, clerk, { ...(await at()), crewId });
    await noteArrival(tx, crew, { ...(await at()), arrivedAt: null });
    await completeOrder(
      tx,
      crew,
      {
        ...{ ...(await at()), completedAt: null, cause: 'Late bills', workDone: 'Valve turned' },
        ...{ lostLitres: null, labourMinor: 20_000 as Minor, materials: [], varianceReason: null },
        unprovenReason: 'made for a test',
      },
      [followOrder],
    );
  });
}

for (const [language, width, national] of [
  ['en', undefined, '1755000981'],
  ['bn', PHONE, '1755000982'],
] as const)
  test(`an engineer sends somebody to disconnect; the household reads it and pays, and nobody comes, in ${language}`, async ({
    browser,
    town,
  }) => {
    const { id, number, caseId } = await noticed(town, national);
    const engineer = await sit(browser, town, { who: 'engineer', language, width });
    const { page } = engineer;
    const { dunning } = TEXTS[language];
    await page.goto('/billing/dunning?page=1&ready=true');
    await seen(page.getByText(dunning.nexts.READY).first());
    await look(engineer);
    await page.goto(`/billing/dunning/${caseId}`);
    await isIn(engineer, dunning.states.NOTICED);
    await press(page, dunning.approve);
    await type(page, dunning.remark, 'Nobody answers the phone');
    await look(engineer);
    await press(page, filled(dunning.approve_submit));
    await isIn(engineer, dunning.states.ORDERED);
    await look(engineer);
    const household = await sit(browser, town, {
      who: { household: national },
      language: 'bn',
      width: PHONE,
    });
    await household.page.goto('/dashboard');
    await seen(household.page.getByRole('alert').filter({ hasText: 'কর্মী আসবেন' }));
    await look(household);
    await pay(town, id);
    await expect(async () => {
      await page.reload();
      await expect(
        page.locator('article > header').getByText(dunning.states.CLOSED, { exact: true }),
      ).toBeVisible();
    }).toPass({ timeout: 60_000 });
    await seen(page.getByText(dunning.events.order_cancelled));
    await household.page.reload();
    await expect(household.page.getByRole('alert').filter({ hasText: 'কর্মী আসবেন' })).toHaveCount(0);
    expect(number).toMatch(/^\d{10}$/);
    quiet(engineer, household);
  });

test('a connection that was cut off has water again after it is paid', async ({ browser, town }) => {
  const { id, caseId } = await noticed(town, '1755000983');
  const engineer = await sit(browser, town, { who: 'engineer' });
  const { page } = engineer;
  const { dunning } = TEXTS.en;
  await page.goto(`/billing/dunning/${caseId}`);
  await press(page, dunning.approve);
  await type(page, dunning.remark, 'Nobody answers the phone');
  await press(page, filled(dunning.approve_submit));
  await isIn(engineer, dunning.states.ORDERED);
  await work(town, caseId, 'order_id');
  await page.reload();
  await isIn(engineer, dunning.states.DISCONNECTED);
  await pay(town, id);
  await expect(async () => {
    await page.reload();
    await expect(
      page.locator('article > header').getByText(dunning.states.RECONNECTING, { exact: true }),
    ).toBeVisible();
  }).toPass({ timeout: 60_000 });
  await work(town, caseId, 'reconnection_id');
  await page.reload();
  await isIn(engineer, dunning.states.CLOSED);
  await seen(page.getByText(dunning.events.reconnected).first());
  await look(engineer);
  quiet(engineer);
});
