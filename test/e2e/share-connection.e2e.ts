/** A household shares its connection with a tenant, on a phone and in Bengali: invited, accepted, paid for, ended. */
import { expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { activate, arrived, enter, openScreen, press, seen, told, type } from './screen.ts';
import { labelled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const SHOTS = process.env.SHOTS;
const WIDTH = 390;
const HOLDER = '1755000301';
const TENANT = '1755000302';
const OTHER_HOLDER = '1755000303';
const NEWCOMER = '1755000304';

const inBengali = (number: string) => number.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

/** The household with an account and a connection with an unpaid bill. */
async function settle({ database }: Program, holder: string) {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national: holder, name: 'Rahela Begum', nameBn: 'রাহেলা বেগম' },
    });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    const connection = await makeConnection(tx, actor, { consumerId, roadId });
    const period = firstOfMonth(addMonths(actor.today, -1));
    await makeInvoice(tx, actor, { connectionId: connection.id, period });
    return connection;
  });
}

/** A clerk ends the access that the holder of the connection gave. */
async function endAtOffice(browser: Parameters<typeof openScreen>[0], town: Program, connectionId: string) {
  const { holder } = await one<{ holder: string }>(
    town.database.db,
    sql`select consumer_id as holder from meters.connections where id = ${connectionId}`,
  );
  for (const [language, width] of [
    ['bn', 390],
    ['en', 1280],
  ] as const) {
    const clerk = await openScreen(browser, { url: town.url, language, width });
    const { page } = clerk;
    const { shared } = clerk.t.meters;
    const eye = watch(page);
    await enter(clerk, loginOf('reviewer'));
    await page.goto(`/customer-management/${holder}`);
    await press(page, new RegExp(`^${shared.end}`));
    const dialog = page.getByRole('dialog');
    await press(dialog, shared.end);
    await seen(dialog.getByText(clerk.t.common.errors.required).first());
    await inspect(eye);
    await accessible(eye);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/end-access.${language}.png` });
    if (language === 'en') {
      await type(dialog, shared.end_reason, 'The holder asked at the counter');
      await press(dialog, shared.end);
      await told(clerk, shared.end_done);
      await seen(page.getByText(new RegExp(shared.ended.STAFF)));
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/ended-access.png` });
    }
    expect(eye.problems.filter((problem) => !problem.startsWith('422'))).toEqual([]);
    await page.context().close();
  }
}

test('a household invites its tenant, who sees and pays the bill, and ends it again', async ({
  browser,
  town,
}) => {
  const connection = await settle(town, HOLDER);
  await transaction(town.database.db, (tx) =>
    addConsumer(tx, systemActor(new Date(), today(), 'e2e'), {
      ...{ national: TENANT, name: 'Jamal Uddin', nameBn: 'জামাল উদ্দিন' },
    }),
  );
  const phone = { url: town.url, language: 'bn' as const, width: WIDTH };
  const [holder, tenant] = [await openScreen(browser, phone), await openScreen(browser, phone)];
  const { sharing } = holder.t.meters;
  const eyes = [watch(holder.page), watch(tenant.page)] as const;
  const since = new Date();

  await enter(holder, loginOfConsumer(HOLDER));
  await holder.page.goto('/customer/shared-access');
  await seen(holder.page.getByRole('heading', { name: 'পরিবার ও ভাড়াটে', level: 1 }));
  await press(holder.page, sharing.invite);
  await type(holder.page, sharing.name, 'দোতলার ভাড়াটে');
  await type(holder.page, sharing.phone, TENANT);
  await activate(holder.page.getByLabel(sharing.pay_too));
  await inspect(eyes[0]);
  await accessible(eyes[0]);
  await press(holder.page, sharing.send);
  await seen(holder.page.getByText(sharing.states.WAITING, { exact: true }));

  // The tenant opens the link of the SMS and signs in on the way.
  const text = await town.smsTo(`+880${TENANT}`, since);
  const link = /https?:\S+/.exec(text)?.[0] ?? '';
  expect(text).toContain('রাহেলা বেগম');
  await tenant.page.goto(new URL(link).pathname + new URL(link).search);
  const { login } = tenant.t.identity;
  await type(tenant.page, login.login, `0${TENANT}`);
  await type(tenant.page, login.password, loginOfConsumer(TENANT).password);
  await press(tenant.page, login.submit);
  await seen(tenant.page.getByRole('heading', { name: sharing.accept_title, level: 1 }));
  await expect(tenant.page.getByLabel(sharing.code)).toHaveValue(/^\d{8}$/);
  await inspect(eyes[1]);
  await accessible(eyes[1]);
  await press(tenant.page, sharing.accept);
  await arrived(tenant.page, /\/dashboard/);
  await seen(tenant.page.getByText(inBengali(connection.number)).first());

  await tenant.page.goto('/billing/invoice-list');
  await seen(
    tenant.page
      .getByText('রাহেলা বেগম')
      .or(tenant.page.getByText(inBengali('115')))
      .first(),
  );
  await tenant.page.goto(`/pay?connectionId=${connection.id}`);
  await seen(tenant.page.getByText('রাহেলা বেগম').first());
  await inspect(eyes[1]);

  await holder.page.reload();
  await seen(holder.page.getByText(sharing.states.ACTIVE, { exact: true }));
  await inspect(eyes[0]);
  await accessible(eyes[0]);
  await press(holder.page, sharing.withdraw_label.replace('{{name}}', 'দোতলার ভাড়াটে'));
  await press(holder.page.getByRole('dialog'), sharing.withdraw_yes);
  await told(holder, sharing.withdrawn);
  await seen(holder.page.getByText(sharing.states.ENDED, { exact: true }));

  // In the session that was open all the time.
  await tenant.page.goto('/customer/shared-access');
  await seen(tenant.page.getByText(sharing.received_none));
  await inspect(eyes[1]);
  await accessible(eyes[1]);
  await tenant.page.goto('/dashboard');
  await seen(tenant.page.getByText(tenant.t.dashboard.own.apply_title));
  for (const { problems } of eyes) expect(problems).toEqual([]);
  for (const { page } of [holder, tenant]) await page.context().close();
});

test('a tenant without an account registers on the way, and has the connection', async ({
  browser,
  town,
}) => {
  const connection = await settle(town, OTHER_HOLDER);
  const phone = { url: town.url, language: 'bn' as const, width: WIDTH };
  const [holder, tenant] = [await openScreen(browser, phone), await openScreen(browser, phone)];
  const { sharing } = tenant.t.meters;
  const eye = watch(tenant.page);
  const invited = new Date();
  await enter(holder, loginOfConsumer(OTHER_HOLDER));
  await holder.page.goto('/customer/shared-access');
  await press(holder.page, sharing.invite);
  await type(holder.page, sharing.name, 'নিচতলার ভাড়াটে');
  await type(holder.page, sharing.phone, NEWCOMER);
  await press(holder.page, sharing.send);
  await seen(holder.page.getByText(sharing.states.WAITING, { exact: true }));

  const { page, t } = tenant;
  const link = new URL(/https?:\S+/.exec(await town.smsTo(`+880${NEWCOMER}`, invited))?.[0] ?? '');
  await page.goto(link.pathname + link.search);
  await activate(page.getByRole('link', { name: t.identity.login.register }));
  const since = new Date();
  await type(page, t.identity.code.phone, NEWCOMER);
  await press(page, t.identity.code.send);
  const text = await town.smsTo(`+880${NEWCOMER}`, since);
  await type(page, t.identity.code.title, text.match(/[\d০-৯]{4,8}/)?.[0] ?? '');
  await press(page, t.identity.code.verify);

  // Whether they have a connection is not asked; a page that is loaded again still knows what they came for.
  const { registration } = t.consumers;
  await seen(page.getByLabel(labelled(registration.name)));
  await page.reload();
  await type(page, registration.name, 'শাহিন আলম');
  await type(page, registration.password, 'shapla-pukur-7');
  await inspect(eye);
  await accessible(eye);
  await press(page, registration.submit);
  await expect(page.getByLabel(sharing.code)).toHaveValue(link.searchParams.get('code') ?? 'none');
  await press(page, sharing.accept);
  await arrived(page, /\/dashboard/);
  await seen(page.getByText(inBengali(connection.number)).first());
  expect(eye.problems).toEqual([]);
  await endAtOffice(browser, town, connection.id);
  await page.goto('/customer/shared-access');
  await seen(page.getByText(sharing.received_none));
  for (const screen of [holder, tenant]) await screen.page.context().close();
});
