/** The configuration by what people do: the utility's name, the mail server with its test, VAT by two persons. */
import { expect } from '@playwright/test';
import { smtpSink } from '#test/smtp-sink.ts';
import { confirm, enter, openScreen, press, type Screen, seen, told, type } from './screen.ts';
import { filled, labelled } from './texts.ts';
import { loginOf, type Role, test } from './town.ts';

async function open(town: { url: string }, browser: Parameters<typeof openScreen>[0], role: Role) {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf(role));
  return screen;
}

/** Changes the suffix, sees it in the title at once, and saves the version before it again. */
async function renameAndBack(screen: Screen) {
  const { page, t } = screen;
  const { global, config } = t.settings;
  await page.goto('/global-setting');
  await expect(page).toHaveTitle('Global settings | Purbachal Water');
  await type(page, global.title_suffix, 'Jolkol of Purbachal');
  await press(page, global.save);
  await told(screen, global.saved);
  await expect(page).toHaveTitle('Global settings | Jolkol of Purbachal');
  const earlier = page.getByRole('button', { name: new RegExp(`^${config.restore}`) });
  await earlier.first().click();
  await page.getByRole('dialog').getByRole('button', { name: t.common.confirm.yes }).click();
  await told(screen, config.restored);
  await expect(page).toHaveTitle('Global settings | Purbachal Water');
}

async function setUpMail(screen: Screen, port: number) {
  const { page, t } = screen;
  const { sender } = t.settings.config;
  await page.goto('/configuration/email');
  await type(page, sender.host, '10.0.0.7');
  await type(page, sender.port, String(port));
  await page.getByLabel(sender.security).selectOption('none');
  await type(page, sender.from_address, 'no-reply@utility.test');
  await page.getByLabel(sender.secret, { exact: true }).fill('sluice-gate-9');
  await press(page, sender.save);
  await expect(page.getByRole('alert').first()).toContainText('10.0.0.7');
  await type(page, sender.host, '127.0.0.1');
  await press(page, sender.save);
  await told(screen, sender.saved);
  await expect(page.getByText(/never shown; type another one/)).toBeVisible();
  await press(page, sender.test);
  await seen(page.getByText(sender.outcomes.accepted, { exact: true }));
  await seen(page.getByText('250 kept'));
}

test('the name in the titles, mail with its test, VAT planned by one and approved by another', async ({
  browser,
  town,
}) => {
  const sink = await smtpSink();
  const admin = await open(town, browser, 'admin');
  await renameAndBack(admin);

  await setUpMail(admin, Number(new URL(sink.url).port));
  expect(sink.mails[0]).toMatchObject({ to: [loginOf('admin').login], from: 'no-reply@utility.test' });
  const { vat, impact } = admin.t.settings.config;
  const words = admin.t.settings.config;
  await admin.page.getByLabel(words.sender.in_use).uncheck();
  await press(admin.page, words.sender.save);
  await told(admin, words.sender.saved);

  await admin.page.goto('/configuration/vat');
  await type(admin.page, vat.waterPercent, '২৫');
  await admin.page.getByLabel(words.reason).fill('Finance Act 2026');
  await press(admin.page, vat.preview);
  await seen(admin.page.getByRole('heading', { name: impact.rises }));
  // Half of a bill is sewer and stays at 15 %: 132.5 instead of 115 of 100 becomes 240 of 230.
  await seen(admin.page.getByText('+4.3%').first());
  await press(admin.page, words.plan);
  await told(admin, words.planned);
  await seen(admin.page.getByText(words.own_plan));
  await expect(admin.page.getByRole('button', { name: new RegExp(`^${words.approve}`) })).toHaveCount(0);

  const engineer = await open(town, browser, 'engineer');
  await engineer.page.goto('/configuration/vat');
  await engineer.page.getByRole('button', { name: new RegExp(`^${words.approve}`) }).click();
  await confirm(engineer);
  await told(engineer, words.approved);
  await seen(engineer.page.getByText(filled(words.states.IN_FORCE)).first());
  const water = engineer.page.getByRole('row', { name: /^Residential/ }).getByRole('cell');
  await expect(water.nth(1)).toHaveText('25%');

  await admin.page.context().close();
  await engineer.page.context().close();
  await sink.close();
});

test('a holiday is typed as a whole, and what is no day stays in the field', async ({ browser, town }) => {
  const { page, t } = await open(town, browser, 'admin');
  const { holidays, holiday_add: help } = t.settings.rules.applications;
  await page.goto('/settings/applications');
  const field = page.getByRole('textbox', { name: labelled(holidays) });
  await seen(page.getByText(help));
  // Its calendar comes after the page.
  await expect(field).toBeEditable();
  await field.pressSequentially('26 Foo');
  await field.press('Tab');
  await expect(field).toHaveValue('26 Foo');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('');
  await field.pressSequentially('26 Mar 2027');
  await seen(page.getByText('26 Mar 2027', { exact: true }).first());
  await expect(field).toHaveValue('');
  await page.context().close();
});
