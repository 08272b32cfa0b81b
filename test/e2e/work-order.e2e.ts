/** A repair from the request of a household with a phone to the verified end and its second beginning, in both languages. */
import { expect } from '@playwright/test';
import { STAFF } from '#app/demo/logins.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeMaterial } from '#domains/settings/factory.ts';
import { bengali, english } from '#domains/work-orders/names.rules.ts';
import { moveStock } from '#domains/work-orders/steps/actions/write-materials.ts';
import type { OrderState } from '#domains/work-orders/work-order.rules.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { formats } from '#shared/format.ts';
import { minorSchema } from '#shared/money.ts';
import { ZONE } from '#test/zone.ts';
import { addConsumer } from './consumer.ts';
import { portrait } from './papers.ts';
import type { Program } from './program.ts';
import { activate, arrived, choose, press, seen, told, type } from './screen.ts';
import { isIn, look, PHONE, quiet, type Seat, sit } from './seat.ts';
import { filled, labelled, say } from './texts.ts';
import { today } from './today.ts';
import { type Role, test } from './town.ts';

/** The office's own words, which a household does not read. */
const NAMES = STAFF.map(({ name }) => name);

/** A household with a connection, and ten pieces of a material in the store. */
async function settle({ database }: Program, national: string) {
  const actor = systemActor(new Date(), today(), 'e2e');
  return transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national, name: 'Rokeya Begum', nameBn: 'রোকেয়া বেগম' },
    });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    await makeConnection(tx, actor, { consumerId, roadId });
    const material = await makeMaterial(tx, actor, {
      ...{ nameEn: `Clamp ${national}`, nameBn: `ক্ল্যাম্প ${national}`, unit: 'kg' },
      rateMinor: minorSchema.parse(12_345),
    });
    await moveStock(tx, actor, { materialId: material.id, quantity: '10', remark: 'delivered' });
    return material;
  });
}

/** After a step, before its toast is closed, the focus is on the button of the next one, or on the heading if there is none. */
async function leadsOn({ page }: Seat, next?: string): Promise<void> {
  const thing = next
    ? page.locator('[data-next-step]').filter({ hasText: filled(next, true) })
    : page.getByRole('heading', { level: 1 });
  await expect(thing).toBeFocused();
}

/** A step whose dialog asks for nothing: Enter opens it and Enter does it. */
async function confirmByEnter({ page }: Seat, action: string, look = async () => {}): Promise<void> {
  const opener = page.getByRole('button', { name: filled(action, true) }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: filled(action, true) })).toBeFocused();
  await look();
  await page.keyboard.press('Enter');
}

/** Presses a step of the record, and in its dialog what confirms it. */
async function step(seat: Seat, action: string, fill?: () => Promise<void>): Promise<void> {
  await press(seat.page, action);
  await fill?.();
  await press(seat.page.getByRole('dialog'), action);
}

for (const [home, office, national] of [
  ['bn', 'en', '1755000901'],
  ['en', 'bn', '1755000902'],
] as const)
  test(`a household asks in ${home}, the office estimates, waives and assigns in ${office}, the crew repairs, and it is done again`, async ({
    browser,
    town,
  }) => {
    const material = await settle(town, national);
    const { money, number } = formats({ language: office, bengaliDigits: true }, ZONE);
    const open = (who: Role, width?: number) => sit(browser, town, { who, language: office, width });
    const namesOf = ({ language }: Seat) => (language === 'bn' ? bengali : english);
    const is = (seat: Seat, state: OrderState) => isIn(seat, namesOf(seat).states[state]);

    const owner = await sit(browser, town, { who: { household: national }, language: home, width: PHONE });
    const own = owner.t['work-orders'];
    await owner.page.goto('/repair-request?page=1');
    await seen(owner.page.getByText(own.list.own_empty));
    await press(owner.page, own.ask.button);
    const asking = owner.page.getByRole('dialog');
    // Without a word of what is wrong nothing is sent.
    await press(asking, own.ask.submit);
    await seen(asking.getByText(owner.t.common.errors.required).first());
    const { category, ofOffice } = await one<{ category: string; ofOffice: string }>(
      town.database.db,
      sql`select case when ${home} = 'bn' then name_bn else name_en end as category,
        case when ${office} = 'bn' then name_bn else name_en end as "ofOffice"
        from work_orders.categories where code = 'SERVICE_LINE'`,
    );
    await choose(asking, own.ask.category, category);
    await seen(asking.getByText(own.ask.charged, { exact: false }));
    await type(asking, own.ask.description, 'The pipe to the gate is old and leaks');
    await type(asking, own.ask.phone, `0${national}`);
    await look(owner);
    await press(asking, own.ask.submit);
    await told(owner, own.ask.sent);
    await arrived(owner.page, /work-order-list\/[0-9a-f-]{36}/);
    const address = new URL(owner.page.url()).pathname;
    const homeFormats = formats({ language: home, bengaliDigits: true }, ZONE);
    const { number: orderNumber, place } = await one<{ number: string; place: string }>(
      town.database.db,
      sql`select o.number, o.plot_number as place from work_orders.orders o where o.id::text = ${address.split('/').at(-1)}`,
    );
    /** A dialog of a step says which order it is about. */
    const saysWhich = async ({ page, t }: Seat) => {
      const dialog = page.getByRole('dialog');
      const { digits } = formats({ language: office, bengaliDigits: true }, ZONE);
      await seen(dialog.getByText(`${digits(orderNumber)} · ${ofOffice}`));
      await seen(dialog.getByText(say(t.common.place.plot, { number: digits(place) })));
      await seen(dialog.getByText(t['work-orders'].list.asked_by, { exact: false }).first());
    };
    const sendPhoto = async ({ page, t, ...seat }: Seat) => {
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles(await portrait());
      await told({ page, t, ...seat }, t['work-orders'].photos.added);
    };
    await sendPhoto(owner);
    await seen(owner.page.getByText(say(own.photos.nth, { number: homeFormats.number(1) })));
    /** What the household reads now: the state, and no name of anybody at the office. */
    const read = async (state: OrderState, ...texts: string[]) => {
      await owner.page.goto(address);
      await is(owner, state);
      for (const text of texts) await seen(owner.page.getByText(text).first());
      const shown = await owner.page.locator('body').textContent();
      expect(NAMES.filter((name) => shown?.includes(name))).toEqual([]);
    };
    await read('PENDING', own.event.create);
    await look(owner);

    const clerk = await open('reviewer');
    const t = clerk.t['work-orders'];
    const { units } = clerk.t.common;
    const name = office === 'bn' ? material.nameBn : material.nameEn;
    const quantity = say(t.cost.quantity, { name, unit: units.kg });
    await clerk.page.goto(address);
    // Who has a question calls.
    await seen(clerk.page.locator(`main a[href$="${national}"][href^="tel:"]`));
    await press(clerk.page, t.act.take);
    await leadsOn(clerk, t.act.estimate);
    await told(clerk, t.act.status_updated);
    await is(clerk, 'ON_REVIEW');
    await read('ON_REVIEW');
    const cost = clerk.page.getByRole('dialog');
    await press(clerk.page, t.act.estimate);
    await saysWhich(clerk);
    await type(cost, t.cost.labour, '500');
    // The keyboard alone: what is typed chooses nothing until Enter, then the line has the focus, and so it has if it was there before.
    for (const times of [0, 1]) {
      const add = cost
        .getByLabel(labelled(t.cost.add))
        .and(cost.locator('input:not([readonly], [type=hidden])'));
      await add.focus();
      // The end of its name: the beginning is also that of the other test's material.
      await clerk.page.keyboard.type(national);
      await expect(cost.getByLabel(quantity)).toHaveCount(times);
      await clerk.page.keyboard.press('Enter');
      await expect(cost.getByLabel(quantity)).toBeFocused();
      await expect(cost.getByLabel(quantity)).toHaveCount(1);
    }
    const total = cost.getByRole('status').filter({ hasText: t.cost.estimate });
    // One piece of 123.45, then two and a half: the total follows what is typed.
    await expect(total).toContainText(money(62_345));
    await type(cost, quantity, '2.5');
    await expect(total).toContainText(money(80_863));
    expect(await cost.getByLabel(labelled(t.estimate.charged)).isChecked()).toBe(true);
    await look(clerk);
    await press(cost, t.estimate.save);
    await leadsOn(clerk);
    await told(clerk, t.estimate.saved);
    // Neither paid nor waived: it is not accepted yet, and the page says why.
    await seen(clerk.page.getByText(t.act.why.not_paid, { exact: false }));
    await look(clerk);
    const sum = homeFormats.money(80_863);
    await owner.page.goto(address);
    const head = owner.page.locator('article > header');
    await seen(head.getByText(own.detail.waits_for_payment, { exact: true }));
    await expect(head).toContainText(own.detail.charge);
    await seen(owner.page.getByText(say(own.detail.you_pay, { amount: sum })));
    await look(owner);
    // Nobody has to open the request to learn that it waits for money: the list and the home say it.
    await owner.page.goto('/repair-request?page=1');
    await seen(owner.page.getByText(own.detail.waits_for_payment, { exact: true }));
    await seen(owner.page.getByText(homeFormats.amount(80_863), { exact: true }).first());
    await look(owner);
    await owner.page.goto('/dashboard');
    await seen(owner.page.getByText(owner.t.dashboard.own.repairs_owe));
    await look(owner);
    await press(owner.page, say(owner.t.dashboard.own.pay, { amount: sum }));
    await arrived(owner.page, /\/pay\?workOrderId=/);
    const payAddress = owner.page.url();
    await look(owner);

    const engineer = await open('engineer');
    await engineer.page.goto(address);
    await step(engineer, t.act.waive, () =>
      type(engineer.page.getByRole('dialog'), t.waive.reason, 'The pipe is ours'),
    );
    await told(engineer, t.act.status_updated);
    // Why is for the office.
    await read('ON_REVIEW', own.event.waive);
    await expect(owner.page.getByText('The pipe is ours')).toHaveCount(0);
    await expect(head).toContainText(own.detail.waived);
    await expect(head).not.toContainText(own.detail.charge);
    await owner.page.goto(payAddress);
    await seen(owner.page.getByText(owner.t.payments.closed.WAIVED));
    await look(owner);
    await activate(owner.page.getByRole('link', { name: owner.t.payments.back.work }));
    await arrived(owner.page, new RegExp(`${address}$`));
    await clerk.page.goto(address);
    await confirmByEnter(clerk, t.act.accept, () => saysWhich(clerk));
    await leadsOn(clerk);
    await told(clerk, t.act.status_updated);
    await is(clerk, 'ACCEPTED');
    await read('ACCEPTED', own.event.accept);

    const crewName = STAFF.find(({ role }) => role === 'installer')?.name ?? '';
    const assign = () =>
      step(engineer, t.act.assign, async () => {
        await saysWhich(engineer);
        await choose(engineer.page.getByRole('dialog'), t.assign.crew, new RegExp(`^${crewName}`));
      });
    await engineer.page.goto(address);
    await assign();
    await told(engineer, t.act.status_updated);
    await is(engineer, 'ASSIGNED');
    await read('ASSIGNED', own.event.assign);

    // The crew has a phone too. The arrival comes before the completion: until then the menu says what is missing.
    const crew = await open('installer', PHONE);
    await crew.page.goto('/work-order-process?page=1');
    await crew.page.goto(address);
    await press(crew.page, crew.t.common.actions.more_actions);
    await seen(crew.page.getByRole('menuitem').filter({ hasText: t.errors.arrival_missing }));
    await look(crew);
    await crew.page.keyboard.press('Escape');
    await step(crew, t.act.arrive, () => saysWhich(crew));
    await leadsOn(crew, t.act.complete);
    await told(crew, t.arrive.done);
    await is(crew, 'IN_PROGRESS');
    await read('IN_PROGRESS', own.event.arrive);
    await sendPhoto(crew);
    await seen(crew.page.getByText(say(t.photos.nth, { number: number(1) })).first());
    const done = crew.page.getByRole('dialog');
    await step(crew, t.act.complete, async () => {
      await type(done, t.detail.cause, 'Old pipe');
      await type(done, t.detail.work_done, 'Pipe renewed');
      await type(done, quantity, '9');
      await expect(done.getByRole('status').filter({ hasText: t.cost.used })).toContainText(money(161_105));
      // Twice the estimate: why is asked.
      await type(done, t.detail.variance_reason, 'The trench was deeper');
      await look(crew);
    });
    await told(crew, t.complete.done);
    await is(crew, 'COMPLETED');
    await look(crew);
    await read('COMPLETED', own.event.complete, 'Old pipe', 'Pipe renewed');

    // A photo of what was done may come after it; who verifies sees it in the dialog.
    await sendPhoto(crew);
    // Who did the work does not verify it.
    await expect(crew.page.getByRole('button', { name: filled(t.act.verify, true) })).toHaveCount(0);
    await clerk.page.goto(address);
    await confirmByEnter(clerk, t.act.verify, async () => {
      await seen(clerk.page.getByRole('dialog').getByText(namesOf(clerk).moments.AFTER).first());
      await look(clerk);
    });
    await leadsOn(clerk);
    await told(clerk, t.verify.done);
    await is(clerk, 'CLOSED');
    await read('CLOSED', own.event.verify);
    await look(owner);

    const left = async () =>
      (
        await one<{ left: string }>(
          town.database.db,
          sql`select trim_scale(on_hand)::text as left from work_orders.stock where material_id = ${material.id}`,
        )
      ).left;
    expect(await left()).toBe('1');
    await step(clerk, t.act.reopen, () =>
      type(clerk.page.getByRole('dialog'), t.ending.remark, 'It leaks again'),
    );
    await told(clerk, t.act.status_updated);
    await is(clerk, 'RE_OPEN');
    await read('RE_OPEN', own.event.reopen, 'It leaks again');
    expect(await left()).toBe('1');
    await engineer.page.goto(address);
    await assign();
    await is(engineer, 'ASSIGNED');
    await read('ASSIGNED');
    quiet(owner, clerk, engineer, crew);
  });
