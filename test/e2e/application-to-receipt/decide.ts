/** The utility reviews, asks for a correction that the applicant answers; the planning authority's desks decide. */
import { expect } from '@playwright/test';
import { tickAll } from '../desk-checks.ts';
import { letter } from '../papers.ts';
import { activate, choose, confirm, press, type Screen, seen, told, type } from '../screen.ts';
import { labelled } from '../texts.ts';
import type { Cast } from './cast.ts';

/** Opens the applicant's row of a list; the record's path afterwards. */
export async function openRow({ page }: Screen, { plan }: Cast, path: string): Promise<string> {
  await page.goto(path);
  const row = page.getByRole('row').filter({ hasText: plan.name });
  await activate(row.getByRole('link').first());
  await expect(page).not.toHaveURL(new RegExp(`${path.replace(/[?]/g, '\\?')}$`));
  return new URL(page.url()).pathname;
}

/** A step whose dialog asks for no more than a remark; the button that approves a survey says the sum. */
export async function step(screen: Screen, name: 'accept' | 'approve-survey') {
  const { page, t } = screen;
  const { actions, dialogs } = t.applications;
  await press(page, actions[name]);
  await press(page.getByRole('dialog'), name === 'approve-survey' ? dialogs.approve_sum : actions[name]);
  await told(screen, t.applications.done[name]);
}

async function askForCorrection(screen: Screen, { t, plan }: Cast): Promise<void> {
  const { page } = screen;
  const { actions, correction, kinds, done } = t.applications;
  await press(page, actions.recorrection);
  const dialog = page.getByRole('dialog');
  await choose(dialog, correction.add, kinds.allotment_letter);
  await dialog.getByRole('textbox', { name: labelled(kinds.allotment_letter) }).fill(plan.remark);
  await type(dialog, correction.reason, plan.remark);
  await press(dialog, actions.recorrection);
  await told(screen, done.recorrection);
}

async function answerCorrection(cast: Cast): Promise<void> {
  const { consumer, t, plan } = cast;
  const { page } = consumer;
  const { tracker, actions, done } = t.applications;
  await page.reload();
  await seen(page.getByRole('heading', { name: tracker.correct_title }));
  await seen(page.getByText(plan.remark).first());
  await page
    .locator('li li')
    .filter({ hasText: t.applications.kinds.allotment_letter })
    .locator('input[type=file]')
    .last()
    .setInputFiles(letter('Letter of allotment, sharp'));
  await seen(page.getByText(tracker.corrected, { exact: true }));
  await press(page, actions.resubmit);
  await confirm(consumer);
  await told(consumer, done.resubmit);
}

export async function review(cast: Cast): Promise<void> {
  const reviewer = await cast.as('reviewer');
  const record = await openRow(reviewer, cast, '/new-connections?page=1');
  await askForCorrection(reviewer, cast);
  await answerCorrection(cast);
  await reviewer.page.goto(record);
  await step(reviewer, 'accept');
}

const DESKS = ['rajukSAE', 'rajukAE', 'rajukPM', 'rajukPD'] as const;

export async function decide(cast: Cast): Promise<void> {
  for (const desk of DESKS) {
    const screen = await cast.as(desk);
    await openRow(screen, cast, '/noc-from-rajuk?page=1');
    await tickAll(screen);
    await press(screen.page, cast.t.applications.actions['noc-approve']);
    await confirm(screen);
    await told(screen, cast.t.applications.done['noc-approve']);
  }
}
