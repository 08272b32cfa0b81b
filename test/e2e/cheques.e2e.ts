/** Cheques: taken at the counter, brought to the bank together, one paid, one returned; the household reads what became of hers. */
import { expect } from '@playwright/test';
import { makeDebtor } from '#domains/payments/factory.ts';
import { bn as ownBn } from '#domains/payments/web/bn.ts';
import { staff as bn } from '#domains/payments/web/bn-staff.ts';
import { en as ownEn } from '#domains/payments/web/en.ts';
import { staff as en } from '#domains/payments/web/en-staff.ts';
import { bn as noteBn } from '#domains/payments/web/own-cheques/bn.ts';
import { en as noteEn } from '#domains/payments/web/own-cheques/en.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { bn as commonBn } from '#web/texts/bn.ts';
import { en as common } from '#web/texts/en.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { activate, choose, press, seen, type, typeDay } from './screen.ts';
import { isIn, look, PHONE, quiet, type Seat, sit } from './seat.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const actor = systemActor(new Date(), today(), 'e2e');
const COMMON = { en: common, bn: commonBn };
const TEXTS = { en: { ...ownEn, ...en, note: noteEn }, bn: { ...ownBn, ...bn, note: noteBn } };

const debtor = (town: Program, national: string) =>
  transaction(town.database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, { national, name: 'Nasima Akter', nameBn: 'নাসিমা আক্তার' });
    return makeDebtor(tx, actor, { consumerId });
  });

async function take({ page, language }: Seat, connectionId: string, number: string): Promise<void> {
  const { cheques, methods, take: taking, counter } = TEXTS[language];
  await page.goto(`/take-payment?connectionId=${connectionId}`);
  await activate(page.getByLabel(labelled(methods.CHEQUE)));
  await type(page, cheques.number, number);
  await typeDay(page, cheques.drawn_on, today());
  await type(page, cheques.bank, 'Sonali Bank');
  await type(page, cheques.branch, 'Uttara');
  await type(page, cheques.drawer, 'Nasima Akter');
  await press(page, new RegExp(filled(taking.submit).source));
  await seen(page.getByRole('heading', { name: filled(counter.done_title) }));
}

for (const [language, nationals] of [
  ['en', ['1755002101', '1755002102']],
  ['bn', ['1755002103', '1755002104']],
] as const)
  test(`two cheques go to the bank, one is paid and one comes back, in ${language}`, async ({
    browser,
    town,
  }) => {
    test.slow();
    const numbers = nationals.map((national) => `88${national.slice(-4)}`);
    const [first, second] = [await debtor(town, nationals[0]), await debtor(town, nationals[1])];
    const cashier = await sit(browser, town, { who: 'cashier', language });
    const { cheques } = TEXTS[language];
    await take(cashier, first.connectionId, numbers[0] ?? '');
    await look(cashier);
    await take(cashier, second.connectionId, numbers[1] ?? '');
    const { page } = cashier;
    await page.goto('/cheques?page=1&state=RECEIVED');
    for (const { number } of [first, second]) {
      const row = page.getByRole('row').filter({ hasText: 'Sonali Bank' }).first();
      await seen(row);
      expect(number).toMatch(/^\d+$/);
    }
    const boxes = page.getByRole('row').filter({ hasText: 'Uttara' }).getByRole('checkbox');
    for (const index of [0, 1]) await activate(boxes.nth(index));
    await look(cashier);
    await press(page.locator('[data-bulk]'), cheques.steps.deposit);
    const dialog = page.getByRole('dialog');
    await type(dialog, cheques.slip, `SLIP-${numbers[0]}`);
    await type(dialog, cheques.account, 'Sonali 0012');
    await look(cashier);
    await press(dialog, cheques.steps.deposit);
    await seen(page.getByText(filled(cheques.deposited_other)).first());

    const reviewer = await sit(browser, town, { who: 'reviewer', language });
    const open = async (number: string) => {
      await reviewer.page.goto(`/cheques?page=1&search=${number}`);
      const link = reviewer.page
        .getByRole('link')
        .filter({ hasText: new RegExp(digitsOf(number)) })
        .first();
      await activate(link);
      await isIn(reviewer, cheques.states.DEPOSITED);
    };
    await open(numbers[0] ?? '');
    await press(reviewer.page, cheques.steps.clear);
    await press(reviewer.page.getByRole('dialog'), cheques.steps.clear);
    await isIn(reviewer, cheques.states.CLEARED);
    await look(reviewer);
    await open(numbers[1] ?? '');
    await press(reviewer.page, cheques.steps.dishonour);
    const memo = reviewer.page.getByRole('dialog');
    await choose(memo, cheques.return_reason, cheques.reasons.SIGNATURE_DIFFERS);
    await look(reviewer);
    // The cheque changes meanwhile: the form says so, keeps what was chosen, and the next try is for the cheque as it is now.
    await execute(
      town.database.db,
      sql`update payments.cheques set version = version + 1 where number = ${numbers[1]}`,
    );
    await press(memo, cheques.steps.dishonour);
    await seen(memo.getByText(COMMON[language].errors.stale_version));
    await press(memo, cheques.steps.dishonour);
    await isIn(reviewer, cheques.states.DISHONOURED);
    await look(reviewer);

    const household = await sit(browser, town, { who: { household: nationals[1] }, language, width: PHONE });
    await household.page.goto('/payment-history?page=1&source=INVOICE');
    await seen(household.page.getByText(TEXTS[language].note.DISHONOURED).first());
    await look(household);
    quiet(cashier, household);
    expect(reviewer.eye.problems.filter((problem) => !/\b409\b/.test(problem))).toEqual([]);
  });

/** As one of the two languages writes it. */
const digitsOf = (number: string): string =>
  [...number].map((digit) => `[${digit}${'০১২৩৪৫৬৭৮৯'[Number(digit)]}]`).join('');
