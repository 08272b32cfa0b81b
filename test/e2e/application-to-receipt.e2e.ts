import { test as base } from '@playwright/test';
import { apply, register } from './application-to-receipt/apply.ts';
import { approveReadings, billRun, payBill, readByFile, readByHand } from './application-to-receipt/bill.ts';
import { gather } from './application-to-receipt/cast.ts';
import { install, payDemandNote, survey, writeLetter } from './application-to-receipt/connect.ts';
import { decide, review } from './application-to-receipt/decide.ts';
import { exportInvoices, lookAtHomes } from './application-to-receipt/look-back.ts';
import { prepare } from './application-to-receipt/prepare.ts';
import { test } from './town.ts';

const { step } = base;

/** gather() gives the English cast no mouse. */
const WAYS = { bn: 'bn', en: 'en, by keyboard alone' };

for (const language of ['bn', 'en'] as const) {
  test(`the road from registration to receipt, in ${WAYS[language]}`, async ({ browser, town }) => {
    // Sixty screens of eleven people: minutes on a busy machine.
    test.setTimeout(400_000);
    const cast = await gather(browser, town, language);
    await step('prepare', () => prepare(cast));
    await step('register', () => register(cast));
    await step('apply', () => apply(cast));
    await step('review', () => review(cast));
    await step('decide', () => decide(cast));
    await step('connection letter', () => writeLetter(cast));
    await step('survey and demand note', () => survey(cast));
    await step('pay the demand note', () => payDemandNote(cast));
    await step('install and confirm', () => install(cast));
    await step('read by hand', () => readByHand(cast));
    await step('read by file', () => readByFile(cast));
    await step('approve the readings', () => approveReadings(cast));
    await step('bill run', () => billRun(cast));
    await step('explain and pay the bill', () => payBill(cast));
    await step('look at the homes', () => lookAtHomes(cast));
    await step('export', () => exportInvoices(cast));
    await cast.leave();
  });
}
