/** A householder changes their own mobile number on a phone, in Bengali. */
import { expect } from '@playwright/test';
import { systemActor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import { enter, openScreen, press, seen, told, type } from './screen.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const OLD = '1755000391';
const NEW = '1755000392';

const inBengali = (number: string) => number.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

test('the new number counts when its code is given; a wrong password and a wrong code are told in place', async ({
  browser,
  town,
}) => {
  await transaction(town.database.db, (tx) =>
    addConsumer(tx, systemActor(new Date(), today(), 'e2e'), {
      ...{ national: OLD, name: 'Salma Begum', nameBn: 'সালমা বেগম' },
    }),
  );
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const { phone, code, errors, password } = t.identity;
  const eye = watch(page);
  await enter(screen, loginOfConsumer(OLD));
  await page.goto('/profile');
  const since = new Date();
  const button = page.getByRole('button', { name: phone.change });
  await seen(button);
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await button.click();
  const dialog = page.getByRole('dialog');
  await type(dialog, phone.new, NEW);
  await type(dialog, password.old, 'wrong-one');
  await press(dialog, code.send);
  await expect(dialog).toContainText(errors.wrong_password);
  await type(dialog, password.old, loginOfConsumer(OLD).password);
  await press(dialog, code.send);
  await seen(dialog.getByLabel(code.title));
  await inspect(eye);
  await accessible(eye);
  const sent = /\d{6}/.exec(await town.smsTo(`+880${NEW}`, since))?.[0] ?? '';
  await type(dialog, code.title, sent === '000000' ? '000001' : '000000');
  await press(dialog, phone.take);
  await expect(dialog).toContainText(errors.code_wrong);
  await type(dialog, code.title, sent);
  await press(dialog, phone.take);
  await told(screen, phone.changed);
  await expect(page.getByText(inBengali(`0${NEW.slice(0, 4)}-${NEW.slice(4)}`)).first()).toBeVisible();
  // The two refusals that this test wants.
  expect(eye.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});
