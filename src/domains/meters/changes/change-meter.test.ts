/**
 * A meter is changed by two people: who was there asks with both figures, another one accepts; then the old meter is gone, the new one measures,
 * and the next reading has the water of both.
 */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as meters from '../contract.ts';
import { captureReading } from '../readings/contract.ts';
import * as contract from './contract.ts';
import { makeChanges } from './factory-changes.ts';

const app = await testApp();
const { installer, reviewer, admin, stock, connect, noted, asked, accepted } = await makeChanges(app);
const reader = await app.staff('reader');

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#456' } })
    .png()
    .toBuffer();

const meterState = (number: string) =>
  one<{ status: string; sealNumber: string | null }>(
    app.db,
    sql`select status, seal_number as "sealNumber" from meters.meters where number = ${number}`,
  );
const placesOf = (connectionId: string) =>
  all(
    app.db,
    sql`select m.number, a.installed_on as "installedOn", a.opening_litres as "openingLitres", a.removed_on as "removedOn",
        a.final_litres as "finalLitres", a.final_status as "finalStatus"
      from meters.assignments a join meters.meters m on m.id = a.meter_id where a.connection_id = ${connectionId}
      order by a.installed_on, a.removed_on nulls last`,
  );

const close = (id: string) =>
  execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-10-31' where id = ${id}`,
  );

test('it is asked for, accepted by another person, and the next reading has the water of both meters', async () => {
  const { connection, body, request, step } = await asked();
  expect(request.number).toMatch(/^94\d{9}$/);
  expect(await meterState(body.meterNumber)).toMatchObject({ status: 'RESERVED' });
  const { items, counts } = await app.call(contract.listMeterChanges, {
    as: reviewer,
    query: { state: 'REQUESTED' },
  });
  expect(counts.REQUESTED).toBe(items.length);
  expect(items.find(({ id }) => id === request.id)).toMatchObject({
    ...{
      connectionNumber: connection.number,
      meterNumber: connection.meterNumber,
      newMeterNumber: body.meterNumber,
    },
    ...{
      lastOn: '2026-09-30',
      lastLitres: 20_000,
      finalLitres: 31_000,
      usedLitres: 11_000,
      openingLitres: 2_000,
      sealNumber: 'S-77',
    },
    can: ['accept', 'refuse', 'return'],
  });
  const { state } = await app.call(contract.acceptChange, { as: reviewer, body: step });
  expect(state).toBe('ACCEPTED');
  expect(await placesOf(connection.id)).toEqual([
    {
      ...{
        number: connection.meterNumber,
        installedOn: '2026-08-31',
        openingLitres: 0,
        removedOn: '2026-10-20',
      },
      ...{ finalLitres: 31_000, finalStatus: 'DUMPED_PENDING' },
    },
    {
      ...{ number: body.meterNumber, installedOn: '2026-10-20', openingLitres: 2_000, removedOn: null },
      ...{ finalLitres: null, finalStatus: null },
    },
  ]);
  const { sms, bells } = await one<{ sms: string[]; bells: number }>(
    app.owner.db,
    sql`select array(select o.body from platform.outbox o join meters.assignments a on o.event = 'meters.meter-changed:' || a.id || ':31000'
          where a.connection_id = ${connection.id}) as sms,
        (select count(*)::int from platform.notices n where n.kind = 'meters.meter_changed') as bells`,
  );
  expect(sms).toEqual([
    expect.stringMatching(/was changed on 20 Oct 2026\. Old meter 31 m3, new meter SPARE-\d+ 2 m3/),
  ]);
  // This household has no account.
  expect(bells).toBe(0);
  expect(await meterState(body.meterNumber)).toEqual({ status: 'INSTALLED', sealNumber: 'S-77' });
  expect((await meterState(connection.meterNumber)).status).toBe('REMOVED');
  const { id: meterId } = await one<{ id: string }>(
    app.db,
    sql`select id from meters.meters where number = ${body.meterNumber}`,
  );
  const reading = { meterId, period: '2026-10-01', readOn: '2026-10-31', registerLitres: 6_000 };
  // 11 m³ of the old meter since September, 4 of the new one.
  expect(await app.call(captureReading, { as: reader, body: reading })).toMatchObject({
    consumptionLitres: 15_000,
  });
});

test('what is known before is the last figure and the first day on which the meter may go', async () => {
  const { id, number, meterNumber } = await connect();
  expect(await app.call(contract.beforeChange, { as: installer, params: { id } })).toMatchObject({
    ...{ number, meterNumber, lastOn: '2026-09-30', lastLitres: 20_000, firstDay: '2026-10-01' },
  });
  const unread = await connect([]);
  expect(await app.call(contract.beforeChange, { as: installer, params: { id: unread.id } })).toMatchObject({
    ...{ lastOn: '2026-08-31', lastLitres: 0, firstDay: '2026-08-31' },
  });
});

describe('who was there asks, somebody else decides', () => {
  test('who asked neither accepts nor refuses it, and nobody else takes it back or corrects it', async () => {
    const made = await connect();
    const body = await noted(made);
    const { id } = await app.call(contract.askChange, { as: admin, body });
    const step = { requestId: id, version: 1 };
    expect(await app.codeOf(contract.acceptChange, { as: admin, body: step })).toBe('meters.change_asker');
    const end = (as: typeof admin, move: 'refuse' | 'return' | 'withdraw') =>
      app.codeOf(contract.endChange, { as, body: { ...step, move, remark: 'No' } });
    expect([await end(admin, 'refuse'), await end(admin, 'return')]).toEqual([
      'meters.change_asker',
      'meters.change_asker',
    ]);
    expect(await end(reviewer, 'withdraw')).toBe('meters.change_not_asker');
    const { connectionId: _, ...figures } = body;
    const again = { ...step, ...figures };
    expect(await app.codeOf(contract.resendChange, { as: reviewer, body: again })).toBe(
      'meters.change_not_asker',
    );
    expect(await end(installer, 'refuse')).toBe('common.not_permitted');
    // The database says it too.
    const own = sql`update meters.change_requests set state = 'ACCEPTED', decided_by = asked_by, decided_by_name = 'X', decided_at = now()
      where id = ${id}`;
    await expect(execute(app.db, own)).rejects.toThrow('change_requests_two_persons');
  });

  test('sent back with what is missing, corrected with another meter, and accepted', async () => {
    const { body, step } = await asked();
    expect(await app.codeOf(contract.endChange, { as: reviewer, body: { ...step, move: 'return' } })).toBe(
      'meters.change_remark',
    );
    const back = { ...step, move: 'return' as const, remark: 'Which seal?' };
    const { version } = await app.call(contract.endChange, { as: reviewer, body: back });
    expect(await meterState(body.meterNumber)).toMatchObject({ status: 'RESERVED' });
    const other = await stock();
    const { connectionId: _, ...figures } = body;
    const corrected = {
      ...figures,
      requestId: step.requestId,
      version,
      meterNumber: other.number,
      sealNumber: 'S-78',
    };
    const answer = await app.call(contract.resendChange, { as: installer, body: corrected });
    expect(answer.state).toBe('REQUESTED');
    expect([(await meterState(body.meterNumber)).status, (await meterState(other.number)).status]).toEqual([
      'IN_STOCK',
      'RESERVED',
    ]);
    const accept = { requestId: step.requestId, version: answer.version };
    expect((await app.call(contract.acceptChange, { as: reviewer, body: accept })).state).toBe('ACCEPTED');
    expect(await meterState(other.number)).toEqual({ status: 'INSTALLED', sealNumber: 'S-78' });
  });

  test('refused or taken back, its meter is in stock again and its change can be asked for again', async () => {
    for (const [as, move] of [
      [reviewer, 'refuse'],
      [installer, 'withdraw'],
    ] as const) {
      const { connection, body, step } = await asked();
      expect(await app.codeOf(contract.askChange, { as: installer, body: await noted(connection) })).toBe(
        'meters.change_exists',
      );
      await app.call(contract.endChange, { as, body: { ...step, move, remark: 'Not needed' } });
      expect((await meterState(body.meterNumber)).status).toBe('IN_STOCK');
      await app.call(contract.askChange, { as: installer, body });
      const ended = sql`update meters.change_requests set remark = 'Something else' where id = ${step.requestId}`;
      await expect(execute(app.db, ended)).rejects.toThrow('is finished');
    }
  });

  test('a step on a page that is old is refused', async () => {
    const { step } = await asked();
    const old = { ...step, version: 2 };
    expect(await app.codeOf(contract.acceptChange, { as: reviewer, body: old })).toBe('common.stale_version');
    await app.call(contract.acceptChange, { as: reviewer, body: step });
    const again = { ...step, version: 2 };
    expect(await app.codeOf(contract.acceptChange, { as: reviewer, body: again })).toBe(
      'meters.change_wrong_state',
    );
    const withdrawn = { ...again, move: 'withdraw' as const };
    expect(await app.codeOf(contract.endChange, { as: installer, body: withdrawn })).toBe(
      'meters.change_wrong_state',
    );
    const late = await asked();
    const refused = { ...late.step, version: 2, move: 'refuse' as const, remark: 'No' };
    expect(await app.codeOf(contract.endChange, { as: reviewer, body: refused })).toBe(
      'common.stale_version',
    );
  });

  test('a corrected request is refused and asked about as a new one is', async () => {
    const { connection, body, step } = await asked();
    const { connectionId: _, ...figures } = body;
    const code = (change: object) =>
      app.codeOf(contract.resendChange, { as: installer, body: { ...step, ...figures, ...change } });
    const taken = await asked();
    const nextYear = app.system().today.replace(/^2026/, '2027');
    for (const [change, refused] of [
      [{ version: 2 }, 'common.stale_version'],
      [{ meterNumber: 'NOBODY-1' }, 'meters.new_meter_unknown'],
      [{ meterNumber: taken.body.meterNumber }, 'meters.new_meter_not_free'],
      [{ changedOn: '2026-09-30' }, 'meters.change_too_early'],
      [{ changedOn: nextYear }, 'meters.change_in_future'],
      [{ finalLitres: 100_000_000 }, 'meters.final_beyond_register'],
      [{ openingLitres: 100_000_000 }, 'meters.opening_beyond_register'],
      [{ finalLitres: 19_000 }, 'meters.final_below_last'],
      [{ finalLitres: 420_001 }, 'meters.final_high'],
      [{ openingLitres: 10_001 }, 'meters.opening_unusual'],
    ] as const)
      expect(await code(change)).toBe(refused);
    await close(connection.id);
    expect(await code({})).toBe('meters.change_outdated');
    await app.call(contract.endChange, { as: installer, body: { ...step, move: 'withdraw' } });
    expect(await code({ version: 2 })).toBe('meters.change_wrong_state');
  });
});

describe('what cannot be true is refused, what is unusual is asked about', () => {
  const code = async (change: object, readings?: Parameters<typeof connect>[0]) => {
    const body = { ...(await noted(await connect(readings))), ...change };
    return app.codeOf(contract.askChange, { as: installer, body });
  };

  test('days', async () => {
    expect(await code({ changedOn: '2026-09-30' })).toBe('meters.change_too_early');
    expect(await code({ changedOn: app.system().today.replace(/^2026/, '2027') })).toBe(
      'meters.change_in_future',
    );
    expect(await code({ changedOn: '2026-10-01' })).toBeUndefined();
  });

  test('meters', async () => {
    expect(await code({ meterNumber: 'NOBODY-1' })).toBe('meters.new_meter_unknown');
    const { meterNumber, ...rest } = await connect();
    expect(await code({ meterNumber })).toBe('meters.new_meter_not_free');
    const own = await noted({ meterNumber, ...rest }, meterNumber);
    expect(await app.codeOf(contract.askChange, { as: installer, body: own })).toBe(
      'meters.new_meter_unknown',
    );
    // A meter that is kept for another request.
    const { body } = await asked();
    expect(await code({ meterNumber: body.meterNumber })).toBe('meters.new_meter_not_free');
  });

  test('figures', async () => {
    expect(await code({ finalLitres: 100_000_000 })).toBe('meters.final_beyond_register');
    expect(await code({ openingLitres: 100_000_000 })).toBe('meters.opening_beyond_register');
    for (const [change, asks] of [
      [{ finalLitres: 19_000 }, 'meters.final_below_last'],
      // 20 days since the last reading.
      [{ finalLitres: 420_001 }, 'meters.final_high'],
      [{ openingLitres: 10_001 }, 'meters.opening_unusual'],
    ] as const) {
      expect(await code(change)).toBe(asks);
      const answer = asks === 'meters.opening_unusual' ? 'openingUnusual' : 'finalUnusual';
      expect(await code({ ...change, [answer]: true })).toBeUndefined();
    }
    expect(await code({ finalLitres: 420_000, openingLitres: 10_000 })).toBeUndefined();
    // Who decides reads what goes onto the next bill: the register counts as gone round.
    const back = await noted(await connect());
    const below = { ...back, finalLitres: 19_000, finalUnusual: true };
    const { number: search } = await app.call(contract.askChange, { as: installer, body: below });
    const { items } = await app.call(contract.listMeterChanges, { as: reviewer, query: { search } });
    expect(items.map(({ usedLitres }) => usedLitres)).toEqual([99_999_000]);
    // Who confirmed the one meter was not asked about the other.
    const both = { finalLitres: 19_000, openingLitres: 10_001 };
    expect(await code({ ...both, finalUnusual: true })).toBe('meters.opening_unusual');
    expect(await code({ ...both, openingUnusual: true })).toBe('meters.final_below_last');
    expect(await code({ ...both, finalUnusual: true, openingUnusual: true })).toBeUndefined();
  });

  test('a connection without a meter, and one that is closed', async () => {
    const nowhere = { ...(await noted(await connect())), connectionId: crypto.randomUUID() };
    expect(await app.codeOf(contract.askChange, { as: installer, body: nowhere })).toBe('common.not_found');
    const shut = await connect();
    await close(shut.id);
    expect(await app.codeOf(contract.askChange, { as: installer, body: await noted(shut) })).toBe(
      'meters.connection_closed',
    );
    const made = await connect();
    await execute(
      app.owner.db,
      sql`update meters.assignments set removed_on = '2026-10-01', final_litres = 20000, final_status = 'DUMPED_CONFIRMED'
        where connection_id = ${made.id}`,
    );
    expect(await app.codeOf(contract.askChange, { as: installer, body: await noted(made) })).toBe(
      'meters.not_installed',
    );
    expect(await app.codeOf(contract.beforeChange, { as: installer, params: { id: made.id } })).toBe(
      'meters.not_installed',
    );
  });
});

test('who reads the connection meanwhile makes the request an old one: it is sent back or refused', async () => {
  const { connection, step } = await asked();
  const { id: meterId } = await one<{ id: string }>(
    app.db,
    sql`select id from meters.meters where number = ${connection.meterNumber}`,
  );
  const body = { meterId, period: '2026-10-01', readOn: '2026-10-20', registerLitres: 31_000 };
  await app.call(captureReading, { as: reader, body });
  expect(await app.codeOf(contract.acceptChange, { as: reviewer, body: step })).toBe(
    'meters.change_outdated',
  );
  const { version } = await app.call(contract.endChange, {
    as: reviewer,
    body: { ...step, move: 'return', remark: 'It was read on that day' },
  });
  expect(version).toBe(2);
});

test('a meter that went is not installed again before its figure is confirmed', async () => {
  const { connection, final } = await accepted();
  const other = await connect();
  const body = await noted(other, connection.meterNumber);
  expect(await app.codeOf(contract.askChange, { as: installer, body })).toBe('meters.new_meter_not_free');
  const seen = { id: final.id, seenLitres: final.finalLitres, finalLitres: final.finalLitres };
  await app.call(contract.settleFinal, { as: reviewer, body: seen });
  const { items } = await app.call(meters.listMeters, {
    as: reviewer,
    query: { search: connection.meterNumber },
  });
  expect(items[0]?.status).toBe('REMOVED_CONFIRMED');
});

test('a photo and the paper of the new meter go with the request, and who decides sees the newest of each', async () => {
  const made = await connect();
  const body = await noted(made);
  const send = async (as: typeof admin, name: string) =>
    (await app.sendFile(uploadFile, { as, content: name.endsWith('pdf') ? PDF : await picture(), name })).data
      .id as string;
  const [photo, paper] = [await send(installer, 'register.png'), await send(installer, 'paper.pdf')];
  const ask = (papers: object) =>
    app.codeOf(contract.askChange, { as: installer, body: { ...body, ...papers } });
  expect(await ask({ photoId: paper })).toBe('meters.change_photo_unknown');
  expect(await ask({ documentId: await send(reader, 'other.pdf') })).toBe('meters.change_document_unknown');
  const { id } = await app.call(contract.askChange, {
    as: installer,
    body: { ...body, photoId: photo, documentId: paper },
  });
  const shown = () => app.call(contract.getMeterChange, { as: reviewer, params: { id } });
  expect((await shown()).papers.map(({ kind, fileName }) => [kind, fileName])).toEqual([
    ['PHOTO', 'register.png'],
    ['DOCUMENT', 'paper.pdf'],
  ]);
  const { connectionId: _, ...figures } = body;
  const again = (papers: object) =>
    app.codeOf(contract.resendChange, {
      as: installer,
      body: { requestId: id, version: 1, ...figures, ...papers },
    });
  expect(await again({ photoId: photo })).toBe('meters.change_photo_unknown');
  expect(await again({ documentId: paper })).toBe('meters.change_document_unknown');
  expect(await again({ photoId: await send(installer, 'sharper.png') })).toBeUndefined();
  expect((await shown()).papers.map(({ fileName }) => fileName)).toEqual(['sharper.png', 'paper.pdf']);
  const nobody = { as: reviewer, params: { id: '00000000-0000-7000-8000-000000000000' } };
  expect(await app.codeOf(contract.getMeterChange, nobody)).toBe('common.not_found');
});
