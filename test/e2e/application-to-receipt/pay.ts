/** A consumer pays through the sandbox bank: away to its page and back, for real. */
import { expect } from '@playwright/test';
import { bankTexts } from '#domains/payments/sandbox/texts.ts';
import { expectPdf, press } from '../screen.ts';
import { filled, labelled } from '../texts.ts';
import type { Cast } from './cast.ts';

/** From the page that names the amount to the receipt. */
export async function payAtBank({ consumer, language, t }: Cast): Promise<void> {
  const { page } = consumer;
  const { pay, back } = t.payments;
  // The page before has a button of the same words.
  await expect(page.getByLabel(labelled(pay.amount))).toBeVisible();
  await press(page.locator('main'), filled(pay.submit));
  await expect(page).toHaveURL(/\/sandbox-bank\/pay/);
  await press(page, new RegExp(`^${bankTexts[language].pay('.*')}$`));
  await expect(page).toHaveURL(/\/payment\/approved/);
  await expect(page.getByRole('heading', { name: back.approved })).toBeVisible();
  await expectPdf(consumer, back.receipt_pdf);
}
