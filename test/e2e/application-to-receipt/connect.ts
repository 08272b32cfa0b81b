/** Connection letter, survey, demand note, its payment, the meter: until the water runs. */
import { expect, type Page } from '@playwright/test';
import { saveSurvey } from '#domains/applications/survey/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { toBengaliDigits } from '#shared/format.ts';
import { portrait } from '../papers.ts';
import {
  activate,
  choose,
  confirm,
  expectPdf,
  press,
  type Screen,
  seen,
  told,
  type,
  typeDay,
} from '../screen.ts';
import { filled } from '../texts.ts';
import { today } from '../today.ts';
import type { Cast } from './cast.ts';
import { openRow, step } from './decide.ts';
import { payAtBank } from './pay.ts';

export async function writeLetter(cast: Cast): Promise<void> {
  const { t, plan } = cast;
  const { letter, actions, fields, tabs } = t.applications;
  const reviewer = await cast.as('reviewer');
  const { page } = reviewer;
  await openRow(reviewer, cast, '/connection-letter?page=1');
  await press(page, actions.letter);
  const dialog = page.getByRole('dialog');
  await choose(dialog, letter.dma, 0);
  await choose(dialog, fields.meter, new RegExp(plan.meter));
  await press(dialog, actions.letter);
  await told(reviewer, letter.issued);
  await activate(page.getByRole('tab', { name: filled(tabs.connection) }));
  await expectPdf(reviewer, letter.pdf);
}

export async function survey(cast: Cast): Promise<void> {
  const { t, plan } = cast;
  const { actions, assign, survey, done } = t.applications;
  const reviewer = await cast.as('reviewer');
  await press(reviewer.page, actions.assign);
  const dialog = reviewer.page.getByRole('dialog');
  await choose(dialog, assign.who, /Rashedul Islam/);
  await press(dialog, actions.assign);
  await told(reviewer, assign.done);

  const surveyor = await cast.as('surveyor');
  const { page } = surveyor;
  await openRow(surveyor, cast, '/site-survey?page=1');
  await press(page, actions.survey);
  await type(page, survey.distance, '7.5');
  await choose(page, survey.add, new RegExp(`${plan.material} EXTRA`));
  await sumsWhileTyping(surveyor, survey);
  await takePhotos(page, t.applications.photos.nth);
  await press(page, survey.submit);
  await confirm(surveyor);
  await told(surveyor, done.survey);

  const engineer = await cast.as('engineer');
  const record = await openRow(engineer, cast, '/site-survey?page=1');
  await activate(engineer.page.getByRole('tab', { name: filled(t.applications.tabs.survey) }));
  await activate(engineer.page.getByRole('button', { name: filled(t.applications.photos.nth) }).nth(1));
  await seen(engineer.page.getByRole('dialog').getByRole('img', { name: t.applications.kinds.survey_file }));
  await engineer.page.keyboard.press('Escape');
  await step(engineer, 'approve-survey');

  await reviewer.page.goto(`${record}?tab=note`);
  await expectPdf(reviewer, t.applications.note.pdf);
}

/** The total is that of what is typed, and a wrong quantity is marked, while the server has answered nothing yet. */
async function sumsWhileTyping({ page }: Screen, texts: Cast['t']['applications']['survey']): Promise<void> {
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**${saveSurvey.path}`, async (route) => {
    await answers;
    await route.continue();
  });
  const total = page.getByRole('status').filter({ hasText: texts.total_so_far });
  const before = await total.textContent();
  const quantity = page.getByRole('textbox', { name: filled(texts.quantity) }).last();
  await quantity.fill('2.1234');
  await expect(quantity).toHaveAttribute('aria-invalid', 'true');
  await quantity.fill('2');
  await expect(quantity).not.toHaveAttribute('aria-invalid', 'true');
  await expect(total).not.toHaveText(before ?? '');
  answer();
  await page.unrouteAll({ behavior: 'wait' });
}

/** Two at once; each is kept before the survey is submitted. */
async function takePhotos(page: Page, name: string): Promise<void> {
  const names = ['plot.jpg', 'road.jpg'];
  const photos = await Promise.all(names.map(async (name) => ({ ...(await portrait()), name })));
  await page.locator('main input[type=file][multiple]').setInputFiles(photos);
  await expect(page.getByRole('button', { name: filled(name) })).toHaveCount(names.length);
}

export async function payDemandNote(cast: Cast): Promise<void> {
  const { t, plan, consumer } = cast;
  if (plan.pays === 'online') {
    await consumer.page.reload();
    await press(consumer.page, filled(t.applications.tracker.pay));
    await payAtBank(cast);
    return;
  }
  const { take, counter } = t.payments;
  const cashier = await cast.as('cashier');
  const { page } = cashier;
  await page.goto('/take-payment');
  await type(page, counter.search, plan.name);
  await press(page, new RegExp(plan.name));
  await press(page, filled(take.submit));
  await told(cashier, take.done);
  await seen(page.getByText(filled(take.receipt)).first());
  await expectPdf(cashier, t.payments.record.receipt_pdf);
}

/** The application has waited for its meter since then. */
async function waitSince({ town, plan }: Cast, day: string): Promise<void> {
  await execute(
    town.database.db,
    sql`update applications.applications a set state_since = ${day}::timestamptz
      from meters.meters m where m.reserved_for = a.id and m.number = ${plan.meter}`,
  );
}

/**
 * Noted as of the first day of last month, so that the month can be read and billed. A slip of the finger in the reading is
 * asked about, and who confirms it sees all that was noted.
 */
export async function install(cast: Cast): Promise<void> {
  const { t, plan, consumer } = cast;
  const day = addMonths(firstOfMonth(today()), -1);
  await waitSince(cast, day);
  const { actions, install: texts, fields, done, next } = t.applications;
  const installer = await cast.as('installer');
  const record = await openRow(installer, cast, '/meter-installation?page=1');
  await press(installer.page, actions.install);
  const dialog = installer.page.getByRole('dialog');
  await type(dialog, fields.meter, plan.meter);
  await type(dialog, texts.opening, '200');
  await type(dialog, texts.seal, `S-${plan.meter}`);
  await typeDay(dialog, texts.day, day);
  await press(dialog, actions.install);
  await seen(dialog.getByRole('checkbox', { name: texts.unusual }));
  await type(dialog, texts.opening, '2');
  await press(dialog, actions.install);
  // Nothing shows its place: the reason is asked for.
  await type(dialog, texts.unproven_reason, 'The phone had no charge left');
  await press(dialog, actions.install);
  await told(installer, done.install);

  const engineer = await cast.as('engineer');
  await engineer.page.goto(record);
  await press(engineer.page, actions['confirm-installation']);
  const seal = `S-${plan.meter}`;
  const shown = cast.language === 'bn' ? toBengaliDigits(seal) : seal;
  await seen(engineer.page.getByRole('dialog').getByText(shown));
  await press(engineer.page.getByRole('dialog'), actions['confirm-installation']);
  await told(engineer, done['confirm-installation']);
  await consumer.page.goto(`/customer/new-connections/${record.split('/').at(-1)}`);
  await seen(consumer.page.getByRole('heading', { name: next.CONNECTED.title }));
}
