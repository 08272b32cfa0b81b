/** A consumer registers with a one-time code, fills in the application and hands it in. */
import { expect, type Page } from '@playwright/test';
import type { DocumentKind } from '#domains/applications/documents.rules.ts';
import { letter, type Paper, portrait, signature } from '../papers.ts';
import { activate, arrived, choose, confirm, expectPdf, press, seen, told, type } from '../screen.ts';
import { filled, labelled, say } from '../texts.ts';
import type { Cast } from './cast.ts';

export async function register({ consumer, town, plan, t }: Cast): Promise<void> {
  const { page } = consumer;
  const since = new Date();
  await page.goto('/registration');
  await type(page, t.identity.code.phone, plan.phone);
  await press(page, t.identity.code.send);
  const text = await town.smsTo(`+880${plan.phone}`, since);
  await type(page, t.identity.code.title, text.match(/[\d০-৯]{4,8}/)?.[0] ?? '');
  await press(page, t.identity.code.verify);
  const { registration } = t.consumers;
  await activate(page.getByRole('button', { name: registration.no }));
  await type(page, registration.name, plan.name);
  await type(page, registration.password, plan.password);
  await press(page, registration.submit);
  await arrived(page, /\/dashboard/);
}

/** Puts a paper into its slot and waits until the server has it. */
export async function handIn(page: Page, cast: Cast, [kind, paper]: [DocumentKind, Paper]): Promise<void> {
  const { t } = cast;
  const slot = page.locator('li li').filter({ hasText: t.applications.kinds[kind] });
  await slot.locator('input[type=file]').last().setInputFiles(paper);
  if (kind === 'PassportImg') await press(page.getByRole('dialog'), t.frame.crop.use);
  await seen(slot.getByLabel(t.application_form.done).first());
}

async function fillParts({ consumer: { page }, plan, t }: Cast): Promise<void> {
  const { fields } = t.applications;
  const draft = t.application_form;
  if (plan.english) {
    // A name in Bengali is no English one: it is in the field of its language, and the other is asked for.
    await expect(page.getByLabel(labelled(fields.name_bn))).toHaveValue(plan.name);
    await type(page, fields.name, plan.english);
  }
  await type(page, fields.nid, '1990123456789');
  await type(page, fields.address, 'Mirpur 10, Dhaka');
  await press(page, draft.continue);
  // Those who go on by keyboard or listen to the page are at the next part.
  await expect(page.locator('[data-task=building] > button')).toBeFocused();
  await choose(page, fields.sector, filled(say(t.applications.words.sector, { number: plan.sector }), true));
  await choose(page, fields.road, 0);
  await type(page, fields.plot, plan.plot);
  await choose(page, fields.building_kind, 0);
  await type(page, fields.floors, '2');
  await type(page, fields.flats, '3');
  await choose(page, fields.category, 0);
  await choose(page, fields.pipe, 1);
  // In the note itself: a line of the menu begins with the same word.
  await seen(page.getByRole('status').getByText(filled(t.applications.save.saved)).first());
}

/** Draft, reload, papers, submit. Leaves the applicant on the way of the application. */
export async function apply(cast: Cast): Promise<void> {
  const { consumer, plan, t } = cast;
  const { page } = consumer;
  const { own, actions, tracker, slip } = t.applications;
  const draft = t.application_form;
  await page.goto('/customer/new-connections?page=1');
  await press(page, own.begin);
  await seen(page.getByLabel(t.applications.fields.nid));
  await fillParts(cast);
  await page.reload();
  await expect(page.getByLabel(t.applications.fields.plot)).toHaveValue(plan.plot);
  await press(page, draft.continue);
  await press(page, draft.continue);
  const papers: [DocumentKind, Paper][] = [
    ['PassportImg', await portrait()],
    ['signature', await signature()],
    ['Applicant_nid_front', letter('National ID, front')],
    ['Applicant_nid_back', letter('National ID, back')],
    ['allotment_letter', letter('Letter of allotment')],
  ];
  for (const paper of papers) await handIn(page, cast, paper);
  await press(page, draft.continue);
  await press(page, actions.submit);
  await confirm(consumer);
  await seen(page.getByRole('heading', { name: tracker.title, level: 1 }));
  // The page was scrolled down to its button: the number is what is seen and read now. Before the toast is closed, which moves the focus.
  const received = page.getByRole('heading', { name: slip.received });
  await expect(received).toBeFocused();
  await expect(received).toBeInViewport();
  await told(consumer, draft.created);
  await expectPdf(consumer, slip.download);
}
