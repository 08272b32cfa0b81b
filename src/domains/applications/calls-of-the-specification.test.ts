/** The calls around the pipeline's steps. */
import { expect, test } from 'vitest';
import { type Person, testApp } from '#test/app.ts';
import type { State } from './application.rules.ts';
import * as contract from './contract.ts';
import { makeApplication } from './factory.ts';
import * as intake from './intake/contract.ts';
import * as letter from './letter/contract.ts';
import * as noc from './noc/contract.ts';
import { deskCall } from './noc/factory-desks.ts';
import * as review from './review/contract.ts';

const app = await testApp();
const make = (upTo: State) => makeApplication(app, { upTo });
const detail = (as: Person, id: string) => app.call(contract.getApplication, { as, params: { id } });

test('the smaller calls answer what the screens need', async () => {
  const [admin, reviewer, director] = [
    await app.staff('admin'),
    await app.staff('reviewer'),
    await app.staff('rajukPD'),
  ];
  const made = await make('PENDING');
  const act = { applicationId: made.id };
  const number = (customerId: string) =>
    app.call(letter.checkCustomerNumber, { as: reviewer, query: { customerId } });
  expect((await number('AB-১০০')).available).toBe(true);
  const connected = await detail(admin, (await make('CONNECTED')).id);
  expect((await number(connected.customerNumber ?? '')).available).toBe(false);
  const meters = await app.call(letter.listFreeMeters, { as: reviewer, query: { search: made.meterNumber } });
  expect(meters.items.map((meter) => meter.number)).toEqual([made.meterNumber]);
  const { items: sectors } = await app.call(intake.listApplicationSectors, { as: reviewer });
  expect(sectors.flatMap((sector) => sector.roads.map((road) => road.id))).toContain(made.roadId);
  expect(await app.call(contract.checkExpiry, { as: reviewer, query: act })).toEqual({
    state: 'PENDING',
    expiresOn: null,
    daysLeft: null,
    expired: false,
  });
  const typed = await app.call(intake.getApplicant, { as: reviewer, query: act });
  expect(typed.building.plotNumber).toBe(made.plotNumber);

  // A NoC on paper opens the short way; without its scan and number it is closed.
  const body = { ...act, version: made.version, remark: 'NoC of 2025' };
  expect((await app.refused(review.autoApprove, { as: reviewer, body })).code).toBe(
    'applications.noc_not_valid',
  );
  const scan = (await detail(reviewer, made.id)).documents[0]?.id ?? '';
  const noted = await app.call(review.updateNoc, {
    as: reviewer,
    body: { ...body, nocNumber: 'RAJUK/2025/77', nocDate: '2025-05-05', documentId: scan },
  });
  const approved = await app.call(review.autoApprove, {
    as: reviewer,
    body: { ...body, version: noted.version },
  });
  expect(approved.state).toBe('WAITING_FOR_METER_NUMBER');

  // The director leaves a desk out and gives another to one officer.
  const officer = await app.staff('rajukSAE');
  const desk = { name: 'SAE, zone 3', position: 1, officerId: officer.userId };
  await app.call(noc.createDesk, await deskCall(app, director, { ...desk, roleCode: 'rajukSAE' }));
  const skipped = { roleCode: 'rajukAE', name: 'AE', position: 2, active: false };
  await app.call(noc.createDesk, await deskCall(app, director, skipped));
  const wrong = await app.refused(noc.createDesk, { as: director, body: { ...desk, roleCode: 'rajukPM' } });
  expect(wrong.code).toBe('applications.officer_of_another_role');
  const reviewed = await make('WAITING_FOR_REVIEW');
  expect(
    (await detail(director, reviewed.id)).chain.map((seat) => [seat.roleCode, seat.officerName]),
  ).toEqual([
    ['rajukSAE', 'Karim Uddin'],
    ['rajukPM', null],
    ['rajukPD', null],
  ]);
  const other = await app.staff('rajukSAE');
  const decision = {
    params: { id: reviewed.id },
    body: { version: reviewed.version, decision: 'approve' as const },
  };
  expect((await app.refused(noc.decideNoc, { ...decision, as: other })).code).toBe(
    'applications.not_your_desk',
  );
  const items = [{ part: 'document' as const, remark: 'blurred' }];
  const returned = { version: reviewed.version, decision: 'return' as const, remark: 'unclear', items };
  expect(await app.codeOf(noc.decideNoc, { ...decision, as: officer, body: returned })).toBe(
    'applications.kind_missing',
  );
  const seen = await app.call(noc.listNoc, { as: officer, query: { desk: 'mine' } });
  expect(seen.items.map((item) => item.id)).toContain(reviewed.id);
  const { items: desks } = await app.call(noc.listDesks, { as: director });
  expect(desks.map((desk) => [desk.position, desk.active])).toEqual([
    [1, true],
    [2, false],
    [3, true],
    [4, true],
  ]);
});
