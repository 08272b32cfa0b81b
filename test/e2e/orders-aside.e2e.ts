/** What happens to a work order beside its straight way: money at the counter, given back, rejected, cancelled, on hold, done again, rated. */
import { expect } from '@playwright/test';
import { STAFF } from '#app/demo/logins.ts';
import { english } from '#domains/work-orders/names.rules.ts';
import type { OrderState } from '#domains/work-orders/work-order.rules.ts';
import { formats } from '#shared/format.ts';
import { ZONE } from '#test/zone.ts';
import { makeRepair, makeRepairUpTo } from './repairs.ts';
import { activate, arrived, choose, press, seen, told, type } from './screen.ts';
import { isIn, look, PHONE, quiet, type Seat, sit } from './seat.ts';
import { filled, say } from './texts.ts';
import { test } from './town.ts';

const is = (seat: Seat, state: OrderState) => isIn(seat, english.states[state]);

/** A step of the record, from its button or its menu, with what its dialog asks. */
async function step({ page, t }: Seat, action: string, fill = async () => {}): Promise<void> {
  const button = page.getByRole('button', { name: filled(action, true) });
  const menu = page.getByRole('button', { name: t.common.actions.more_actions, exact: true });
  await seen(button.or(menu).first());
  if (!(await button.first().isVisible())) await activate(menu);
  await activate(button.or(page.getByRole('menuitem', { name: filled(action, true) })).first());
  const dialog = page.getByRole('dialog');
  await seen(dialog);
  await fill();
  await press(dialog, action);
}
/** The same, with a reason. */
const because = (seat: Seat, action: string, reason: string) =>
  step(seat, action, () => type(seat.page.getByRole('dialog'), seat.t['work-orders'].ending.remark, reason));

test('a cashier takes the charge of a repair in cash, the household reads it as paid, and the repair is accepted', async ({
  browser,
  town,
}) => {
  const national = '1755001601';
  const repair = await makeRepair(town, national);
  const { amount, money } = formats({ language: 'en', bengaliDigits: true }, ZONE);
  const cashier = await sit(browser, town, { who: 'cashier' });
  const { act, detail } = cashier.t['work-orders'];
  const { take, counter } = cashier.t.payments;
  await cashier.page.goto(`/work-order-payment?page=1&search=${repair.number}&money=DUE`);
  const row = cashier.page.locator(`tr[data-row="${repair.id}"]`);
  await expect(row).toContainText(amount(repair.dueMinor));
  await activate(row.getByRole('button'));
  await activate(cashier.page.getByRole('menuitem', { name: act.take_payment }));
  await arrived(cashier.page, /take-payment\?workOrderId=/);
  await look(cashier);
  await press(cashier.page, filled(take.submit));
  await seen(cashier.page.getByRole('heading', { name: filled(counter.done_title) }));

  const household = await sit(browser, town, { who: { household: national }, width: PHONE });
  await household.page.goto(`/work-order-list/${repair.id}`);
  const head = household.page.locator('article > header');
  await expect(head).toContainText(detail.paid);
  await expect(head).toContainText(money(repair.dueMinor));
  await look(household);

  const clerk = await sit(browser, town, { who: 'reviewer' });
  await clerk.page.goto(`/work-order-list/${repair.id}`);
  await step(clerk, act.accept);
  await is(clerk, 'ACCEPTED');
  quiet(cashier, household, clerk);
});

test('a request is given back and rejected; its household reads why', async ({ browser, town }) => {
  const national = '1755001602';
  const { id } = await makeRepairUpTo(town, national, 'ON_REVIEW');
  const clerk = await sit(browser, town, { who: 'reviewer' });
  const { act } = clerk.t['work-orders'];
  await clerk.page.goto(`/work-order-list/${id}`);
  await because(clerk, act.return, 'The colleague of this sector looks at it');
  await is(clerk, 'PENDING');
  await press(clerk.page, act.take);
  await is(clerk, 'ON_REVIEW');
  await because(clerk, act.reject, 'The pipe is behind the meter');
  await is(clerk, 'REJECTED');
  await look(clerk);
  const household = await sit(browser, town, { who: { household: national }, width: PHONE });
  await household.page.goto(`/work-order-list/${id}`);
  await is(household, 'REJECTED');
  await seen(household.page.getByText('The pipe is behind the meter').first());
  await expect(household.page.getByText('The colleague of this sector')).toHaveCount(0);
  await look(household);
  quiet(clerk, household);
});

test('work is put on hold and its crew cannot go on with it; it goes on, and is cancelled', async ({
  browser,
  town,
}) => {
  const national = '1755001603';
  const { id, number } = await makeRepairUpTo(town, national, 'ASSIGNED');
  const engineer = await sit(browser, town, { who: 'engineer' });
  const { act, detail, pause, resume, repair, list } = engineer.t['work-orders'];
  await engineer.page.goto(`/work-order-list/${id}`);
  await because(engineer, act.pause, 'No permission of the road office yet');
  await told(engineer, pause.done);
  await seen(engineer.page.locator('article > header').getByText(detail.on_hold, { exact: true }));
  await seen(engineer.page.getByText(detail.deadline_waits));
  await look(engineer);
  await engineer.page.goto(`/work-order-process?page=1&search=${number}&paused=true`);
  await expect(engineer.page.locator(`tr[data-row="${id}"]`)).toContainText(detail.on_hold);
  await engineer.page.goto(`/work-order-process?page=1&search=${number}&view=board`);
  await expect(engineer.page.locator(`[data-row="${id}"]`)).toContainText(detail.on_hold);
  await look(engineer);

  const crew = await sit(browser, town, { who: 'installer', width: PHONE });
  await crew.page.goto(`/work-order-repair/${id}`);
  await seen(crew.page.getByText(say(repair.paused, { reason: 'No permission of the road office yet' })));
  await expect(crew.page.getByRole('button', { name: act.arrive })).toHaveCount(0);
  await look(crew);
  const household = await sit(browser, town, { who: { household: national }, width: PHONE });
  await household.page.goto(`/work-order-list/${id}`);
  await seen(household.page.getByText(detail.hold));
  await expect(household.page.getByText('No permission of the road office')).toHaveCount(0);
  await look(household);

  await engineer.page.goto(`/work-order-list/${id}`);
  await step(engineer, act.resume);
  await told(engineer, resume.done);
  await expect(engineer.page.getByText(detail.deadline_waits)).toHaveCount(0);
  await crew.page.reload();
  await press(crew.page, act.arrive);
  await seen(crew.page.getByRole('heading', { name: repair.work, exact: true }));
  // The phone shows it before the server knows it.
  await told(crew, crew.t['work-orders'].arrive.done);
  await engineer.page.reload();
  await because(engineer, act.cancel, 'The road is new');
  await is(engineer, 'CANCELLED');
  await engineer.page.goto(`/all-work-order?page=1&search=${number}`);
  await seen(engineer.page.getByRole('columnheader', { name: list.crew }).first());
  await look(engineer);
  quiet(engineer, crew, household);
});

test('verified work is rated by the keyboard; done again two times it is marked, and the same person again needs a reason', async ({
  browser,
  town,
}) => {
  const national = '1755001604';
  const { id, number } = await makeRepairUpTo(town, national, 'CLOSED', { reopened: 1 });
  const household = await sit(browser, town, { who: { household: national }, width: PHONE });
  const { page } = household;
  const { rate } = household.t['work-orders'];
  await page.goto(`/work-order-list/${id}`);
  await seen(page.getByRole('heading', { name: rate.title }));
  await look(household);
  // Nothing is sent without stars.
  await press(page, rate.submit);
  await seen(page.getByText(household.t.common.errors.required).first());
  const stars = page.getByRole('radio');
  await expect(stars).toHaveCount(5);
  await stars.first().focus();
  await page.keyboard.press('Space');
  for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight');
  await expect(stars.nth(3)).toBeChecked();
  await type(page, rate.remark, 'They came in time');
  await look(household);
  await press(page, rate.submit);
  await told(household, rate.done);
  await seen(page.getByRole('heading', { name: rate.yours }));
  await expect(stars).toHaveCount(0);
  await look(household);

  const clerk = await sit(browser, town, { who: 'reviewer' });
  const { act, list } = clerk.t['work-orders'];
  await clerk.page.goto(`/work-order-list/${id}`);
  await seen(clerk.page.getByText('They came in time'));
  await seen(clerk.page.getByRole('img', { name: say(rate.count_other, { count: '4' }) }).first());
  await because(clerk, act.reopen, 'It drips again');
  await is(clerk, 'RE_OPEN');
  await seen(clerk.page.getByRole('img', { name: say(list.reopened_times_other, { count: '2' }) }));
  await look(clerk);

  const engineer = await sit(browser, town, { who: 'engineer' });
  const { assign, errors } = engineer.t['work-orders'];
  await engineer.page.goto(`/work-order-process?page=1&search=${number}&escalated=true`);
  await seen(engineer.page.getByRole('img', { name: say(list.reopened_times_other, { count: '2' }) }));
  await engineer.page.goto(`/work-order-list/${id}`);
  const crewName = STAFF.find(({ role }) => role === 'installer')?.name ?? '';
  const dialog = engineer.page.getByRole('dialog');
  await step(engineer, act.assign, async () => {
    await choose(dialog, assign.crew, new RegExp(`^${crewName}`));
    await activate(dialog.getByRole('checkbox').first());
  });
  await seen(dialog.getByText(errors.same_crew).first());
  const refused = engineer.eye.problems.splice(0);
  expect(refused.filter((problem) => !problem.includes('422'))).toEqual([]);
  await look(engineer);
  await type(dialog, assign.again, 'Knows where the valve is');
  await press(dialog, act.assign);
  await is(engineer, 'ASSIGNED');
  await look(engineer);
  quiet(household, clerk, engineer);
});
