/** A house is sold: the owner asks on a phone in Bengali, the office checks papers and meter, a second person accepts. */
import { expect } from '@playwright/test';
import { makeConnection } from '#domains/meters/factory.ts';
import { bengali, english } from '#domains/ownership/names.rules.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import { letter } from './papers.ts';
import type { Program } from './program.ts';
import { activate, arrived, enter, openScreen, press, seen, told, type } from './screen.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const OWNER = '1755000801';
const BUYER = '1755000802';
const DIGITS = '০১২৩৪৫৬৭৮৯';

async function settle({ database }: Program) {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national: OWNER, name: 'Rokeya Begum', nameBn: 'রোকেয়া বেগম' },
    });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    return makeConnection(tx, actor, { consumerId, roadId });
  });
}

test('an owner asks, the office checks and reads, another person accepts; the connection goes on under a new number', async ({
  browser,
  town,
}) => {
  const connection = await settle(town);
  const since = new Date();
  const owner = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const own = owner.t.ownership;
  const phone = watch(owner.page);
  await enter(owner, loginOfConsumer(OWNER));
  await owner.page.goto('/owner-ship-change-application-list?page=1');
  await press(owner.page, own.connections.start);
  const asking = owner.page.getByRole('dialog');
  // Without a name nothing is sent, and what was typed stays.
  await type(asking, own.form.phone, BUYER);
  await press(asking, own.form.submit);
  await seen(asking.getByText(owner.t.common.errors.required).first());
  await type(asking, own.form.name, 'Habib Khan');
  await type(asking, own.form.address, 'Sector 3, Road 7');
  await inspect(phone);
  await accessible(phone);
  await press(asking, own.form.submit);
  await arrived(owner.page, /owner-change-request-list\//);
  await seen(owner.page.getByText(bengali.states.REQUESTED, { exact: true }).first());
  await inspect(phone);
  await accessible(phone);
  const address = new URL(owner.page.url()).pathname;

  // The buyer tells the code of the SMS at the counter.
  const text = await town.smsTo(`+880${BUYER}`, since);
  const code =
    /[০-৯\d]{6}/.exec(text)?.[0]?.replace(/[০-৯]/g, (digit) => String(DIGITS.indexOf(digit))) ?? '';
  const clerk = await openScreen(browser, { url: town.url, language: 'en' });
  const t = clerk.t.ownership;
  const eye = watch(clerk.page);
  await enter(clerk, loginOf('reviewer'));
  await clerk.page.goto(address);
  await press(clerk.page, t.act.agree);
  await type(clerk.page.getByRole('dialog'), t.act.code, code);
  await press(clerk.page.getByRole('dialog'), t.act.agree);
  await told(clerk, t.act.agreed);
  await seen(clerk.page.getByText(english.states.CONSENTED, { exact: true }).first());
  for (const kind of ['deed_paper', 'Applicant_nid_front'] as const) {
    await clerk.page.getByLabel(t.detail.kind).selectOption(kind);
    await clerk.page.locator('input[type="file"]').first().setInputFiles(letter(english.papers[kind]));
    await told(clerk, t.act.added);
  }
  await press(clerk.page, t.act.verify);
  await told(clerk, t.act.verified);
  await press(clerk.page, t.act.read);
  await type(clerk.page.getByRole('dialog'), t.act.register, '15');
  await inspect(eye);
  await accessible(eye);
  await press(clerk.page.getByRole('dialog'), t.act.read);
  await told(clerk, t.act.noted);
  await seen(clerk.page.getByText(english.states.READY_TO_APPROVE, { exact: true }).first());
  await inspect(eye);
  await accessible(eye);

  const second = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(second, loginOf('admin'));
  await second.page.goto(address);
  await press(second.page, t.act.accept);
  await press(second.page.getByRole('dialog'), t.act.accept);
  await told(second, t.act.accepted);
  await seen(second.page.getByText(english.states.COMPLETED, { exact: true }).first());

  const { name, litres } = await one<{ name: string; litres: number }>(
    town.database.db,
    sql`select u.name, a.opening_litres as litres from meters.connections c join consumers.consumers u on u.id = c.consumer_id
      join meters.assignments a on a.connection_id = c.id where c.follows_id = ${connection.id}`,
  );
  expect([name, litres]).toEqual(['Habib Khan', 15_000]);
  await owner.page.goto('/owner-ship-change-application-list?page=1');
  await seen(owner.page.getByText(own.connections.empty));
  await activate(owner.page.getByRole('button', { name: own.connections.ask_new }).first());
  await seen(owner.page.getByRole('dialog').getByText(own.form.about_new));
  expect(
    [phone, eye].flatMap(({ problems }) => problems).filter((problem) => !problem.startsWith('422')),
  ).toEqual([]);
});
