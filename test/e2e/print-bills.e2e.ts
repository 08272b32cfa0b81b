/** The bills of a posted run are printed: what will be printed is shown, the files come one by one, each is had alone and all as a ZIP. */
import { expect } from '@playwright/test';
import { one, sql } from '#platform/database/db.ts';
import { pagesOfPdf } from '#test/read-pdf.ts';
import { test } from './demo.ts';
import { accessible, becomesQuiet, inspect, photograph } from './look.ts';
import { activate, arrived, choose, downloaded, press, seen } from './screen.ts';
import { isIn, PHONE, quiet, type Seat, sit } from './seat.ts';
import { filled, labelled } from './texts.ts';

/** On a desk and on a phone. */
async function lookAtBoth(seat: Seat, what: string): Promise<void> {
  for (const width of [PHONE, 1280]) {
    await seat.page.setViewportSize({ width, height: 900 });
    await becomesQuiet(seat.eye, seat.language);
    await photograph(seat.eye, `${what}-${seat.language}`);
    await inspect(seat.eye);
    await accessible(seat.eye);
  }
}

for (const language of ['en', 'bn'] as const)
  test(`the bills of a run are printed, in ${language}`, async ({ browser, demo }) => {
    test.slow();
    const seat = await sit(browser, demo, { who: 'reviewer', language });
    const { page, t } = seat;
    const words = t.billing.prints;
    const { id } = await one<{ id: string }>(
      demo.database.db,
      sql`select id from billing.bill_runs where state = 'POSTED' order by period desc, number desc limit 1`,
    );
    await page.goto(`/bill-run/${id}`);
    await press(page, words.start);
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText(words.languages, { exact: true }));
    // Typed, as a clerk does it: Enter and Tab take the first match, and nothing is sent.
    const sector = dialog.getByLabel(labelled(words.sector)).and(dialog.locator('input:not([type=hidden])'));
    for (const key of ['Enter', 'Tab']) {
      await sector.fill(words.scope_sector.split(' ')[0] ?? '');
      await seen(page.locator('[role=option]:visible').first());
      await sector.press(key);
      await expect(sector).toHaveValue(filled(words.scope_sector));
    }
    await choose(dialog, words.sector, 1);
    await choose(dialog, words.road, 1);
    await lookAtBoth(seat, 'asked');
    await press(dialog, words.start);
    await arrived(page, /bill-print\/[0-9a-f-]{36}$/);
    await isIn(seat, words.states.DONE);
    await seen(page.getByText(words.equal, { exact: true }));
    await lookAtBoth(seat, 'done');
    const part = await downloaded(seat, () =>
      activate(page.getByRole('button', { name: new RegExp(`^${words.download}: `) }).first()),
    );
    expect(pagesOfPdf(part)).toBeGreaterThan(1);
    const zip = await downloaded(seat, () => press(page, words.download_all));
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    expect(zip.includes(part.subarray(0, 100))).toBe(true);

    // Again, for the whole town, and stopped.
    await press(page, words.again);
    await press(page.getByRole('dialog'), words.start);
    await press(page.getByRole('dialog').filter({ hasText: filled(words.sure_everywhere) }), words.start);
    await isIn(seat, words.states.WORKING);
    await lookAtBoth(seat, 'working');
    await press(page, words.cancel);
    await press(page.getByRole('dialog').filter({ hasText: words.sure_stop }), words.cancel);
    await isIn(seat, words.states.CANCELLED);
    await lookAtBoth(seat, 'stopped');

    await page.goto(`/bill-print?page=1&runId=${id}`);
    await seen(page.getByRole('heading', { level: 1, name: words.title }));
    await lookAtBoth(seat, 'list');
    await page
      .getByRole('row')
      .filter({ hasText: words.states.DONE })
      .first()
      .getByRole('link')
      .first()
      .click();
    await arrived(page, /bill-print\/[0-9a-f-]{36}$/);
    await activate(page.getByRole('link', { name: words.all_parts }));
    await seen(page.getByRole('heading', { level: 1, name: words.parts_title }));
    await lookAtBoth(seat, 'parts');
    await activate(page.getByRole('link', { name: words.back }));
    await activate(page.getByRole('link', { name: words.all_bills }));
    await seen(page.getByRole('heading', { level: 1, name: words.bills_title }));
    await lookAtBoth(seat, 'bills');
    await page.goto(`${new URL(page.url()).pathname}?page=1&outcome=FAILED`);
    // Of this outcome there is none; other ones are a press away.
    await seen(page.getByText(t.common.list.nothing_in_tab));
    await lookAtBoth(seat, 'empty');
    await page.context().close();
    quiet(seat);
  });
