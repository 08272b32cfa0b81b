/**
 * The planning authority: its director orders the desks and signs, each desk decides in its own panel, one sends back and refuses; the
 * applicant has the letter, corrects, and reads why.
 */
import { type Browser, expect } from '@playwright/test';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Language } from '#web/texts/texts.ts';
import { type Made, makeApplicationIn } from './applications.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { tickAll } from './desk-checks.ts';
import { accessible, type Eye, inspect, watch } from './look.ts';
import { letter, signature } from './papers.ts';
import type { Program } from './program.ts';
import {
  activate,
  choose,
  confirm,
  enter,
  expectPdf,
  openScreen,
  press,
  type Screen,
  seen,
  told,
  type,
} from './screen.ts';
import { labelled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, type Role, test } from './town.ts';

type Seat = Screen & { eye: Eye };

/** An application of a household with an account. */
async function applied(
  town: Program,
  national: string,
  upTo: 'PENDING' | 'WAITING_FOR_REVIEW',
): Promise<Made> {
  const names = { name: 'Rokeya Begum', nameBn: 'রোকেয়া বেগম' };
  const actor = systemActor(new Date(), today(), 'e2e');
  const consumerId = await transaction(town.database.db, (tx) =>
    addConsumer(tx, actor, { national, ...names }),
  );
  return makeApplicationIn(town, { upTo, consumerId, ...names });
}

async function sit(browser: Browser, { url }: Program, who: Role | { national: string }, language: Language) {
  const isRole = typeof who === 'string';
  const screen = await openScreen(browser, { url, language, ...(isRole ? {} : { width: 390 }) });
  await enter(screen, isRole ? loginOf(who) : loginOfConsumer(who.national));
  return { ...screen, eye: watch(screen.page) };
}

async function look({ eye }: Seat): Promise<void> {
  await inspect(eye);
  await accessible(eye);
}

/** Opens the application from the queue of a desk. */
async function open({ page, t }: Seat, panel: string, { number }: Made): Promise<void> {
  await page.goto(`${panel}?page=1&search=${number}`);
  await activate(page.locator('tr[data-row]').getByRole('link').first());
  await seen(page.getByRole('list', { name: t.applications.noc.chain }));
}

async function approve(seat: Seat): Promise<void> {
  await tickAll(seat);
  const { actions, done } = seat.t.applications;
  await press(seat.page, actions['noc-approve']);
  await confirm(seat);
  await told(seat, done['noc-approve']);
}

test('the director takes a desk out of the chain and signs; the others decide in order, and the applicant has the letter', async ({
  browser,
  town,
}) => {
  const national = '1755001101';
  const made = await applied(town, national, 'PENDING');
  const director = await sit(browser, town, 'rajukPD', 'en');
  const { page, t } = director;
  const { desk, errors, actions, noc } = t.applications;
  const { names } = t.roles;
  try {
    await page.goto('/profile');
    const picture = page.locator('[data-kind=signature] input[type=file]').last();
    await picture.setInputFiles(await signature());
    await press(page.getByRole('dialog'), t.frame.crop.use);
    await told(director, t.identity.profile.signature_saved);
    await page.goto('/pd_panel?page=1');
    const second = page.getByRole('listitem').filter({ hasText: names.rajukAE });
    await press(second, desk.edit);
    const dialog = page.getByRole('dialog');
    await type(dialog, desk.position, '1');
    await press(dialog, t.common.actions.save);
    await seen(dialog.getByRole('alert').filter({ hasText: errors.desk_position_taken }));
    await type(dialog, desk.position, '2');
    await dialog.getByRole('checkbox', { name: desk.active }).uncheck();
    await look(director);
    await press(dialog, t.common.actions.save);
    await told(director, desk.saved);
    await seen(second.getByText(desk.skipped, { exact: true }));
    await look(director);

    const reviewer = await sit(browser, town, 'reviewer', 'en');
    await reviewer.page.goto(`/all-new-connections/${made.id}`);
    await press(reviewer.page, actions.accept);
    await press(reviewer.page.getByRole('dialog'), actions.accept);
    await told(reviewer, t.applications.done.accept);
    await reviewer.page.goto(`/all-new-connections/${made.id}?tab=noc`);
    const chain = reviewer.page.getByRole('list', { name: noc.chain }).getByRole('listitem');
    await expect(chain).toContainText([names.rajukSAE, names.rajukPM, names.rajukPD]);
    await expect(chain).toHaveCount(3);

    const first = await sit(browser, town, 'rajukSAE', 'en');
    const remark = 'Keep the pipe a metre off the wall';
    await open(first, '/noc-from-rajuk', made);
    await type(first.page, t.applications.dialogs.remark_optional, remark);
    await first.page.getByRole('checkbox', { name: noc.for_applicant }).check();
    await look(first);
    await approve(first);
    const third = await sit(browser, town, 'rajukPM', 'en');
    await open(third, '/pm-panel', made);
    await seen(third.page.getByText(remark).first());
    await approve(third);
    await open(director, '/pd_panel', made);
    await look(director);
    await approve(director);

    const { signed } = await one<{ signed: string }>(
      town.database.db,
      sql`select name || ', ' || office || case when file_id is null then '' else ', signed' end as signed
        from applications.signatures where application_id = ${made.id} and paper = 'noc'`,
    );
    expect(signed).toMatch(/^Iqbal Talukder, .+, signed$/);
    const applicant = await sit(browser, town, { national }, 'bn');
    await applicant.page.goto(`/customer/new-connections/${made.id}`);
    const ofLetter = applicant.page.getByRole('button', { name: applicant.t.applications.letter.noc });
    await seen(ofLetter);
    await look(applicant);
    await expectPdf(applicant, applicant.t.applications.letter.noc);
    // A refused place is one of the answers here.
    expect(director.eye.problems.filter((problem) => !/\b409\b/.test(problem))).toEqual([]);
    expect([reviewer, first, third, applicant].flatMap(({ eye }) => eye.problems)).toEqual([]);
  } finally {
    // The other tests have one authority with this one.
    await execute(
      town.database.db,
      sql`update applications.desks set active = true where role_code = 'rajukAE'`,
    );
  }
});

test('a desk sends an application back, the applicant corrects it, and the desk refuses it with the reason', async ({
  browser,
  town,
}) => {
  const national = '1755001102';
  const made = await applied(town, national, 'WAITING_FOR_REVIEW');
  const desk = await sit(browser, town, 'rajukSAE', 'bn');
  const { page, t } = desk;
  const { actions, correction, dialogs, done, kinds, states, tracker } = t.applications;
  const ways = t.applications.desk.ways;
  await open(desk, '/noc-from-rajuk', made);
  await page.getByText(ways.return, { exact: true }).click();
  await choose(page, correction.add, kinds.allotment_letter);
  await page.getByRole('textbox', { name: labelled(kinds.allotment_letter) }).fill('সিল পড়া যায় না');
  // Without the message nothing is sent, and what was typed stays.
  await press(page, actions['noc-return']);
  await seen(page.getByText(t.common.errors.required).first());
  // One of the ways has the same name.
  const remark = page.getByRole('textbox', { name: labelled(dialogs.remark) });
  await remark.fill('দলিলটি আবার দিন');
  await look(desk);
  await press(page, actions['noc-return']);
  await confirm(desk);
  await told(desk, done['noc-return']);

  const applicant = await sit(browser, town, { national }, 'bn');
  const own = applicant.page;
  await own.goto(`/customer/new-connections/${made.id}`);
  await seen(own.getByRole('heading', { name: tracker.correct_title }));
  await seen(own.getByText('সিল পড়া যায় না').first());
  await look(applicant);
  await own
    .locator('li li')
    .filter({ hasText: kinds.allotment_letter })
    .locator('input[type=file]')
    .last()
    .setInputFiles(letter('Letter of allotment, sharp'));
  await seen(own.getByText(tracker.corrected, { exact: true }));
  await press(own, actions.resubmit);
  await confirm(applicant);
  await told(applicant, done.resubmit);

  // It comes back to the desk that asked.
  await open(desk, '/noc-from-rajuk', made);
  await page.getByText(ways.reject, { exact: true }).click();
  await remark.fill('প্লটটি সড়কের জায়গায়');
  await press(page, actions['noc-reject']);
  await confirm(desk);
  await told(desk, done['noc-reject']);
  await page.goto(`/noc-from-rajuk?page=1&desk=decided&search=${made.number}`);
  await expect(page.locator('tr[data-row]')).toContainText(states.REJECTED);
  await own.reload();
  await seen(own.getByText(states.REJECTED, { exact: true }).first());
  await seen(own.getByText('প্লটটি সড়কের জায়গায়').first());
  await look(applicant);
  expect([desk, applicant].flatMap(({ eye }) => eye.problems)).toEqual([]);
});
