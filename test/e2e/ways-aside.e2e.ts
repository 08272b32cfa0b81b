/** What happens to an application beside its straight way: a survey sent back, a hold while it is late, the archive and back. */
import { type Browser, expect } from '@playwright/test';
import { execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { accessible, type Eye, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import {
  activate,
  confirm,
  enter,
  openScreen,
  press,
  type Screen,
  seen,
  told,
  type,
  typeDay,
} from './screen.ts';
import { form, formIsThere, toSurvey } from './survey-offline/phone.ts';
import { filled, labelled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, type Role, test } from './town.ts';

type Seat = Screen & { eye: Eye };

async function sit(browser: Browser, { url }: Program, role: Role, width?: number): Promise<Seat> {
  const screen = await openScreen(browser, { url, language: 'en', ...(width ? { width } : {}) });
  await enter(screen, loginOf(role));
  return { ...screen, eye: watch(screen.page) };
}

async function look({ eye }: Seat): Promise<void> {
  await inspect(eye);
  await accessible(eye);
}

type Name = 'return-survey' | 'hold' | 'resume' | 'reject' | 'archive';

/** A step of the record, from its button or its menu, with what its dialog asks. */
async function step(seat: Seat, name: Name, remark: string, more = async () => {}): Promise<void> {
  const { page, t } = seat;
  const { actions, dialogs, done } = t.applications;
  const button = page.getByRole('button', { name: actions[name], exact: true });
  // Exact: a row of the list that is still shown has a menu too, "More actions for ...".
  const menu = page.getByRole('button', { name: t.common.actions.more_actions, exact: true });
  await seen(menu);
  if (!(await button.isVisible())) await activate(menu);
  await activate(button.or(page.getByRole('menuitem', { name: actions[name], exact: true })).first());
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(labelled(dialogs.remark))
    .or(dialog.getByLabel(dialogs.remark_optional))
    .fill(remark);
  await more();
  await press(dialog, actions[name]);
  await told(seat, done[name]);
}

test('a survey goes back to the surveyor with the reason and is handed in again', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const surveyor = await sit(browser, town, 'surveyor', 390);
  const { survey, survey_states: states } = surveyor.t.applications;
  await surveyor.page.goto(form(made));
  await formIsThere(surveyor, town, made);
  const handIn = async () => {
    await press(surveyor.page, survey.submit);
    await confirm(surveyor);
    await told(surveyor, surveyor.t.applications.done.survey);
  };
  await type(surveyor.page, survey.distance, '7.5');
  await type(surveyor.page, survey.road, 'brick');
  await handIn();

  const engineer = await sit(browser, town, 'engineer');
  await engineer.page.goto(form(made));
  await seen(engineer.page.getByText(states.SUBMITTED, { exact: true }));
  const reason = 'Measure to the main on the other side';
  await step(engineer, 'return-survey', reason);
  await seen(engineer.page.getByText(states.RETURNED, { exact: true }));

  await surveyor.page.goto('/dashboard');
  await surveyor.page.goto(form(made));
  const note = surveyor.page.getByRole('main').getByText(reason).first();
  await seen(note);
  // What was measured is still in the form.
  await expect(surveyor.page.getByLabel(labelled(survey.distance))).toHaveValue('7.5');
  await look(surveyor);
  await type(surveyor.page, survey.distance, '11');
  await handIn();
  await engineer.page.reload();
  await seen(engineer.page.getByText(states.SUBMITTED, { exact: true }));
  await seen(
    engineer.page.getByText(say(engineer.t.applications.words.metres, { count: '11' }), { exact: true }),
  );
  await look(engineer);
  const { actions, done } = engineer.t.applications;
  await press(engineer.page, actions['approve-survey']);
  const dialog = engineer.page.getByRole('dialog');
  // What it comes to is there before it is done.
  await seen(dialog.getByRole('row', { name: /^Total/ }));
  await look(engineer);
  await dialog.getByRole('button', { name: /^Issue demand note of / }).click();
  await told(engineer, done['approve-survey']);
  expect([surveyor, engineer].flatMap(({ eye }) => eye.problems)).toEqual([]);
});

test('a late application is held and goes on late; rejected, it goes to the archive and comes back', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const late = new Date(Date.now() - 3 * 86_400_000);
  await execute(
    town.database.db,
    sql`update applications.applications set due_at = ${late} where id = ${made.id}`,
  );
  const clerk = await sit(browser, town, 'reviewer');
  const { page, t } = clerk;
  const { overlays, record, archived, lists, actions } = t.applications;
  const address = `/all-new-connections/${made.id}`;
  const row = page.locator(`tr[data-row="${made.id}"]`);
  const list = async (filter: string) => {
    await page.goto(`/all-new-connections?page=1&search=${made.number}&${filter}`);
    await seen(page.getByRole('searchbox'));
  };
  await list('overdue=true');
  await seen(row.getByText(filled(lists.late_other)).or(row.getByText(filled(lists.late_one))));
  await activate(row.getByRole('link').first());
  const until = addDays(today(), 7);
  await step(clerk, 'hold', 'The road is being built', () =>
    typeDay(page.getByRole('dialog'), t.applications.dialogs.until, until),
  );
  await seen(page.getByText(filled(record.held_until)));
  await look(clerk);
  await list('overdue=true');
  await expect(row).toHaveCount(0);
  await list('overlay=HOLD');
  await seen(row.getByText(overlays.HOLD).first());
  await look(clerk);
  await page.goto(address);
  await step(clerk, 'resume', 'The road is open');
  await expect(page.getByText(filled(record.held_until))).toHaveCount(0);
  await list('overdue=true');
  await seen(row);

  await page.goto(address);
  await step(clerk, 'reject', 'The plot has no road');
  await step(clerk, 'archive', 'Nothing more will come');
  await list('stateId=REJECTED');
  await expect(row).toHaveCount(0);
  await page.goto(`/archived-application-list?page=1&search=${made.number}`);
  await expect(row).toContainText('Nothing more will come');
  await look(clerk);
  await activate(row.getByRole('button', { name: filled(t.common.actions.more) }));
  await activate(page.getByRole('menuitem', { name: actions.restore }));
  await told(clerk, archived.restored);
  await expect(row).toHaveCount(0);
  await list('stateId=REJECTED');
  await seen(row);
  expect(clerk.eye.problems).toEqual([]);
});
