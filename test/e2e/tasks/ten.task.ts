/** Ten tasks of every day in a demo town, by the keyboard alone, and one by touch: steps and seconds besides typing. */
import { type Browser, expect } from '@playwright/test';
import { words as billingWords } from '#domains/billing/words.ts';
import { bankTexts } from '#domains/payments/sandbox/texts.ts';
import { usual } from '#shared/words.ts';
import { READING_MS } from '#web/ui/keys/read-first.ts';
import { test } from '../demo.ts';
import { becomesQuiet, watch } from '../look.ts';
import type { Program } from '../program.ts';
import { arrived, enter, openScreen, type Screen, seen } from '../screen.ts';
import { filled, labelled, say } from '../texts.ts';
import { loginOf, type Role } from '../town.ts';
import { asTable, type Hands, handsOn, type Measured } from './hands.ts';
import { debtor, METERS, type Prepared, prepare } from './people.ts';

const MOST_SECONDS = 10;

type Given = { screen: Screen; hands: Hands; town: Prepared; demo: Program };
type Task = { name: string; role: Role; does: (given: Given) => Promise<unknown> };

const dialogOf = ({ page }: Screen) => page.getByRole('dialog');
const heading = ({ page }: Screen, name: string | RegExp) => page.getByRole('heading', { name });

const TASKS: readonly Task[] = [
  {
    ...{ name: 'counter payment', role: 'cashier' },
    does: async ({ screen: { page, t }, hands, demo }) => {
      const { number } = await hands.aside(() => debtor(demo));
      await hands.press('g');
      await hands.press('t');
      await hands.isIn(page.getByLabel(labelled(t.payments.counter.search)));
      await hands.typeAndEnter(number);
      await hands.isIn(page.getByLabel(labelled(t.payments.take.amount)));
      // A cashier counts the money first; an Enter sooner than one can read is not taken.
      await hands.aside(() => page.waitForTimeout(READING_MS));
      await hands.press('Enter');
      await seen(page.getByText(filled(t.payments.counter.done_title)).first());
    },
  },
  {
    ...{ name: `${METERS} readings`, role: 'reader' },
    does: async ({ screen, hands, town }) => {
      const { page, t } = screen;
      await hands.aside(() => page.goto(`/meter-reading?page=1&read=no&sectorId=${town.sectorId}`));
      const rows = page.locator('tr[data-row]');
      await seen(rows.first());
      await hands.pressTo('j', rows.first());
      await hands.press('t');
      const dialog = dialogOf(screen);
      await hands.isIn(dialog.getByLabel(t.meters.register).first());
      for (let read = 0; read < METERS; read += 1) {
        await hands.isEmpty();
        await hands.typeAndEnter(String(town.usualRegister));
      }
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  {
    ...{ name: 'approve unflagged readings', role: 'reviewer' },
    does: async ({ screen: { page, t }, hands }) => {
      await hands.press('Control+k');
      await hands.type('preview');
      await seen(page.getByRole('option', { name: 'Preview & Review' }).first());
      await hands.press('Enter');
      await hands.isOnPage(/\/preview-review/);
      await seen(page.getByRole('button', { name: t.meters.review.approve_all }));
      await hands.tabTo(page.getByRole('button', { name: t.meters.review.approve_all }));
      await hands.press('Enter');
      const yes = page.getByRole('dialog').getByRole('button', { name: t.common.confirm.yes });
      await hands.tabTo(yes);
      await hands.press('Enter');
      await seen(page.getByText(filled(t.meters.review.approved_all)).first());
    },
  },
  {
    ...{ name: 'half a phone number', role: 'cashier' },
    does: async ({ screen: { page }, hands, demo }) => {
      const { phone, id, name } = await hands.aside(() => debtor(demo));
      await hands.press('Control+k');
      await hands.type(phone.slice(-6));
      await seen(page.getByRole('option', { name }).first());
      await hands.press('Enter');
      await arrived(page, new RegExp(`/customer-management/${id}`));
    },
  },
  {
    ...{ name: 'one step of an application', role: 'reviewer' },
    does: async ({ screen, hands }) => {
      const { page, t } = screen;
      const { actions, done } = t.applications;
      await hands.skipFrame();
      await hands.tabTo(page.getByRole('button', { name: 'Next application' }));
      await hands.press('Enter');
      await arrived(page, /\/all-new-connections\//);
      const accept = page.getByRole('button', { name: actions.accept, exact: true });
      await hands.tabTo(accept);
      await hands.press('Enter');
      const yes = dialogOf(screen).getByRole('button', { name: actions.accept, exact: true });
      await hands.tabTo(yes);
      await hands.press('Enter');
      await seen(page.getByText(done.accept).first());
    },
  },
  {
    ...{ name: 'assign an application', role: 'reviewer' },
    does: async ({ screen, hands }) => {
      const { page, t } = screen;
      await hands.press('g');
      await hands.press('n');
      const rows = page.locator('tr[data-row]');
      await seen(rows.first());
      await hands.pressTo('j', rows.first());
      await hands.tabTo(rows.first().getByRole('button'));
      await hands.press('Enter');
      await hands.pressTo('ArrowDown', page.getByRole('menuitem', { name: t.applications.actions.assign }));
      await hands.press('Enter');
      const who = dialogOf(screen).getByLabel(labelled(t.applications.assign.who));
      await hands.tabTo(who);
      await hands.press('ArrowDown');
      await hands.press('Enter');
      await hands.tabTo(dialogOf(screen).getByRole('button', { name: t.applications.actions.assign }));
      await hands.press('Enter');
      await seen(page.getByText(t.applications.assign.done).first());
    },
  },
  {
    ...{ name: 'bill run', role: 'reviewer' },
    does: async ({ screen, hands, town }) => {
      const { page, t } = screen;
      const { runs, lists } = t.billing;
      await hands.press('Control+k');
      await hands.type('plan a bill');
      await seen(page.getByRole('option', { name: 'Plan a bill run' }).first());
      await hands.press('Enter');
      await hands.isOnPage(/\/bill-run/);
      await seen(page.getByRole('button', { name: runs.plan }).first());
      await hands.tabTo(page.getByRole('button', { name: runs.plan }));
      await hands.press('Enter');
      const dialog = dialogOf(screen);
      await hands.tabTo(dialog.getByLabel(labelled(runs.scope)));
      const sector = say(lists.bills_sector_number, { number: town.sectorNumber });
      await hands.type(sector);
      await hands.press('ArrowDown');
      await hands.press('Enter');
      await expect(dialog.getByLabel(labelled(runs.scope))).toHaveValue(sector);
      await hands.tabTo(dialog.getByRole('button', { name: runs.plan_submit }));
      await hands.press('Enter');
      await arrived(page, /\/bill-run\//);
      await seen(page.getByRole('button', { name: filled(runs.approve) }));
    },
  },
  {
    ...{ name: 'export of bills', role: 'reviewer' },
    does: async ({ screen: { page, t }, hands }) => {
      await hands.press('g');
      await hands.press('i');
      const button = page.getByRole('button', { name: t.common.actions.export });
      await seen(button);
      await hands.tabTo(button);
      await hands.press('Enter');
      const file = page.getByRole('menuitem', { name: say(t.common.list.export_as, { format: 'XLSX' }) });
      await hands.pressTo('ArrowDown', file);
      await Promise.all([page.waitForEvent('download'), hands.press('Enter')]);
    },
  },
  {
    ...{ name: 'one permission', role: 'admin' },
    does: async ({ screen, hands }) => {
      const { page, t } = screen;
      const { matrix } = t.roles;
      await hands.press('Control+k');
      await hands.type('permissions');
      await seen(page.getByRole('option', { name: 'Change permissions of a role' }).first());
      await hands.press('Enter');
      await hands.isOnPage(/\/role-permission/);
      const role = page.getByRole('combobox', { name: matrix.role }).or(page.getByLabel(matrix.role)).first();
      await seen(role);
      await hands.tabTo(role);
      await hands.type('Meter installer');
      await hands.press('ArrowDown');
      await hands.press('Enter');
      const search = page.getByRole('searchbox', { name: matrix.search });
      await seen(page.getByRole('button', { name: matrix.preset_view }));
      await hands.tabTo(search);
      await hands.type('invo');
      const grid = page.getByRole('grid', { name: matrix.title });
      await expect(grid.locator('tbody tr')).toHaveCount(1);
      await hands.press('ArrowDown');
      const { invoices } = billingWords.permissions;
      const box = say(matrix.pair, { module: invoices.title[0], feature: usual.view[0] });
      await hands.isIn(grid.getByRole('checkbox', { name: box }));
      await hands.press('Space');
      await hands.tabTo(page.getByRole('button', { name: matrix.review }));
      await hands.press('Enter');
      await hands.isIn(page.getByRole('button', { name: matrix.save }));
      await hands.press('Enter');
      await seen(page.getByText(matrix.saved).first());
    },
  },
];

async function asStaff(browser: Browser, demo: Program, { task, town }: { task: Task; town: Prepared }) {
  const screen = await openScreen(browser, { url: demo.url, language: 'en', isByKeyboard: true });
  const eye = watch(screen.page);
  await enter(screen, loginOf(task.role));
  await screen.page.goto('/dashboard');
  await becomesQuiet(eye, 'en');
  const hands = handsOn(screen.page);
  await task.does({ screen, hands, town, demo });
  const measured = hands.measured(task.name);
  await screen.page.context().close();
  return measured;
}

/** On a phone, in Bengali. */
async function asConsumer(browser: Browser, demo: Program, { household }: Prepared): Promise<Measured> {
  const screen = await openScreen(browser, { url: demo.url, language: 'bn', width: 390, isByTouch: true });
  const { page, t } = screen;
  const eye = watch(page);
  await enter(screen, household);
  await page.goto('/dashboard');
  await becomesQuiet(eye, 'bn');
  const hands = handsOn(page);
  await hands.touch(page.getByRole('button', { name: filled(t.dashboard.own.pay) }));
  await seen(page.getByLabel(labelled(t.payments.pay.amount)));
  await hands.touch(page.locator('main').getByRole('button', { name: filled(t.payments.pay.submit) }));
  await arrived(page, /\/sandbox-bank\/pay/);
  await hands.touch(page.getByRole('button', { name: new RegExp(`^${bankTexts.bn.pay('.*')}$`) }));
  await arrived(page, /\/payment\/approved/);
  await seen(heading(screen, t.payments.back.approved));
  const measured = hands.measured('consumer pays by touch');
  await page.context().close();
  return measured;
}

test('ten tasks, each in at most ten seconds of work besides typing', async ({ browser, demo }) => {
  test.setTimeout(600_000);
  const town = await prepare(demo);
  const rows: Measured[] = [];
  for (const task of TASKS)
    rows.push(await test.step(task.name, () => asStaff(browser, demo, { task, town })));
  rows.push(await test.step('consumer pays by touch', () => asConsumer(browser, demo, town)));
  process.stdout.write(
    `\n${asTable(rows)}\n\n${JSON.stringify({ mostSeconds: MOST_SECONDS, tasks: rows })}\n`,
  );
  for (const { task, seconds } of rows) expect.soft(seconds, task).toBeLessThanOrEqual(MOST_SECONDS);
});
