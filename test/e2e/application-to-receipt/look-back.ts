/** What the application leads to in the end: figures on the homes that lead to their lists, and an export of them. */
import { expect } from '@playwright/test';
import { activate, arrived, downloaded, press, seen } from '../screen.ts';
import { filled, say } from '../texts.ts';
import type { Cast } from './cast.ts';

export async function lookAtHomes(cast: Cast): Promise<void> {
  const { consumer, t } = cast;
  await consumer.page.goto('/dashboard');
  await seen(consumer.page.getByText(t.dashboard.own.nothing));

  const { page } = await cast.as('admin');
  const { figures } = t.dashboard;
  for (const [label, path] of [
    [figures.billed, '/billing/invoice-list'],
    [figures.collected, '/payment-history'],
  ] as const) {
    await page.goto('/dashboard');
    const figure = page.getByRole('list', { name: figures.title }).getByRole('link', { name: label });
    await expect(figure).toContainText(/[1-9১-৯]/);
    await activate(figure);
    await arrived(page, new RegExp(path));
    await seen(page.getByRole('row').filter({ hasText: cast.plan.name }).first());
  }
}

/** The invoices as a file: it holds the bill, and Recent Downloads says so. */
export async function exportInvoices(cast: Cast): Promise<void> {
  const { t, plan } = cast;
  const admin = await cast.as('admin');
  const { page } = admin;
  await page.goto('/billing/invoice-list?page=1');
  await press(page, t.common.actions.export);
  const csv = page.getByRole('menuitem', { name: say(t.common.list.export_as, { format: 'CSV' }) });
  const file = await downloaded(admin, () => activate(csv));
  expect(file.toString()).toContain(plan.name);
  const panel = page.getByRole('region', { name: t.frame.downloads.title });
  await seen(panel.getByText(filled(t.frame.downloads.done)).first());
}
