/** Requests about money that wait for a second person: who asked sees them and takes them back; the second person refuses with a reason. */
import type { Locator } from '@playwright/test';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { reversePayment } from '#domains/payments/actions/reverse-payment.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { proposeBackdated } from '#domains/payments/proposals/actions/propose-money.ts';
import { openRefund } from '#domains/payments/refunds/actions/open-refund.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { positiveMinorSchema } from '#shared/money.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { activate, arrived, press, seen, told, type } from './screen.ts';
import { isIn, look, PHONE, quiet, type Seat, sit } from './seat.ts';
import { filled } from './texts.ts';
import { today } from './today.ts';
import { loginOf, type Role, test } from './town.ts';

const CASH = { method: 'CASH' as const };
const WHY = 'It was typed twice';

async function actorOf({ database: { db } }: Program, role: Role): Promise<Actor> {
  const { id } = await one<{ id: string }>(
    db,
    sql`select id from identity.users where email = ${loginOf(role).login}`,
  );
  return { ...systemActor(new Date(), today(), 'e2e'), userId: id };
}

/** Counter money of a day long ago, a refund and a large reversal that wait for the second person. */
async function asked(town: Program, national: string) {
  const [cashier, reviewer] = [await actorOf(town, 'cashier'), await actorOf(town, 'reviewer')];
  return transaction(town.database.db, async (tx) => {
    const consumerId = await addConsumer(tx, cashier, {
      ...{ national, name: 'Nasima Akter', nameBn: 'নাসিমা আক্তার' },
    });
    const { connectionId } = await makeDebtor(tx, cashier, { consumerId });
    const paid = (amountMinor: number) =>
      makePayment(tx, cashier, {
        ...{ connectionId, tender: CASH, unusual: true },
        amountMinor: positiveMinorSchema.parse(amountMinor),
      });
    await proposeBackdated(tx, cashier, {
      target: { kind: 'CONNECTION', connectionId },
      amountMinor: positiveMinorSchema.parse(11_500),
      tender: { ...CASH, paidOn: addDays(today(), -7) },
      reason: 'found in the receipt book',
    });
    const { id: paymentId } = await paid(700_000);
    const refund = await openRefund(tx, cashier, {
      of: { kind: 'ADVANCE', connectionId, amountMinor: 5_000 },
      reason: 'moves away',
    });
    await reversePayment(tx, reviewer, { paymentId, reason: 'wrong connection' });
    return { refundId: refund.id, paymentId };
  });
}

/** A step of a record, or of the first row of a list: a button, or in the menu of the others. */
async function take({ page, t }: Seat, name: string): Promise<Locator> {
  const main = page.getByRole('main');
  const button = main.getByRole('button', { name, exact: true }).filter({ visible: true });
  const more = main
    .getByRole('button', { name: t.common.actions.more_actions, exact: true })
    .or(main.getByRole('button', { name: filled(t.common.actions.more) }))
    .filter({ visible: true });
  await seen(button.or(more).first());
  if ((await button.count()) > 0) await activate(button.first());
  else {
    await activate(more.first());
    await activate(page.getByRole('menuitem', { name, exact: true }));
  }
  const dialog = page.getByRole('dialog');
  await seen(dialog);
  return dialog;
}

async function takeBack(seat: Seat): Promise<void> {
  const { given_up } = seat.t.payments;
  const dialog = await take(seat, given_up.take_back);
  await type(dialog, given_up.reason, WHY);
  await look(seat);
  await press(dialog, given_up.take_back);
  await told(seat, given_up.done);
}

for (const { language, width, national } of [
  { language: 'en', width: 1280, national: '1755002151' },
  { language: 'bn', width: PHONE, national: '1755002152' },
] as const)
  test(`who asked takes it back, at ${width} px in ${language}`, async ({ browser, town }) => {
    test.slow();
    const { refundId, paymentId } = await asked(town, national);
    const cashier = await sit(browser, town, { who: 'cashier', language, width });
    const { given_up, proposals, refunds, record } = cashier.t.payments;
    await cashier.page.goto('/take-payment');
    await activate(cashier.page.getByRole('main').getByRole('link', { name: given_up.own_title }));
    await arrived(cashier.page, /\/proposals\/own\?page=1/);
    await seen(cashier.page.getByRole('heading', { level: 1, name: given_up.own_title }));
    await cashier.page.goto('/proposals/own?page=1&state=REQUESTED');
    await seen(cashier.page.getByRole('main').getByText('found in the receipt book').first());
    await look(cashier);
    await takeBack(cashier);
    await cashier.page.goto('/proposals/own?page=1&state=GIVEN_UP');
    await seen(cashier.page.getByRole('main').getByText(proposals.states.GIVEN_UP).first());
    await look(cashier);

    await cashier.page.goto(`/refund/${refundId}`);
    await isIn(cashier, refunds.states.REQUESTED);
    await look(cashier);
    await takeBack(cashier);
    await isIn(cashier, refunds.states.GIVEN_UP);
    await seen(cashier.page.getByText(given_up.by).first());
    await look(cashier);

    const reviewer = await sit(browser, town, { who: 'reviewer', language, width });
    const address = `/payment-history/${paymentId}`;
    await reviewer.page.goto(address);
    await takeBack(reviewer);
    const ended = (state: 'REFUSED' | 'GIVEN_UP', reason: string) => {
      const [before = ''] = given_up.reversal_ended[state].split('“');
      return new RegExp(`${before.replace('{{by}}', '.*')}.*${reason}`);
    };
    await seen(reviewer.page.getByText(ended('GIVEN_UP', WHY)));
    await look(reviewer);

    // Asked for again, it is refused: who asked reads why.
    await transaction(town.database.db, async (tx) =>
      reversePayment(tx, await actorOf(town, 'reviewer'), { paymentId, reason: 'the slip is missing' }),
    );
    const admin = await sit(browser, town, { who: 'admin', language, width });
    await admin.page.goto(address);
    const dialog = await take(admin, record.refuse_reversal);
    await type(dialog, given_up.reason, 'The slip is here');
    await look(admin);
    await press(dialog, record.refuse_reversal);
    await told(admin, record.reversal_refused);
    await seen(admin.page.getByText(ended('REFUSED', 'The slip is here')));
    await reviewer.page.reload();
    await seen(reviewer.page.getByText(ended('REFUSED', 'The slip is here')));
    await activate(
      reviewer.page
        .getByRole('button', { name: filled(reviewer.t.common.frame.notices_unread_one) })
        .or(reviewer.page.getByRole('button', { name: filled(reviewer.t.common.frame.notices_unread_other) }))
        .first(),
    );
    await seen(reviewer.page.getByRole('dialog').getByText('The slip is here').first());
    await look(reviewer);
    quiet(cashier, reviewer, admin);
    for (const { page } of [cashier, reviewer, admin]) await page.context().close();
  });
