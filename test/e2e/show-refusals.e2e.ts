/** What the server refuses is seen and heard after Enter, and stays; what was typed is not lost by reload, Escape or Back. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { makeDebtor } from '#domains/payments/factory.ts';
import { bankTexts } from '#domains/payments/sandbox/texts.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { MENU_GROUPS } from '#web/navigation/menu-groups.ts';
import { arrived, enter, openScreen, press, type Screen, seen, type } from './screen.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, PASSWORD, test } from './town.ts';

type Refused = { field: string; says: string };

/** Types, presses Enter as "Go" of a phone does, and looks for the refusal: now, and after the focus went elsewhere. */
async function refusedByEnter(place: Page | Locator, { field, says }: Refused, value: string): Promise<void> {
  const input = place.getByLabel(labelled(field));
  const alert = place.getByRole('alert').filter({ hasText: says });
  await input.fill(value);
  await input.press('Enter');
  await seen(alert);
  await expect(alert).toBeFocused();
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(new RegExp(says));
  await input.focus();
  await input.blur();
  await input.focus();
  await input.press('Tab');
  await seen(alert);
  await expect(input).toHaveAccessibleDescription(new RegExp(says));
}

const wrongCodes = (right: string) =>
  Array.from({ length: 5 }, (_, index) => String((Number(right) + index + 1) % 1_000_000).padStart(6, '0'));
const inBengali = (code: string) => [...code].map((digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]).join('');

test('five wrong codes, a new one, a reload in between, and a registration that goes on', async ({
  browser,
  town,
}) => {
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const { code, errors } = t.identity;
  const phone = '1712345671';
  const smsSince = async (since: Date) => /\d{6}/.exec(await town.smsTo(`+880${phone}`, since))?.[0] ?? '';
  let since = new Date();
  await page.goto('/registration');
  await page.getByLabel(labelled(code.phone)).fill(phone);
  await page.keyboard.press('Enter');
  const field = page.getByLabel(labelled(code.title));
  await expect(field).toBeFocused();
  const wrong = wrongCodes(await smsSince(since));
  for (const guess of wrong.slice(0, 4))
    await refusedByEnter(page, { field: code.title, says: errors.code_wrong }, guess);
  await field.fill(wrong[4] ?? '');
  await field.press('Enter');
  const over = page.getByRole('alert').filter({ hasText: errors.code_tries_over });
  await expect(over).toBeFocused();
  await expect(field).toHaveCount(0);
  since = new Date();
  await press(page, code.new);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  const right = await smsSince(since);
  // The SMS app took the memory: the page is loaded again.
  await page.reload();
  await seen(field);
  await seen(page.getByText(`${inBengali(`0${phone.slice(0, 4)}`)}-${inBengali(phone.slice(4))}`));
  await field.fill(inBengali(right));
  await field.press('Enter');
  const { registration } = t.consumers;
  await page.getByRole('button', { name: registration.no }).click();
  await type(page, registration.name, 'রহিমা বেগম');
  await type(page, registration.password, 'pukur-par-7');
  await page.reload();
  await expect(page.getByLabel(labelled(registration.name))).toHaveValue('রহিমা বেগম');
  await expect(page.getByLabel(labelled(registration.password))).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  for (const secret of [right, 'pukur-par-7']) expect(kept).not.toContain(secret);
  await page.getByLabel(labelled(registration.password)).fill('pukur-par-7');
  await page.keyboard.press('Enter');
  await arrived(page, /\/dashboard/);
  const steps = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => /signInStep/.test(key)));
  expect(await steps()).toEqual([]);
  await page.goto('/billing/invoice-list?page=1');
  await seen(page.getByText(t.billing.invoices.empty));
  // There is nothing to put into a file yet.
  await expect(page.getByRole('button', { name: t.billing.invoices.own_file })).toHaveCount(0);
  await asConsumer(screen, phone, town);
  await page.context().close();
});

type Town = Parameters<Parameters<typeof test>[2]>[0]['town'];

/** A consumer's own forms: the password, then paying, and Back after the bank. */
async function asConsumer({ page, t, language }: Screen, phone: string, town: Town): Promise<void> {
  await page.goto('/change-password');
  await type(page, t.identity.password.new, 'nodir-dhare-8');
  await refusedByEnter(
    page,
    { field: t.identity.password.old, says: t.identity.errors.wrong_password },
    'not-this-one',
  );
  const { connectionId } = await transaction(town.database.db, async (tx) => {
    const { id } = await one<{ id: string }>(
      tx,
      sql`select consumer_id as id from identity.users where phone = ${`+880${phone}`}`,
    );
    return makeDebtor(tx, systemActor(new Date(), today(), 'e2e'), { consumerId: id });
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/pay?connectionId=${connectionId}`);
  await seen(page.getByLabel(labelled(t.payments.pay.amount)));
  await press(page.locator('main'), filled(t.payments.pay.submit));
  const bank = bankTexts[language];
  await press(page, new RegExp(`^${bank.pay('.*')}$`));
  await arrived(page, /\/payment\/approved/);
  await seen(page.getByRole('heading', { name: t.payments.back.approved }));
  await page.goBack();
  await seen(page.getByRole('heading', { name: bank.decisions.approve }));
  await page.goBack();
  await seen(page.getByRole('heading', { name: bank.over }));
  await page.goForward();
  await seen(page.getByRole('heading', { name: bank.decisions.approve }));
  await page.goForward();
  await seen(page.getByRole('heading', { name: t.payments.back.approved }));
  await page.reload();
  await seen(page.getByRole('heading', { name: t.payments.back.approved }));
  await page.goBack();
  await page.goBack();
  await seen(page.getByRole('heading', { name: bank.over }));
  await page.reload();
  await press(page, new RegExp(bank.back('.+')));
  await seen(page.getByRole('heading', { name: t.payments.back.approved }));
}

test('a wrong password, and a second factor that is guessed', async ({ browser, town }) => {
  const { page, t } = await openScreen(browser, { url: town.url, language: 'en', width: 390 });
  const { login, errors } = t.identity;
  await page.goto('/login');
  await type(page, login.login, loginOf('cashier').login);
  const password = page.getByLabel(labelled(login.password));
  const alert = page.getByRole('alert').filter({ hasText: errors.wrong_credentials });
  await password.fill('not-this-one');
  await password.press('Enter');
  await expect(alert).toBeFocused();
  // "Go" once more, without touching a field: it is sent again, and refused again.
  const [again] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/user/login'), { timeout: 5000 }),
    page.keyboard.press('Enter'),
  ]);
  expect(again.status()).toBeGreaterThanOrEqual(400);
  await expect(alert).toBeFocused();
  await password.focus();
  await password.press('Tab');
  await seen(alert);
  await password.fill(PASSWORD);
  await password.press('Enter');
  await arrived(page, /dashboard/);
  const { second_factor: factor, password: words } = t.identity;
  await page.goto('/profile');
  await press(page, factor.set_up);
  await refusedByEnter(
    page.getByRole('dialog'),
    { field: words.old, says: errors.wrong_password },
    'not-this-one',
  );
  await page.context().close();
});

async function openSectors(browser: Browser, url: string): Promise<Screen> {
  const screen = await openScreen(browser, { url, language: 'en' });
  await enter(screen, loginOf('admin'));
  await screen.page.goto('/dashboard');
  // By links, so that Back is the program's and asks its own question, not the browser's.
  const menu = screen.page.getByRole('navigation', { name: screen.t.common.frame.main_menu });
  await press(menu, MENU_GROUPS.find(({ id }) => id === 'settings')?.title.en ?? '');
  await menu.locator('a[href^="/sector"]').click();
  return screen;
}

test('a dialog says what is refused, and asks before it loses what was typed', async ({ browser, town }) => {
  const { page, t } = await openSectors(browser, town.url);
  const { sectors, errors } = t.settings;
  const { confirm } = t.common;
  const dialog = page.getByRole('dialog', { name: sectors.add });
  const question = page.getByRole('dialog').filter({ hasText: confirm.leave });
  await press(page, sectors.add);
  // Nothing was typed: nobody is asked.
  await expect(dialog.getByLabel(labelled(sectors.number))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await press(page, sectors.add);
  await type(dialog, sectors.name, 'Lake side');
  await refusedByEnter(dialog, { field: sectors.number, says: errors.sector_number_taken }, '1');
  await page.keyboard.press('Escape');
  await seen(question);
  // Escape at the question is for the question.
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel(labelled(sectors.name))).toHaveValue('Lake side');
  // A press beside it is no wish to lose it.
  await page.mouse.click(4, 400);
  await expect(dialog.getByLabel(labelled(sectors.name))).toHaveValue('Lake side');
  await expect(question).toHaveCount(0);
  await press(dialog, t.common.actions.close);
  await press(question, confirm.stay);
  await page.evaluate(() => history.back());
  await press(question, confirm.stay);
  await expect(dialog.getByLabel(labelled(sectors.name))).toHaveValue('Lake side');
  await page.keyboard.press('Escape');
  await press(question, confirm.go);
  await expect(dialog).toHaveCount(0);
  await expect(question).toHaveCount(0);
  await press(page, sectors.add);
  await type(dialog, sectors.name, 'Lake side');
  await press(dialog, t.common.actions.cancel);
  await expect(dialog).toHaveCount(0);
  await page.context().close();
});
