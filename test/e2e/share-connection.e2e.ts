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
import { today } from './today.ts';
import { test } from './town.ts';

const WIDTH = 390;
const HOLDER = '1755000301';
const TENANT = '1755000302';

const inBengali = (number: string) => number.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

/** Two consumers with accounts; the first has a connection with an unpaid bill. */
async function settle({ database }: Program) {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national: HOLDER, name: 'Rahela Begum', nameBn: 'রাহেলা বেগম' },
    });
    await addConsumer(tx, actor, { national: TENANT, name: 'Jamal Uddin', nameBn: 'জামাল উদ্দিন' });
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

test('a household invites its tenant, who sees and pays the bill, and ends it again', async ({
  browser,
  town,
}) => {
  const connection = await settle(town);
  const phone = { url: town.url, language: 'bn' as const, width: WIDTH };
  const [holder, tenant] = [await openScreen(browser, phone), await openScreen(browser, phone)];
  const { sharing } = holder.t.meters;
  const eyes = [watch(holder.page), watch(tenant.page)] as const;
  const since = new Date();

  await enter(holder, loginOfConsumer(HOLDER));
  await holder.page.goto('/customer/shared-access');
  await seen(holder.page.getByRole('heading', { name: sharing.title, level: 1 }));
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
