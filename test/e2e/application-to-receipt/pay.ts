/** A consumer pays through the sandbox bank: away to its page and back, for real. */
import { bankTexts } from '#domains/payments/sandbox/texts.ts';
import { arrived, expectPdf, press, seen } from '../screen.ts';
import { filled, labelled } from '../texts.ts';
import type { Cast } from './cast.ts';

/** From the page that names the amount to the receipt. */
export async function payAtBank({ consumer, language, t }: Cast): Promise<void> {
  const { page } = consumer;
  const { pay, back } = t.payments;
  // The page before has a button of the same words.
  await seen(page.getByLabel(labelled(pay.amount)));
  await press(page.locator('main'), filled(pay.submit));
  await arrived(page, /\/sandbox-bank\/pay/);
  await press(page, new RegExp(`^${bankTexts[language].pay('.*')}$`));
  await arrived(page, /\/payment\/approved/);
  await seen(page.getByRole('heading', { name: back.approved }));
  await expectPdf(consumer, back.receipt_pdf);
}
