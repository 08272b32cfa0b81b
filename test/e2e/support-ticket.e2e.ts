/** A ticket from the phone of a household to the rating, through a lead, an agent and the work at the place, in both languages. */
import { expect } from '@playwright/test';
import { STAFF } from '#app/demo/logins.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { bengali, english } from '#domains/support/names.rules.ts';
import { followOrder } from '#domains/support/steps/actions/order-work.ts';
import { cancelOrder } from '#domains/work-orders/steps/actions/end-order.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { formats } from '#shared/format.ts';
import { ZONE } from '#test/zone.ts';
import { addConsumer } from './consumer.ts';
import { portrait } from './papers.ts';
import type { Program } from './program.ts';
import { activate, arrived, choose, press, seen, told, type } from './screen.ts';
import { isIn, look, PHONE, sit } from './seat.ts';
import { filled, labelled, say } from './texts.ts';
import { today } from './today.ts';
import { type Role, test } from './town.ts';

const NAMES = STAFF.map(({ name }) => name);
const AGENT = STAFF.find(({ role }) => role === 'reviewer')?.name ?? '';

async function settle({ database }: Program, national: string): Promise<void> {
  const actor = systemActor(new Date(), today(), 'e2e');
  await transaction(database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national, name: 'Rokeya Begum', nameBn: 'রোকেয়া বেগম' },
    });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    await makeConnection(tx, actor, { consumerId, roadId });
  });
}

/** The work at the place ends, as the office's press ends it. */
async function cancelWork({ database }: Program, ticketId: string): Promise<void> {
  const actor = systemActor(new Date(), today(), 'e2e');
  await transaction(database.db, async (tx) => {
    const order = await one<{ orderId: string; version: number }>(
      tx,
      sql`select id as "orderId", version from work_orders.orders where ticket_id = ${ticketId}`,
    );
    await cancelOrder(
      tx,
      actor,
      { ...order, remark: 'The valve was only closed.' },
      { ended: followOrder, atBank: async () => [] },
    );
  });
}

for (const [home, office, national] of [
  ['bn', 'en', '1755000911'],
  ['en', 'bn', '1755000912'],
] as const)
  test(`a household writes in ${home}, the office assigns, asks, sends somebody and resolves in ${office}, the household rates`, async ({
    browser,
    town,
  }) => {
    await settle(town, national);
    const names = office === 'bn' ? bengali : english;
    const open = (who: Role) => sit(browser, town, { who, language: office });

    const owner = await sit(browser, town, { who: { household: national }, language: home, width: PHONE });
    const own = owner.t.support;
    await owner.page.goto('/support-ticket-management?page=1');
    await seen(owner.page.getByText(own.list.own_empty));
    await look(owner);
    await press(owner.page, own.ask.button);
    const asking = owner.page.getByRole('dialog');
    // Without a word nothing is sent.
    await press(asking, own.ask.submit);
    await seen(asking.getByText(owner.t.common.errors.required).first());
    const { category } = await one<{ category: string }>(
      town.database.db,
      sql`select case when ${home} = 'bn' then name_bn else name_en end as category from support.categories where code = 'LEAK'`,
    );
    await choose(asking, own.ask.category, category);
    await choose(asking, own.ask.connection, 0);
    await type(asking, own.ask.subject, 'Water on the road');
    await type(asking, own.ask.text, 'Water comes up in front of the gate.');
    await asking
      .locator('input[type=file]')
      .last()
      .setInputFiles(await portrait());
    await seen(asking.getByRole('button', { name: filled(owner.t.common.form.remove_file) }));
    await look(owner);
    await press(asking, own.ask.submit);
    await told(owner, own.ask.sent);
    await arrived(owner.page, /support-ticket-details\?ticketId=[0-9a-f-]{36}/);
    const address = new URL(owner.page.url());
    const ticketId = String(address.searchParams.get('ticketId'));
    const page = `${address.pathname}${address.search}`;
    await isIn(owner, own.own_states.OPEN);
    await look(owner);

    const lead = await open('engineer');
    const t = lead.t.support;
    await lead.page.goto('/support-ticket-management?page=1&stage=NEW');
    const { number } = await one<{ number: string }>(
      town.database.db,
      sql`select number from support.tickets where id = ${ticketId}`,
    );
    const { digits } = formats({ language: office, bengaliDigits: true }, ZONE);
    await activate(lead.page.getByRole('link', { name: digits(number) }));
    await isIn(lead, names.states.OPEN);
    await press(lead.page, t.act.assign);
    const assigning = lead.page.getByRole('dialog');
    await choose(assigning, t.assign.agent, AGENT);
    await look(lead);
    await press(assigning, t.act.assign);
    await told(lead, t.act.done);
    await isIn(lead, names.states.ASSIGNED);

    const agent = await open('reviewer');
    await agent.page.goto('/support-ticket-management?page=1&mine=true');
    await look(agent);
    await agent.page.goto(page);
    await press(agent.page, t.act.start);
    await told(agent, t.act.done);
    await isIn(agent, names.states.IN_PROGRESS);

    // Both write at the same time: the agent's answer is refused, the newer message is shown, the text stays.
    await type(agent.page, t.write.text, 'Is the road wet by day too?');
    await agent.page.getByLabel(labelled(t.write.waits)).check();
    await owner.page.goto(page);
    await type(owner.page, own.write.own_text, 'It gets more and more.');
    await press(owner.page, own.write.send);
    await told(owner, own.write.sent);
    await press(agent.page, t.write.send);
    await seen(agent.page.getByText('It gets more and more.'));
    await expect(agent.page.getByLabel(labelled(t.write.text))).toHaveValue('Is the road wet by day too?');
    await look(agent);
    await press(agent.page, t.write.send_anyway);
    await told(agent, t.write.sent);
    await isIn(agent, names.states.WAITING_CUSTOMER);
    await activate(agent.page.getByText(t.write.as_note, { exact: true }).first());
    await type(agent.page, t.write.note, 'Calls every week');
    await press(agent.page, t.write.keep_note);
    await told(agent, t.write.noted);

    await owner.page.goto(page);
    await isIn(owner, own.own_states.WAITING_CUSTOMER);
    await seen(owner.page.getByText(own.detail.we_wait_for_you));
    await look(owner);
    await type(owner.page, own.write.own_text, 'Yes, all day.');
    await press(owner.page, own.write.send);
    await told(owner, own.write.sent);
    await isIn(owner, own.own_states.IN_PROGRESS);

    await agent.page.goto(page);
    await press(agent.page, t.act.order);
    const ordering = agent.page.getByRole('dialog');
    await look(agent);
    await press(ordering, t.order.submit);
    await isIn(agent, names.states.WAITING_FIELD);
    await cancelWork(town, ticketId);
    await agent.page.goto(page);
    await isIn(agent, names.states.IN_PROGRESS);
    await press(agent.page, t.act.resolve);
    const ending = agent.page.getByRole('dialog');
    await type(ending, t.end.remark_resolve, 'The valve is shut again.');
    await press(ending, t.act.resolve);
    await told(agent, t.act.done);
    await isIn(agent, names.states.RESOLVED);
    await look(agent);

    await owner.page.goto(page);
    await isIn(owner, own.own_states.RESOLVED);
    await seen(owner.page.getByText('The valve is shut again.'));
    await look(owner);
    const { number: figure } = formats({ language: home, bengaliDigits: true }, ZONE);
    await owner.page.getByLabel(`${figure(5)} · ${own.rate.stars_5}`).check();
    await press(owner.page, own.rate.submit);
    await told(owner, own.rate.thanks);
    await isIn(owner, own.own_states.CLOSED);
    const shown = await owner.page.locator('body').textContent();
    expect(NAMES.filter((name) => shown?.includes(name))).toEqual([]);
    expect(shown).not.toContain('Calls every week');
    // The list says what became of it.
    await owner.page.goto('/support-ticket-management?page=1');
    await seen(owner.page.getByText(say(own.own_states.CLOSED, {})).first());
    await look(owner);
  });
