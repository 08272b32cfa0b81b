/** A reading after a corrected one is measured again: whose figure it is stays in it. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { billMonth } from '../bill-run/factory-months.ts';
import { misreadOffice, OCTOBER, SEPTEMBER } from './factory-misread.ts';

const { app, office, asker, misread, read, bill, adjust } = await misreadOffice();

test('the next reading keeps its source, its remark and who took it; the corrected one has new ones', async () => {
  const made = await misread([]);
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED'`);
  await read(made, SEPTEMBER, 210_000);
  await billMonth(office, SEPTEMBER);
  await read(made, OCTOBER, 220_000);
  await execute(
    app.owner.db,
    sql`update meters.readings set source = 'MOBILE', remark = 'Dog in the yard' where period = ${OCTOBER}`,
  );
  await billMonth(office, OCTOBER);
  const living = (period: string) =>
    one<{ used: number }>(
      app.db,
      sql`select source, remark, taken_by as by, consumption_litres as used from meters.readings
        where connection_id = ${made.id} and period = ${period} and living`,
    );
  const before = await living(OCTOBER);
  await adjust(await bill(made, SEPTEMBER), [110_000]);
  expect(await living(OCTOBER)).toEqual({ ...before, used: 110_000 });
  expect(await living(SEPTEMBER)).toMatchObject({
    source: 'MANUAL',
    remark: 'digit misread',
    by: asker.userId,
  });
});
