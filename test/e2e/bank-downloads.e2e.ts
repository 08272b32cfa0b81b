/** The bank report is downloaded, had again byte for byte, two downloads are compared, and one whose bytes changed is not given out. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { downloadKey } from '#domains/payments/bank-files/downloads/download.rules.ts';
import {
  bankDownloads as bn,
  bankDownloadErrors as bnErrors,
} from '#domains/payments/web/bank-files/downloads/bn.rules.ts';
import {
  bankDownloads as en,
  bankDownloadErrors as enErrors,
} from '#domains/payments/web/bank-files/downloads/en.rules.ts';
import { one, sql } from '#platform/database/db.ts';
import { filesOf } from './applications.ts';
import { test } from './demo.ts';
import { accessible, becomesQuiet, inspect, photograph } from './look.ts';
import { activate, arrived, choose, downloaded, press, seen } from './screen.ts';
import { PHONE, quiet, type Seat, sit } from './seat.ts';
import { filled } from './texts.ts';

const TEXTS = { en: { ...en, ...enErrors }, bn: { ...bn, ...bnErrors } };
const HISTORY = '/city-bank-download-history';

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
  test(`a download of the bank report is kept and compared, in ${language}`, async ({ browser, demo }) => {
    test.slow();
    const seat = await sit(browser, demo, { who: 'cashier', language });
    const { page, eye, t } = seat;
    const words = TEXTS[language];
    const { list, actions } = t.common;
    const open = async (address: string) => {
      await page.goto(address);
      await seen(page.getByRole('heading', { level: 1 }));
    };
    await open('/city-bank-report?page=1');
    await press(page, actions.export);
    const csv = page.getByRole('menuitem', { name: /CSV/ });
    const first = await downloaded(seat, () => activate(csv));
    const hash = createHash('sha256').update(first).digest('hex');
    const row = page.getByRole('row').filter({ hasText: hash.slice(0, 12) });
    const again = async () => {
      await row.getByRole('button', { name: filled(actions.more) }).click();
      await page.getByRole('menuitem', { name: words.again }).click();
    };
    await open(`${HISTORY}?page=1`);
    await seen(row.getByText(words.states.KEPT));
    const { id } = await one<{ id: string }>(
      demo.database.db,
      sql`select id from payments.bank_downloads where sha256 = ${hash}`,
    );
    expect((await downloaded(seat, again)).equals(first)).toBe(true);
    await lookAtBoth(seat, 'kept');

    // The town has an earlier one of open differences alone.
    const narrow = page.getByRole('row').filter({ hasText: t.payments.bank_files.statuses.OPEN }).first();
    for (const chosen of [row, narrow]) await activate(chosen.getByRole('checkbox'));
    await press(page.locator('[data-bulk]'), words.compare);
    await arrived(page, /compare\?.*before=/);
    await seen(page.getByText(words.narrowed_differently));
    await seen(
      page
        .getByRole('row')
        .nth(1)
        .getByText(new RegExp(`^(${words.changes.ADDED}|${words.changes.GONE})$`)),
    );
    await lookAtBoth(seat, 'different');
    for (const side of [words.first_file, words.second_file]) await choose(page, side, 0);
    await seen(page.getByText(words.same, { exact: true }));
    await lookAtBoth(seat, 'same');
    await open(`${HISTORY}?page=1&from=2001-01-01&to=2001-01-02`);
    await seen(page.getByText(list.nothing_found));
    await lookAtBoth(seat, 'empty');

    const bytes = Readable.from([Buffer.from('other')], { objectMode: false });
    await filesOf(demo).store.put(downloadKey(id), bytes, 'text/csv');
    await open(`${HISTORY}?page=1`);
    await again();
    await seen(page.getByText(words.bank_download_damaged));
    await seen(row.getByText(words.states.DAMAGED));
    await lookAtBoth(seat, 'damaged');
    await open(`${HISTORY}/compare?page=1&after=${crypto.randomUUID()}`);
    await seen(page.getByText(list.failed));
    await lookAtBoth(seat, 'unknown');
    // The two refusals above, and nothing else.
    eye.problems.splice(
      0,
      eye.problems.length,
      ...eye.problems.filter((problem) => !/\b4(04|10)\b/.test(problem)),
    );
    quiet(seat);
  });
