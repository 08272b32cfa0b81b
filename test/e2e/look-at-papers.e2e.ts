/** The reviewer looks at the papers of an application one after the other; and the page says who has a survey. */
import { expect } from '@playwright/test';
import { all, one, sql } from '#platform/database/db.ts';
import { makeApplicationIn } from './applications.ts';
import { inspect, watch } from './look.ts';
import { enter, openScreen, press, seen, type } from './screen.ts';
import { form, formIsThere, sit, toSurvey } from './survey-offline/phone.ts';
import { filled } from './texts.ts';
import { loginOf, test } from './town.ts';

test('what is wrong with a paper is not lost by Escape, is sent one time, and the next paper has the focus', async ({
  browser,
  town,
}) => {
  const made = await makeApplicationIn(town, { upTo: 'PENDING' });
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const { page, t } = screen;
  const { check } = t.applications;
  await enter(screen, loginOf('reviewer'));
  await page.goto(`/all-new-connections/${made.id}?tab=documents`);
  await press(page, filled(check.review_other));
  const viewer = page.getByRole('dialog');
  const position = viewer.getByText(/^\d+ of \d+$/);
  await seen(position);
  const first = await position.textContent();
  await press(viewer, check.return);
  await type(viewer, check.what_is_wrong, 'blurred');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog').filter({ hasText: t.common.confirm.leave });
  await seen(question);
  await press(question, t.common.confirm.stay);
  const remark = viewer.getByRole('textbox', { name: check.what_is_wrong });
  await expect(remark).toHaveValue('blurred');
  await press(viewer, check.next);
  await press(question, t.common.confirm.stay);
  await expect(position).toHaveText(String(first));
  await remark.press('Enter');
  await remark.press('Enter').catch(() => undefined);
  await expect(position).not.toHaveText(String(first));
  // By the same key on.
  await expect(viewer.getByRole('button', { name: check.accept, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect
    .poll(() =>
      all(
        town.database.db,
        sql`select action from applications.timeline where application_id = ${made.id} and action = 'check-document'`,
      ),
    )
    .toHaveLength(2);
  await page.context().close();
});

test('who looks at a survey does not take it, who writes it has it, and others read whose it is', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const { name } = await one<{ name: string }>(
    town.database.db,
    sql`with free as (update applications.applications set assignee_id = null where id = ${made.id})
      select name from identity.users where email = ${loginOf('surveyor').login}`,
  );
  const seat = await sit(browser, town, 'en');
  await seat.page.goto(form(made));
  const main = seat.page.getByRole('main');
  await seen(main.getByText(new RegExp(seat.t.applications.waits_of.survey.replace(/[()]/g, '.'))));
  await formIsThere(seat, town, made);
  await seen(main.getByText(new RegExp(name)).first());
  const admin = await openScreen(browser, { url: town.url, language: 'en' });
  const eye = watch(admin.page);
  await enter(admin, loginOf('admin'));
  await admin.page.goto(`/all-new-connections/${made.id}`);
  await seen(admin.page.getByText(filled(admin.t.applications.errors.not_assigned_to_you)).first());
  await inspect(eye);
  expect(eye.problems).toEqual([]);
  await Promise.all([seat, admin].map(({ page }) => page.context().close()));
});
