/** Who has water already, on a phone and in Bengali: found by the mobile number, or by the numbers of a bill. */
import { expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { activate, arrived, openScreen, press, type Screen, seen, told, type } from './screen.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const WIDTH = 390;
const PASSWORD = 'shapla-pukur-7';

const inBengali = (number: string) => number.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

/** A household that staff entered, with an unpaid bill. */
async function household({ database }: Program, national: string, name: string) {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const entry = await createConsumer(tx, actor, {
      name: 'Rahela Begum',
      nameBn: name,
      phone: `+880${national}`,
    });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    const meterNumber = `RB-${national.slice(-6)}`;
    const connection = await makeConnection(tx, actor, { consumerId: entry.id, roadId, meterNumber });
    const period = firstOfMonth(addMonths(actor.today, -1));
    const bill = await makeInvoice(tx, actor, { connectionId: connection.id, period });
    return { number: entry.number, connection: connection.number, meterNumber, bill: bill.number };
  });
}

/** Types the number and the code that came by SMS. */
async function provePhone(
  { page, t }: Screen,
  town: Program,
  national: string,
  path = '/registration',
): Promise<void> {
  const since = new Date();
  await page.goto(path);
  await type(page, t.identity.code.phone, national);
  await press(page, t.identity.code.send);
  const text = await town.smsTo(`+880${national}`, since);
  await type(page, t.identity.code.title, text.match(/[\d০-৯]{4,8}/)?.[0] ?? '');
  await press(page, t.identity.code.verify);
}

/** The code of a claim, as it came to the phone of the register, typed in on the page of the claim. */
async function agree({ page, t }: Screen, town: Program, phone: string, since: Date): Promise<void> {
  const { claim } = t.consumers;
  const text = await town.smsTo(phone, since);
  await press(page, claim.type_code);
  await type(page, claim.code, text.match(/\b\d{6}\b/)?.[0] ?? '');
  await activate(page.getByRole('dialog').getByRole('button', { name: claim.join }));
  await arrived(page, /\/dashboard/);
}

const HELP = '09612345678';

/** The number that the portal tells to call. */
async function helpLine({ url }: Program): Promise<void> {
  const send = async (method: string, path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const { response } = await send('POST', '/social/user/login', loginOf('admin'));
  const token = response.AuthenticationResult.IdToken;
  const website = { supportPhone: HELP };
  await send('PUT', '/main/settings/website', { website, version: 0 }, token);
}

const open = (browser: Parameters<typeof openScreen>[0], town: Program) =>
  openScreen(browser, { url: town.url, language: 'bn', width: WIDTH });

test('a household registers with the number that the utility has, and sees its bill', async ({
  browser,
  town,
}) => {
  const home = await household(town, '1755000101', 'রাহেলা বেগম');
  const screen = await open(browser, town);
  const { page, t } = screen;
  const { registration } = t.consumers;
  const eye = watch(page);
  // Nobody is sent to another site afterwards.
  await provePhone(screen, town, '1755000101', '/registration?next=//evil.test/');
  const found = page.getByRole('region', { name: registration.found });
  await expect(found).toContainText('রাহেলা বেগম');
  await expect(found).toContainText(inBengali(home.number));
  // The name that is known is read, not written again.
  await seen(page.getByText('রাহেলা বেগম'));
  await expect(page.getByLabel(registration.name)).toHaveCount(0);
  await inspect(eye);
  await accessible(eye);
  await type(page, registration.password, PASSWORD);
  await press(page, registration.submit_known);
  await arrived(page, /\/dashboard/);
  await seen(page.getByText(t.dashboard.own.owe));
  await seen(page.getByText(inBengali(home.connection)).first());
  expect(eye.problems).toEqual([]);
  await page.context().close();
});

test('a household whose number nobody has claims its connection by the bill, and a second one in the portal', async ({
  browser,
  town,
}) => {
  await helpLine(town);
  const home = await household(town, '1755000201', 'সালমা খাতুন');
  const second = await household(town, '1755000202', 'সালমা খাতুন');
  const screen = await open(browser, town);
  const { page, t } = screen;
  const { registration, claim, errors } = t.consumers;
  const eye = watch(page);
  await provePhone(screen, town, '1755000299');
  await seen(page.getByRole('heading', { name: registration.ask }));
  await inspect(eye);
  await accessible(eye);
  await activate(page.getByRole('button', { name: registration.yes }));
  await type(page, claim.number, inBengali(home.connection));
  await type(page, claim.evidence, '12345');
  await type(page, registration.name, 'সালমা খাতুন');
  await type(page, registration.password, PASSWORD);
  await press(page, registration.submit_known);
  await expect(page.getByRole('alert')).toContainText(errors.claim_refused);
  await seen(page.locator('form').getByRole('link', { name: inBengali(HELP) }));
  await inspect(eye);
  await accessible(eye);
  await type(page, claim.evidence, inBengali(home.bill));
  let since = new Date();
  await press(page, registration.submit_known);
  // Another phone has the entry: it waits for the code that went there.
  await arrived(page, /\/customer\/add-connection/);
  await seen(page.getByRole('heading', { name: claim.own }));
  await inspect(eye);
  await accessible(eye);
  await agree(screen, town, '+8801755000201', since);
  await seen(page.getByText(inBengali(home.connection)).first());

  await page.goto('/customer/add-connection');
  await seen(page.getByRole('heading', { name: 'আগের সংযোগ যোগ করুন', level: 1 }));
  await inspect(eye);
  await accessible(eye);
  await type(page, claim.number, second.number);
  await type(page, claim.evidence, second.meterNumber);
  since = new Date();
  await press(page, claim.submit);
  await told(screen, claim.waits);
  await agree(screen, town, '+8801755000202', since);
  await seen(page.getByText(inBengali(second.connection)).first());
  expect(eye.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  await page.context().close();
});
