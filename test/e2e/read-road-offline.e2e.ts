/**
 * A reader walks a road with a phone that loses its network: figures, a photo and a reason stay on the phone, are counted, and reach the
 * server one time. What somebody else read meanwhile is shown with both values, and nothing of it is lost.
 */
import { expect } from '@playwright/test';
import { makeConnection } from '#domains/meters/factory.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import { monthInForce } from '#domains/meters/readings/month-in-force.rules.ts';
import { REASON_NAMES } from '#domains/meters/visits/visit-names.rules.ts';
import { systemActor } from '#platform/actor.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { portrait } from './papers.ts';
import type { Program } from './program.ts';
import { activate, press, seen } from './screen.ts';
import { look, PHONE, type Seat, sit } from './seat.ts';
import { figure, real, unsent } from './survey-offline/phone.ts';
import { say } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const MONTHS = 3;
const month = monthInForce(today());
const lastDay = (period: string) => addDays(addMonths(period, 1), -1);
const actor = systemActor(new Date(), today(), 'e2e');
const HOME = { latitude: 23.8103, longitude: 90.4125 };

/** Three meters of a road that nobody else reads, each of which used 20 m³ a month. */
async function road({ database: { db } }: Program) {
  const { id } = await one<{ id: string }>(
    db,
    sql`select d.id from settings.roads d where not exists (select from meters.connections c where c.road_id = d.id)
      order by d.id desc limit 1`,
  );
  const months = Array.from({ length: MONTHS }, (_, ago) => addMonths(month, ago - MONTHS));
  return transaction(db, async (tx) => {
    const meters = [];
    for (const plot of ['R1', 'R2', 'R3'])
      meters.push(
        await makeConnection(tx, actor, {
          ...{ roadId: id, plotNumber: plot, connectedOn: addDays(months[0] ?? month, -1) },
          ...{ latitude: String(HOME.latitude), longitude: String(HOME.longitude) },
          readings: months.map((period, index) => [period, lastDay(period), (index + 1) * 20_000]),
          approve: true,
        }),
      );
    return { id, meters };
  });
}

const attemptsOf = ({ database: { db } }: Program, roadId: string) =>
  all<{ plot: string; reason: string | null; photo: boolean; placed: boolean; litres: number | null }>(
    db,
    sql`select c.plot_number as plot, a.reason, a.photo_file_id is not null as photo, a.accuracy_m is not null as placed,
        (select r.register_litres from meters.readings r where r.connection_id = c.id and r.period = a.period and r.living) as litres
      from meters.read_attempts a join meters.connections c on c.id = a.connection_id where c.road_id = ${roadId} order by plot`,
  );

/** Types a figure with the large keys, in the digits of the screen. */
async function key({ page, t, language }: Seat, cubicMetres: number) {
  const keys = page.getByRole('group', { name: t.meters.route.pad });
  for (const digit of String(cubicMetres))
    await keys.getByRole('button', { name: figure(language, Number(digit)), exact: true }).click();
}

test('a road is read without a network, and sent one time when there is one', async ({ browser, town }) => {
  const { id, meters } = await road(town);
  const seat = await sit(browser, town, { who: 'reader', language: 'bn', width: PHONE });
  const { page, t, language } = seat;
  const { route } = t.meters;
  const context = page.context();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...HOME, accuracy: 6 });
  await page.goto(`/meter-reading/${id}`);
  await seen(page.getByText(route.none_unsent));
  await look(seat);

  await context.setOffline(true);
  await seen(page.getByText(say(route.place_known, { metres: figure(language, 6) })));
  await page
    .locator('main input[type=file]')
    .first()
    .setInputFiles(await portrait());
  await seen(page.getByText(route.photo_there));
  await key(seat, 80);
  await look(seat);
  await press(page, route.save);
  await unsent(seat, 2);
  await seen(page.getByText(say(route.unsent, { count: figure(language, 2) })));
  await press(page, route.cannot);
  await page.getByLabel(REASON_NAMES.LOCKED[1]).check();
  await look(seat);
  await press(page, route.cannot_save);
  await unsent(seat, 3);
  await key(seat, 81);
  await press(page, route.save);
  await unsent(seat, 4);
  await look(seat);
  expect(await attemptsOf(town, id)).toEqual([]);
  // Meanwhile a colleague types in the third one from a sheet.
  await transaction(town.database.db, (tx) =>
    captureReading(tx, actor, {
      ...{ meterId: meters[2]?.meterId ?? '', period: month, readOn: lastDay(month), registerLitres: 79_000 },
    }),
  );

  await context.setOffline(false);
  await unsent(seat, 1);
  expect(await attemptsOf(town, id)).toEqual([
    { plot: 'R1', reason: null, photo: true, placed: true, litres: 80_000 },
    { plot: 'R2', reason: 'LOCKED', photo: false, placed: true, litres: null },
  ]);
  await activate(page.getByRole('button', { name: new RegExp(route.states.refused) }));
  const conflict = page.getByRole('alert').filter({ hasText: route.conflict });
  await seen(conflict.getByText(figure(language, 81)));
  await seen(conflict.getByText(figure(language, 79)));
  // Scrolled as far as it goes, the header covers a part of the way back.
  await page.evaluate(() => window.scrollTo(0, 0));
  await look(seat);
  await press(conflict, route.drop);
  await press(page.getByRole('dialog'), t.frame.outbox.discard);
  await unsent(seat, 0);
  // The colleague's figure is the reading now.
  await seen(page.getByText(say(route.done_here, { register: figure(language, 79) })));
  expect(real(seat.eye)).toEqual([]);
  await context.close();
});
