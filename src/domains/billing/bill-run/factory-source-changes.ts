/** Everything that a bill is calculated from, and how each of it is changed: for changes-before-approval.test.ts. */
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { changeMeter } from '#domains/meters/actions/change-meter.ts';
import { confirmFinals, type MadeConnection } from '#domains/meters/factory.ts';
import { undoImport } from '#domains/meters/imports/actions/undo-import.ts';
import { approveFlagged } from '#domains/meters/readings/actions/approve-flagged.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import type { Person, TestApp } from '#test/app.ts';
import * as corrections from '../corrections/contract.ts';
import { makeInvoice } from '../factory.ts';
import { lockOpenInvoices, settleInvoices } from '../invoices/actions/settle-invoices.ts';
import * as settings from '../settings/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import type { HeldReason } from './bill-run.rules.ts';

export const SEPTEMBER = '2026-09-01';
export const OCTOBER = '2026-10-01';
export const NOW = '2026-11-02T04:00:00Z';

export type Town = {
  app: TestApp;
  planner: Person;
  approver: Person;
  actor: Actor;
  made: Map<string, MadeConnection>;
};
export type Bill = { usage: number; total: number; arrears: number; consumer: string; meter: string };
type Source = {
  reason: HeldReason;
  category?: string;
  change: (tx: Tx, connection: MadeConnection, town: Town) => Promise<unknown>;
  /** What the next bill of October says; null if there is none any more. */
  expected: Partial<Bill> | null;
};

/** 25 m³ at ৳10, and ৳10 fixed. */
export const BILL = 26_000;

export const approveAgain = async (tx: Tx, { actor }: Town, connectionId: string) => {
  const person = { ...actor, userId: '00000000-0000-7000-8000-00000000000a' };
  await approveUnflagged(tx, person, { period: OCTOBER, connectionId });
  await approveFlagged(tx, person, { period: OCTOBER, connectionId, reason: 'looked at' });
};

async function otherMeter(tx: Tx, connection: MadeConnection, { actor }: Town) {
  const fields = { make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
  const meter = await addMeter(tx, actor, { number: `N${connection.meterNumber}`, ...fields });
  const change = { changedOn: '2026-10-20', finalLitres: 40_000, openingLitres: 0, reason: 'stopped' };
  await changeMeter(tx, actor, { connectionId: connection.id, newMeterId: meter.id, ...change });
  await confirmFinals(tx, connection.id);
  return meter;
}

export const SOURCE_CHANGES: Record<string, Source> = {
  'the month before is adjusted': {
    reason: 'moved_reading',
    change: async (tx, { id }, town) => {
      const bill = await one<{ id: string; version: number }>(
        tx,
        sql`select id, version from billing.invoices where connection_id = ${id} and period = ${SEPTEMBER}`,
      );
      const body = { invoiceId: bill.id, version: bill.version, registerLitres: 15_000, reason: 'misread' };
      await town.app.call(corrections.adjustMeterReading, { as: town.planner, body });
    },
    expected: { usage: 35_000, total: 36_000 },
  },
  'the import of its reading is undone': {
    reason: 'moved_reading',
    change: async (tx, { id, meterId }, town) => {
      const file = await one<{ id: string }>(
        tx,
        sql`with file as (insert into meters.imports (file_id, file_name, state, uploaded_at)
            values (uuidv7(), 'october.csv', 'COMMITTED', now()) returning id)
          update meters.readings r set import_id = file.id from file
          where r.connection_id = ${id} and r.period = ${OCTOBER} returning file.id`,
      );
      await undoImport(tx, town.actor, { id: file.id, version: 1 });
      const reading = { meterId, period: OCTOBER, readOn: '2026-10-31', registerLitres: 45_000 };
      await captureReading(tx, town.actor, reading);
    },
    expected: { usage: 20_000, total: 21_000 },
  },
  'its reading changes': {
    reason: 'moved_reading',
    change: (tx, { id }) =>
      execute(
        tx,
        sql`update meters.readings set register_litres = 52000, consumption_litres = 27000
        where connection_id = ${id} and period = ${OCTOBER}`,
      ),
    expected: { usage: 27_000, total: 28_000 },
  },
  'its reading loses its approval': {
    reason: 'moved_reading',
    change: (tx, { id }) =>
      execute(
        tx,
        sql`update meters.readings set state = 'VALID' where connection_id = ${id} and period = ${OCTOBER}`,
      ),
    expected: { usage: 25_000, total: BILL },
  },
  'its meter is changed, and the new one is read': {
    reason: 'moved_meter',
    change: async (tx, connection, town) => {
      await execute(
        tx,
        sql`update meters.readings set state = 'VOID'
        where connection_id = ${connection.id} and period = ${OCTOBER}`,
      );
      const meter = await otherMeter(tx, connection, town);
      const reading = { meterId: meter.id, period: OCTOBER, readOn: '2026-10-31', registerLitres: 5_000 };
      await captureReading(tx, town.actor, reading);
    },
    expected: { usage: 20_000, total: 21_000 },
  },
  'its meter was changed before the day of the reading': {
    reason: 'moved_meter',
    change: otherMeter,
    expected: { usage: 25_000, total: BILL },
  },
  'its category changes': {
    reason: 'moved_category',
    change: (tx, { id }) =>
      execute(tx, sql`update meters.connections set category = 'industrial' where id = ${id}`),
    expected: { total: 76_000 },
  },
  'its dwellings change': {
    reason: 'moved_connection',
    change: (tx, { id }) =>
      execute(tx, sql`update meters.connections set dwelling_units = 2 where id = ${id}`),
    expected: { total: 27_000 },
  },
  'it goes to another consumer': {
    reason: 'moved_owner',
    change: async (tx, { id }, { actor }) => {
      const phone = `+88019${String(id).replace(/\D/g, '').slice(-8)}`;
      const other = await createConsumer(tx, actor, { name: 'The next owner', phone });
      await execute(tx, sql`update meters.connections set consumer_id = ${other.id} where id = ${id}`);
    },
    expected: { consumer: 'The next owner' },
  },
  'a tariff is approved for some of its days': {
    reason: 'moved_tariff',
    category: 'commercial',
    change: (_tx, _connection, { app }) =>
      approvedTariff(app.db, {
        ...{
          category: 'commercial',
          effectiveFrom: '2026-10-16',
          blocks: [{ from: '0', to: null, rate: '20' }],
        },
      }),
    // 16 of 31 days, from 30 September to 15 October, at ৳10 with the fixed charge, the others at ৳20.
    expected: { total: 37_613 },
  },
  'VAT is approved': {
    reason: 'moved_tariff',
    category: 'institutional',
    change: async (_tx, _connection, { app, planner, approver }) => {
      app.clock.set('2026-10-05T04:00:00Z');
      const rates = { waterPercent: '15', fixedPercent: '0', minimumPercent: '0', sewerPercent: '0' };
      const exemptCategories = ['residential', 'commercial', 'industrial'];
      const planned = await app.call(settings.planVat, {
        as: planner,
        body: { validFrom: '2026-10-10', value: { ...rates, exemptCategories }, reason: 'law' },
      });
      const body = { version: planned.version };
      await app.call(settings.approveVat, { as: approver, params: { id: planned.id }, body });
      app.clock.set(NOW);
    },
    expected: { total: 29_750 },
  },
  'an earlier bill is paid': {
    reason: 'moved_arrears',
    change: async (tx, { id }) => {
      const [open] = await lockOpenInvoices(tx, [id]);
      await settleInvoices(
        tx,
        sql`select ${open?.id}::uuid as invoice_id, ${open?.totalMinor}::bigint as amount_minor`,
      );
    },
    expected: { arrears: 0, total: BILL },
  },
  'it was connected after the month': {
    reason: 'moved_scope',
    change: (tx, { id }) =>
      execute(tx, sql`update meters.connections set connected_on = '2026-11-01' where id = ${id}`),
    expected: null,
  },
  'it is billed for the month elsewhere': {
    reason: 'already_billed',
    change: (tx, { id }, { actor }) => makeInvoice(tx, actor, { connectionId: id, period: OCTOBER }),
    expected: { total: 11_500 },
  },
};
