/** Readings by hand and by file, their review, the bill run of two people, and the bill that the consumer pays. */
import { expect } from '@playwright/test';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { activate, arrived, choose, confirm, press, seen, told, type, typeDay } from '../screen.ts';
import { filled, say } from '../texts.ts';
import { today } from '../today.ts';
import type { Cast } from './cast.ts';
import { payAtBank } from './pay.ts';

const lastMonth = () => addMonths(firstOfMonth(today()), -1);

export async function readByHand(cast: Cast): Promise<void> {
  const { t, plan } = cast;
  const { reading, register, capture } = t.meters;
  const reader = await cast.as('reader');
  const { page } = reader;
  await page.goto(`/meter-reading?page=1&period=${lastMonth()}`);
  await press(page.getByRole('row').filter({ hasText: plan.name }), reading.take);
  // Other tests may have left meters unread in this town.
  const saved = new RegExp(`${filled(reading.all_read).source}|${filled(reading.saved).source}`);
  const dialog = page.getByRole('dialog');
  await type(dialog, register, '20');
  await typeDay(dialog, reading.day, addDays(firstOfMonth(today()), -1));
  await press(dialog, reading.save_next);
  // It may be less than such households use: then the same figure is confirmed.
  const asked = dialog.getByRole('alert').filter({ hasText: filled(capture.ask_outlier) });
  const isSaved = page.getByRole('status').filter({ hasText: saved }).first();
  await seen(asked.or(isSaved).first());
  if (await asked.isVisible()) await press(dialog, reading.save_next);
  await seen(isSaved);
}

export async function readByFile(cast: Cast): Promise<void> {
  const { t, plan } = cast;
  const { bulk } = t.meters;
  const reader = await cast.as('reader');
  const { page } = reader;
  // 20 at the end of the last month; as much a day as households use, so that the check of usual use finds nothing on any day.
  const register = 20 + Number(today().slice(8)) * 0.4;
  const lines = ['Meter number,Reading,Day', `${plan.meter},${register.toFixed(1)},${today()}`];
  await page.goto('/bulk-upload');
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'readings.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
  await arrived(page, /\/bulk-upload\/./);
  await choose(page, bulk.column_meter, 0);
  await choose(page, bulk.column_register, 1);
  await choose(page, bulk.column_day, 2);
  await press(page, bulk.check);
  await press(page, filled(bulk.commit));
  await confirm(reader);
  await told(reader, bulk.committed);
}

export async function approveReadings(cast: Cast): Promise<void> {
  const { review } = cast.t.meters;
  const reviewer = await cast.as('reviewer');
  for (const period of [lastMonth(), firstOfMonth(today())]) {
    await reviewer.page.goto(`/preview-review?page=1&period=${period}`);
    await press(reviewer.page, review.approve_all);
    await confirm(reviewer);
    await told(reviewer, review.approved_all);
  }
}

/** Planned by one, approved by another, posted. */
export async function billRun(cast: Cast): Promise<void> {
  const { t, plan } = cast;
  const { runs, lists } = t.billing;
  const reviewer = await cast.as('reviewer');
  const { page } = reviewer;
  await page.goto('/bill-run?page=1');
  await press(page, runs.plan);
  const dialog = page.getByRole('dialog');
  await choose(dialog, runs.scope, filled(say(lists.bills_sector_number, { number: plan.sector }), true));
  await press(dialog, runs.plan_submit);
  await seen(page.getByRole('button', { name: filled(runs.approve) }));
  const run = new URL(page.url()).pathname;

  const engineer = await cast.as('engineer');
  await engineer.page.goto(run);
  await press(engineer.page, filled(runs.approve));
  await confirm(engineer);
  await told(engineer, runs.approved_now);

  await page.reload();
  await press(page, filled(runs.post));
  await confirm(reviewer);
  await seen(page.getByRole('button', { name: runs.result }));
  await expect(page.getByText(runs.equal, { exact: true })).toHaveCount(2);
}

export async function payBill(cast: Cast): Promise<void> {
  const { consumer, t } = cast;
  const { page } = consumer;
  const { invoice, states } = t.billing;
  await page.goto('/billing/invoice-list?page=1');
  await activate(page.locator('main a[href*="/billing/invoice-list/"]').first());
  const lines = page.getByRole('table').first().getByRole('listitem');
  await seen(lines.first());
  await press(page, invoice.hide);
  await expect(lines).toHaveCount(0);
  await press(page, invoice.explain);
  await seen(lines.first());
  await press(page, filled(invoice.pay));
  await payAtBank(cast);
  await page.goto('/billing/invoice-list?page=1');
  await seen(page.locator('main li').getByText(states.PAID, { exact: true }));
}
