/** Two people at one list: a dialog that was opened from a row goes on with what the row is by now, and says so; what was typed stays. */
import { expect } from '@playwright/test';
import { deleteApplication } from '#domains/applications/intake/actions/delete-application.ts';
import { updateDraft } from '#domains/applications/intake/actions/save-draft.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { formats } from '#shared/format.ts';
import { ZONE } from '#test/zone.ts';
import { makeApplicationIn } from './applications.ts';
import { press, seen, told, type } from './screen.ts';
import { look, type Seat, sit } from './seat.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

type DraftChange = Parameters<typeof updateDraft>[2];
const PHONE = '+8801755009911';

/** The dialog of a note, opened from the row of the draft. */
async function note({ page, t }: Seat, name: string, text: string) {
  await page.goto(`/quick-application-list?page=1&search=${name}`);
  const row = page.getByRole('row').nth(1);
  await seen(row);
  await row.getByRole('button', { name: filled(t.common.actions.more) }).click();
  await page.getByRole('menuitem', { name: t.applications.quick.add_note, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await type(dialog, t.applications.quick.note, text);
  return { dialog, row };
}

for (const { language, name } of [
  { language: 'en', name: 'Rokeya' },
  { language: 'bn', name: 'Monwara' },
] as const)
  test(`a note is written while somebody else saves the draft, and while the draft is thrown away, in ${language}`, async ({
    browser,
    town,
  }) => {
    const { id } = await makeApplicationIn(town, { upTo: 'DRAFT', name });
    const mine = await sit(browser, town, { who: 'admin', language });
    const { quick } = mine.t.applications;
    const { digits } = formats({ language, bengaliDigits: true }, ZONE);
    const { rows, over } = mine.t.frame;
    const { dialog, row } = await note(mine, name, 'She comes on Sunday.');
    const other = systemActor(new Date(), today(), 'e2e');
    await transaction(town.database.db, async (tx) => {
      const { version, applicant } = await one<{ version: number; applicant: Record<string, string> }>(
        tx,
        sql`select version, applicant from applications.applications where id = ${id}`,
      );
      const newer = { ...applicant, phone: PHONE };
      await updateDraft(tx, other, { applicationId: id, version, applicant: newer } as DraftChange);
    });

    await press(dialog, quick.add_note);
    const news = dialog.getByRole('alert').filter({ hasText: rows.changed });
    await seen(news);
    await expect(news.getByRole('region', { name: quick.phone, exact: true })).toContainText(digits(PHONE));
    const field = dialog.getByLabel(labelled(quick.note));
    await expect(field).toHaveValue('She comes on Sunday.');
    await look(mine);
    // The next press is for what was just shown.
    await press(dialog, quick.add_note);
    await told(mine, quick.noted);
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText('She comes on Sunday.');
    const { notes } = await one<{ notes: number }>(
      town.database.db,
      sql`select count(*)::int as notes from applications.timeline where application_id = ${id} and action = 'comment'`,
    );
    expect(notes).toBe(1);

    const late = await note(mine, name, 'She does not answer.');
    await transaction(town.database.db, (tx) =>
      deleteApplication(tx, other, {
        ...{ applicationId: id, remark: 'sent twice', draftOnly: true },
      }),
    );
    await press(late.dialog, quick.add_note);
    await seen(late.dialog.getByText(over.title));
    await seen(late.dialog.getByText(rows.gone));
    // It can be copied, and is not sent.
    await seen(late.dialog.getByText('She does not answer.'));
    await expect(late.dialog.getByRole('button', { name: quick.add_note, exact: true })).toHaveCount(0);
    await look(mine);
    expect(mine.eye.problems.filter((problem) => !/\b(?:404|409)\b/.test(problem))).toEqual([]);
    await mine.page.context().close();
  });
