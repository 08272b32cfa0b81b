/**
 * The list of what a desk checks: the director writes it, an officer works through it and gives the application to a colleague, who
 * approves what is green among many; the last desk reads who checked what.
 */
import { type Browser, expect } from '@playwright/test';
import { STAND_IN } from '#app/demo/logins.ts';
import { applicationsInBulk } from '#domains/applications/bulk/bulk-part.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import type { Language } from '#web/texts/texts.ts';
import { type Made, makeApplicationIn } from './applications.ts';
import { checksOf, saveTicks } from './desk-checks.ts';
import { accessible, type Eye, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import {
  activate,
  choose,
  confirm,
  enter,
  openScreen,
  press,
  type Screen,
  seen,
  told,
  type,
} from './screen.ts';
import { labelled } from './texts.ts';
import { loginOf, PASSWORD, test } from './town.ts';

type Seat = Screen & { eye: Eye };
type Login = Parameters<typeof enter>[1];

async function sit(browser: Browser, { url }: Program, login: Login, language: Language): Promise<Seat> {
  const screen = await openScreen(browser, { url, language });
  await enter(screen, login);
  return { ...screen, eye: watch(screen.page) };
}

async function look({ eye }: Seat): Promise<void> {
  await inspect(eye);
  await accessible(eye);
}

/** An application at the third desk, which has two people. */
async function atManager(town: Program, name: string): Promise<Made> {
  const made = await makeApplicationIn(town, { upTo: 'WAITING_FOR_REVIEW', name });
  const { db } = town.database;
  await execute(
    db,
    sql`update applications.noc_steps set state = 'APPROVED', decided_at = now(), decided_by_name = 'Desk'
      where application_id = ${made.id} and role_code in ('rajukSAE', 'rajukAE')`,
  );
  await execute(
    db,
    sql`update applications.noc_steps set state = 'OPEN', opened_at = now(), due_at = now() + interval '1 day'
      where application_id = ${made.id} and role_code = 'rajukPM'`,
  );
  return made;
}

const TEXT = { en: 'No objection of other departments', bn: 'অন্য বিভাগের আপত্তি নেই' };

async function writeList(director: Seat): Promise<void> {
  const { page, t } = director;
  const { desk, checks, kinds } = t.applications;
  await page.goto('/pd_panel?page=1');
  const third = page.getByRole('listitem').filter({ hasText: t.roles.names.rajukPM });
  await press(third, desk.edit);
  const dialog = page.getByRole('dialog');
  await choose(dialog, checks.add, checks.text);
  await type(dialog, checks.en, TEXT.en);
  await press(dialog, t.common.actions.save);
  await seen(dialog.getByText(t.common.errors.required).first());
  await type(dialog, checks.bn, TEXT.bn);
  await choose(dialog, checks.add, kinds.deed_paper);
  await look(director);
  await press(dialog, t.common.actions.save);
  await told(director, desk.saved);
}

const REASON = 'পাশের প্লটটি তিনি দেখেছেন';

async function checkAndForward(manager: Seat, made: Made): Promise<Seat> {
  const { page, t } = manager;
  const { actions, done, checks, errors, kinds, desk, forward } = t.applications;
  await page.goto(`/pm-panel?page=1&search=${made.number}`);
  await activate(page.locator('tr[data-row]').getByRole('link').first());
  const list = checksOf(manager);
  // What is open is known: nothing is asked.
  await press(page, actions['noc-approve']);
  await seen(list.getByText(errors.checks_open));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(list).toBeFocused();
  await look(manager);
  await list.getByRole('checkbox', { name: TEXT.bn }).check();
  // Nobody has handed the deed in.
  const deed = list.getByRole('listitem').filter({ hasText: kinds.deed_paper });
  await seen(deed.getByText(checks.paper_missing));
  await expect(deed.getByRole('checkbox')).toBeDisabled();
  const remark = list.getByRole('textbox', { name: checks.remark_of.replace('{{item}}', kinds.deed_paper) });
  await remark.fill('দলিলের সত্যায়িত কপি দেখা হয়েছে');
  await expect(list.getByText(errors.checks_open)).toHaveCount(0);
  await seen(list.getByText(checks.all));
  await saveTicks(manager);
  await told(manager, done['noc-check']);
  await look(manager);
  const stale = await page.context().newPage();
  await stale.goto(page.url());
  await seen(stale.getByText(checks.all));
  await press(page, actions['noc-forward']);
  const dialog = page.getByRole('dialog');
  await choose(dialog, desk.officer, /^Shahana Parvin/);
  await press(dialog, actions['noc-forward']);
  await seen(dialog.getByText(t.common.errors.required).first());
  await dialog.getByRole('textbox', { name: labelled(forward.reason) }).fill(REASON);
  await look(manager);
  await press(dialog, actions['noc-forward']);
  await told(manager, done['noc-forward']);
  return { ...manager, page: stale, eye: watch(stale) };
}

/** The same officer in another tab, in which it was not yet forwarded: they read who has it, and why. */
async function approveForwarded(stale: Seat): Promise<void> {
  const { page, t } = stale;
  const { actions, forward, errors } = t.applications;
  await press(page, actions['noc-approve']);
  await confirm(stale);
  const status = page.getByRole('status').filter({ hasText: REASON });
  await expect(status).toContainText(forward.because.replace('{{reason}}', REASON));
  await expect(status).toContainText('Subrata Saha');
  await expect(status).toContainText('Shahana Parvin');
  await expect(page.getByText(errors.not_your_desk)).toHaveCount(0);
  await look(stale);
  await page.close();
}

async function approveGreen(colleague: Seat, [green, other]: readonly [Made, Made]): Promise<void> {
  const { page, t } = colleague;
  const { checks } = t.applications;
  await page.goto('/pm-panel?page=1');
  const rows = page.locator('tr[data-row]');
  const rowOf = ({ number }: Made) => rows.filter({ hasText: number });
  await expect(rowOf(green)).toContainText('2/2');
  await expect(rowOf(other)).toContainText(checks.papers_missing_one.replace('{{count, number}}', '1'));
  await look(colleague);
  for (const made of [green, other]) await rowOf(made).getByRole('checkbox').check();
  const title =
    applicationsInBulk.actions.find(({ name }) => name === 'applications.noc-approve')?.title[0] ?? '';
  await press(page.locator('[data-bulk]'), title);
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText(t.applications.errors.checks_open));
  await look(colleague);
  await press(dialog, new RegExp(`^${title} \\(1\\)$`));
  await expect(dialog).toHaveCount(0);
}

test('a desk checks its list, gives one application away, and many are approved by their checks', async ({
  browser,
  town,
}) => {
  const [green, other] = [await atManager(town, 'Green Begum'), await atManager(town, 'Other Begum')];
  try {
    const director = await sit(browser, town, loginOf('rajukPD'), 'en');
    await writeList(director);
    const manager = await sit(browser, town, loginOf('rajukPM'), 'bn');
    await approveForwarded(await checkAndForward(manager, green));
    const colleague = await sit(browser, town, { login: STAND_IN, password: PASSWORD }, 'en');
    await approveGreen(colleague, [green, other]);
    await expect(async () => {
      const { at } = await one<{ at: string }>(
        town.database.db,
        sql`select string_agg(role_code, ' ' order by a.number) as at from applications.noc_steps s
          join applications.applications a on a.id = s.application_id
          where s.state = 'OPEN' and a.id = any(${[green.id, other.id]}::uuid[])`,
      );
      expect(at).toBe('rajukPD rajukPM');
    }).toPass();
    await director.page.goto(`/pd_panel?page=1&id=${green.id}`);
    const kept = director.page.getByRole('list', { name: director.t.applications.checks.title });
    await expect(kept).toContainText([TEXT.en]);
    await expect(kept).toContainText(['Subrata Saha']);
    await look(director);
    // What is refused at first is one of the answers.
    const problems = [director, manager, colleague].flatMap(({ eye }) => eye.problems);
    expect(problems.filter((problem) => !/\b4(09|22)\b/.test(problem))).toEqual([]);
  } finally {
    // The other tests have one authority with this one.
    await execute(
      town.database.db,
      sql`update applications.desk_checks set retired_at = now() where retired_at is null`,
    );
  }
});
