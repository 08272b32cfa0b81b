/** Somebody who has a paper in hand and no account asks about it: by its QR code on a phone, and by typing its code. */
import { expect } from '@playwright/test';
import { demandNotePaper } from '#domains/applications/papers/kinds.ts';
import { notePaper } from '#domains/papers/actions/note-paper.ts';
import { paperAddress } from '#domains/papers/check-mark.ts';
import { groupedCode } from '#domains/papers/code.rules.ts';
import { coveredName } from '#domains/papers/paper.rules.ts';
import { receiptPaper } from '#domains/payments/receipt/paper.ts';
import { one, sql } from '#platform/database/db.ts';
import { test } from './demo.ts';
import { accessible, inspect, watch } from './look.ts';
import { openScreen, press, seen, type } from './screen.ts';
import { labelled } from './texts.ts';

test('a scanned receipt is confirmed without signing in; a wrong code is refused; another paper is typed', async ({
  browser,
  demo,
}) => {
  const { receiptOf, noteId } = await one<{ receiptOf: string; noteId: string }>(
    demo.database.db,
    sql`select (select p.id from payments.payments p join payments.receipts r on r.payment_id = p.id
          where p.state = 'APPROVED' order by r.number limit 1) as "receiptOf",
        (select id from applications.demand_notes where cancelled_at is null order by number limit 1) as "noteId"`,
  );
  const receipt = await notePaper(demo.database.db, receiptPaper, receiptOf);
  const note = await notePaper(demo.database.db, demandNotePaper, noteId);
  const screen = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const eye = watch(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(paperAddress(demo.url, receipt.code));
  await seen(page.getByRole('heading', { name: t.papers.check.valid }));
  const answer = page.locator('section[data-state="valid"]');
  await expect(answer).toContainText('রসিদ');
  await expect(answer).toContainText(coveredName(receipt.holderBn ?? receipt.holder));
  await expect(page.locator('body')).not.toContainText(receipt.holder);
  await inspect(eye);
  await accessible(eye);
  // The code goes to the question only, and in no address that a server notes.
  expect(requests.filter((url) => url.split('#')[0]?.includes(receipt.code))).toEqual([]);

  await type(page, t.papers.check.code, 'AAAA-AAAA-AAAA');
  await press(page, t.papers.check.submit);
  await expect(page.getByRole('alert')).toContainText(t.papers.errors.unknown_paper);
  await expect(page.getByLabel(labelled(t.papers.check.code))).toHaveValue('AAAA-AAAA-AAAA');
  // The answer about the paper before is not taken for one about this code.
  await expect(answer).toHaveCount(0);
  await inspect(eye);

  await type(page, t.papers.check.code, groupedCode(note.code).toLowerCase());
  await type(page, t.papers.check.number, note.number);
  await press(page, t.papers.check.submit);
  await seen(answer.getByText('ডিমান্ড নোট'));
  await page.context().close();
});

test('the other language shows the same answer, and a second scan in the same tab another one', async ({
  browser,
  demo,
}) => {
  const [first, second] = await Promise.all(
    (
      await one<{ ids: string[] }>(
        demo.database.db,
        sql`select array(select id from applications.demand_notes order by number limit 2) as ids`,
      )
    ).ids.map((id) => notePaper(demo.database.db, demandNotePaper, id)),
  );
  if (!first || !second) throw new Error('the demo town has no two demand notes');
  const { page } = await openScreen(browser, { url: demo.url, language: 'en', width: 1280 });
  const eye = watch(page);
  await page.goto(paperAddress(demo.url, first.code));
  await seen(page.locator('section[data-state]').getByText(first.number));
  await inspect(eye);
  await page.evaluate((code) => {
    window.location.hash = code;
  }, second.code);
  await seen(page.locator('section[data-state]').getByText(second.number));
  await expect(page.locator('section[data-state]')).toHaveCount(1);
  await page.context().close();
});
