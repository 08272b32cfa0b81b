/** A closed day is to be opened again: one asks, a second person refuses with a reason or opens it, and who asked may take it back. */
import { expect, type Locator } from '@playwright/test';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { closeCash } from '#domains/ledger/closings/actions/close-cash.ts';
import { bn as sharedBn } from '#domains/ledger/web/bn.ts';
import { staff as bn } from '#domains/ledger/web/bn-staff.ts';
import { en as shared } from '#domains/ledger/web/en.ts';
import { staff as en } from '#domains/ledger/web/en-staff.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Program } from './program.ts';
import { press, seen, told, type } from './screen.ts';
import { look, PHONE, quiet, type Seat, sit } from './seat.ts';
import { filled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const TEXTS = { en: { ...en, ...shared }, bn: { ...bn, ...sharedBn } };
const TAKEN = 115_00;

/** A day of the cashier that agrees with the books and is closed. Others take money today: the day is another one. */
async function closedDay({ database }: Program, ago: number): Promise<void> {
  const day = addDays(today(), -ago);
  await transaction(database.db, async (tx) => {
    const cashier = await one<{ id: string }>(
      tx,
      sql`select id from identity.users where email = ${loginOf('cashier').login}`,
    );
    const actor = { ...systemActor(new Date(), today(), 'e2e'), userId: cashier.id };
    await postJournal(tx, actor, {
      ...{ kind: 'DEMAND_NOTE', sourceId: crypto.randomUUID(), businessDate: day },
      entries: [
        { account: '1000', amountMinor: TAKEN },
        { account: '4100', amountMinor: -TAKEN },
      ],
    });
    const alone = { lock: async () => undefined, mayAlone: async () => true, leftMinor: async () => 0 };
    const counted = { by: 'total' as const, totalMinor: TAKEN };
    await closeCash(tx, actor, alone, { day, counted, expectedMinor: TAKEN, keptMinor: 0 });
  });
}

/** On a desk and on a phone. */
async function lookAtBoth(seat: Seat): Promise<void> {
  const usual = seat.page.viewportSize();
  for (const width of [1280, PHONE]) {
    await seat.page.setViewportSize({ width, height: 844 });
    await look(seat);
  }
  if (usual) await seat.page.setViewportSize(usual);
}

/** Chooses a step of the newest day of a tab; gives its dialog. */
async function choose({ page, t }: Seat, tab: string, step: string) {
  await page.goto(`/cash-closing?page=1&state=${tab}`);
  const main = page.getByRole('main');
  // On a phone the first step is a button of the card.
  const [button, menu] = [step, filled(t.common.actions.more)].map((name) =>
    main.getByRole('button', { name, exact: true }).first(),
  ) as [Locator, Locator];
  await seen(button.or(menu).first());
  if (await button.isVisible()) await button.click();
  else {
    await menu.click();
    await page.getByRole('menuitem', { name: step, exact: true }).click();
  }
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByRole('button', { name: step, exact: true }));
  return dialog;
}

/** Asks, with a reason. */
async function ask(seat: Seat, reason: string): Promise<void> {
  const { cash } = TEXTS[seat.language];
  const dialog = await choose(seat, 'closed', cash.ask);
  await type(dialog, cash.ask_reason, reason);
  await lookAtBoth(seat);
  await press(dialog, cash.ask);
  await told(seat, cash.asked);
}

/** What the bell says first. */
async function heard({ page, t }: Seat, text: string): Promise<void> {
  await page.reload();
  await page
    .getByRole('button', { name: filled(t.common.frame.notices_unread_one) })
    .or(page.getByRole('button', { name: filled(t.common.frame.notices_unread_other) }))
    .first()
    .click();
  await seen(page.getByRole('dialog').getByText(text).first());
  await page.keyboard.press('Escape');
}

/** It is read whole, not cut at the end of its column. */
async function shownIn({ page }: Seat, text: string): Promise<void> {
  const line = page.getByRole('main').getByText(text).first();
  await seen(line);
  await line.scrollIntoViewIfNeeded();
  await expect(line).toBeInViewport({ ratio: 1 });
}

test('refused with a reason, asked for again, then opened: who asked is told each time, in English', async ({
  browser,
  town,
}) => {
  test.slow();
  await closedDay(town, 23);
  const cashier = await sit(browser, town, { who: 'cashier', language: 'en' });
  const second = await sit(browser, town, { who: 'reviewer', language: 'en' });
  const { cash, notices } = TEXTS.en;
  await ask(cashier, 'One receipt was forgotten');
  await shownIn(cashier, say(cash.asked_by, { name: 'Salma Akter', reason: 'One receipt was forgotten' }));
  await lookAtBoth(cashier);

  const refusing = await choose(second, 'asked', cash.refuse_reopen);
  await type(refusing, cash.ask_reason, 'Book it today instead');
  await lookAtBoth(second);
  await press(refusing, cash.refuse_reopen);
  await told(second, cash.reopen_refused);
  await cashier.page.goto('/cash-closing?page=1');
  const refused = { name: 'Kamrul Hossain', reason: 'Book it today instead' };
  await shownIn(cashier, say(cash.reopen_refused_by, refused));
  await lookAtBoth(cashier);
  await heard(cashier, 'Book it today instead');

  await ask(cashier, 'The bank asks for it');
  const opening = await choose(second, 'asked', cash.reopen);
  await seen(opening.getByText('The bank asks for it'));
  await lookAtBoth(second);
  await press(opening, cash.reopen);
  await told(second, cash.reopened);
  await second.page.goto('/cash-closing?page=1&state=reopened');
  await shownIn(second, 'Kamrul Hossain opened it again');
  await lookAtBoth(second);
  await heard(cashier, notices.reopen_done.split('{{day')[0]?.replace('{{name}}', 'Kamrul Hossain') ?? '');
  quiet(cashier, second);
});

test('taken back by who asked, on a phone, in Bengali', async ({ browser, town }) => {
  await closedDay(town, 24);
  const given = { language: 'bn', width: PHONE } as const;
  const cashier = await sit(browser, town, { ...given, who: 'cashier' });
  const third = await sit(browser, town, { ...given, who: 'admin' });
  const { cash } = TEXTS.bn;
  await ask(cashier, 'একটি রসিদ বাদ পড়েছে');
  await third.page.goto('/cash-closing?page=1&state=asked');
  await shownIn(third, say(cash.asked_by, { name: 'Salma Akter', reason: 'একটি রসিদ বাদ পড়েছে' }));
  await lookAtBoth(third);

  const taking = await choose(cashier, 'asked', cash.withdraw_reopen);
  await type(taking, cash.ask_reason, 'রসিদটি পাওয়া গেছে');
  await lookAtBoth(cashier);
  await press(taking, cash.withdraw_reopen);
  await told(cashier, cash.reopen_withdrawn);
  await cashier.page.goto('/cash-closing?page=1&state=closed');
  const taken = { name: 'Salma Akter', reason: 'রসিদটি পাওয়া গেছে' };
  await shownIn(cashier, say(cash.reopen_withdrawn_by, taken));
  await lookAtBoth(cashier);
  await third.page.reload();
  await expect(third.page.getByText(say(cash.asked_by, taken))).toHaveCount(0);
  quiet(cashier, third);
});
