/** A household corrects the one field that it was asked for, and reads a long history further down. */
import { expect } from '@playwright/test';
import { askCorrection } from '#domains/applications/review/actions/ask-correction.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { allPermissions } from '#shared/words.ts';
import { makeApplicationIn } from './applications.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import type { Program } from './program.ts';
import { enter, openScreen, press, seen, told, type } from './screen.ts';
import { say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

async function asked(town: Program, national: string): Promise<string> {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const consumerId = await transaction(db, (tx) =>
    addConsumer(tx, actor, { national, name: 'Rokeya Begum', nameBn: 'রোকেয়া বেগম' }),
  );
  const { id } = await makeApplicationIn(town, { upTo: 'PENDING', consumerId });
  const clerk = { ...actor, kind: 'staff' as const, permissions: new Set(allPermissions(allWords)) };
  const { version } = await one<{ version: number }>(
    db,
    sql`select version from applications.applications where id = ${id}`,
  );
  await transaction(db, (tx) =>
    askCorrection(tx, clerk, {
      ...{ applicationId: id, version, remark: 'The house number is missing' },
      items: [{ part: 'applicant', fields: ['address'], remark: 'Write the number of the house' }],
    }),
  );
  await execute(
    db,
    sql`insert into applications.timeline (application_id, at, action, from_state, to_state, actor_name, role, remark, shared)
      select ${id}, now() - make_interval(days => n), 'comment', 'PENDING', 'PENDING', 'Rokeya Begum', 'consumer', 'comment ' || n, true
      from generate_series(1, 70) n`,
  );
  return id;
}

for (const { language, width, national } of [
  { language: 'en', width: 1280, national: '1755002001' },
  { language: 'bn', width: 390, national: '1755002002' },
] as const)
  test(`one field is corrected at ${width} px in ${language}, the others stay; earlier entries come when they are asked for`, async ({
    browser,
    town,
  }) => {
    const id = await asked(town, national);
    const screen = await openScreen(browser, { url: town.url, language, width });
    const { page, t } = screen;
    const { tracker, parts, fields, record, done } = t.applications;
    const eye = watch(page);
    await enter(screen, loginOfConsumer(national));
    await page.goto(`/customer/new-connections/${id}`);
    await press(page, say(tracker.edit_part, { part: parts.applicant }));
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText(tracker.only_asked));
    await seen(dialog.getByRole('textbox', { name: fields.address }));
    await expect(dialog.getByRole('textbox')).toHaveCount(2);
    await expect(dialog.getByRole('radio')).toHaveCount(0);
    await inspect(eye);
    await accessible(eye);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/dialog-${language}.png` });
    await type(dialog, fields.address, 'House 9, Road 4');
    await press(dialog, t.common.actions.save);
    await told(screen, done.edit);
    const history = page.getByRole('region', { name: record.timeline });
    await seen(history.getByText(fields.address).first());
    await expect(page.getByText('comment 70', { exact: true })).toBeHidden();
    await press(page, record.earlier);
    await seen(page.getByText('comment 70', { exact: true }));
    await inspect(eye);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/tracker-${language}.png`, fullPage: true });
    expect(eye.problems).toEqual([]);
    await page.context().close();
    const office = await openScreen(browser, { url: town.url, language });
    await enter(office, loginOf('reviewer'));
    await office.page.goto(`/all-new-connections/${id}`);
    await press(office.page, record.earlier);
    await seen(office.page.getByText('comment 70', { exact: true }));
    if (process.env.PICTURES)
      await office.page.screenshot({
        path: `${process.env.PICTURES}/record-${language}.png`,
        fullPage: true,
      });
    await office.page.context().close();
  });
