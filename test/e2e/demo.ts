/** A small demo town in a program of its own, so that every page of every role has something on it. */
import { Readable } from 'node:stream';
import { test as base } from '@playwright/test';
import { loadDemoTown } from '#app/demo/load-demo-town.ts';
import { CONSUMER_EMAIL } from '#app/demo/logins.ts';
import { draftTariff } from '#domains/billing/tariffs/factory.ts';
import { checkImport } from '#domains/meters/imports/actions/check-import.ts';
import { uploadImport } from '#domains/meters/imports/actions/upload-import.ts';
import { mappingSchema } from '#domains/meters/imports/contract.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { openOrder } from '#domains/payments/gateway/open-order.ts';
import { withdrawAfterPayment } from '#domains/payments/refunds/actions/open-refund.ts';
import { sandboxGateway } from '#domains/payments/sandbox/bank.ts';
import { systemActor } from '#platform/actor.ts';
import { type Database, one, sql, transaction } from '#platform/database/db.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import { positiveMinorSchema } from '#shared/money.ts';
import { ZONE } from '#test/zone.ts';
import { filesOf } from './applications.ts';
import { type Program, startProgram } from './program.ts';
import { today } from './today.ts';

const CONNECTIONS = 150;
const MONTHS = 4;
const START_MS = 240_000;

export const test = base.extend<object, { demo: Program }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const program = await startProgram();
      try {
        await fill(program);
        await use(program);
      } finally {
        await program.stop();
      }
    },
    { scope: 'worker', timeout: START_MS },
  ],
});

async function fill(program: Program): Promise<void> {
  const { database } = program;
  const { db } = database;
  const files = filesOf(program);
  const clock = { timeZone: ZONE, now: () => new Date() };
  const log = { info: () => undefined };
  await loadDemoTown({
    db,
    files,
    secrets: makeSecrets(),
    clock,
    log,
    connections: CONNECTIONS,
    months: MONTHS,
  });
  await draftTariff(db, { name: 'Draft of next year', effectiveFrom: '2030-01-01', waterMode: 'flat' });
  await uploadReadings({ database, files });
  await goToTheBank(database);
  await askForARefund(database);
}

/** A paid application is withdrawn: its money waits to be paid back. */
async function askForARefund({ db }: Database): Promise<void> {
  const paid = await one<{ applicationId: string; version: number }>(
    db,
    sql`select a.id as "applicationId", a.version
      from applications.applications a where a.state = 'READY_FOR_METER_INSTALLATION' and a.overlay is null
        and not exists (select from applications.installations i where i.application_id = a.id)
      order by a.id desc limit 1`,
  );
  const actor = systemActor(new Date(), today(), 'e2e');
  await transaction(db, (tx) =>
    withdrawAfterPayment(tx, actor, { ...paid, remark: 'The plot was sold before the meter came.' }),
  );
}

/** The household's newest bill is being paid, and the bank has not decided. */
async function goToTheBank(database: Database): Promise<void> {
  const now = () => new Date();
  const actor = systemActor(now(), today(), 'e2e');
  const { connectionId } = await one<{ connectionId: string }>(
    database.db,
    sql`select max(c.id::text) as "connectionId" from meters.connections c
      join identity.users u on u.consumer_id = c.consumer_id where u.email = ${CONSUMER_EMAIL}`,
  );
  const amountMinor = positiveMinorSchema.parse(5000);
  const { id: paymentId } = await transaction(database.db, (tx) =>
    makePayment(tx, actor, { connectionId, amountMinor, tender: { method: 'GATEWAY' } }),
  );
  const gateways = async () => [sandboxGateway({ database, now, key: Buffer.alloc(32), publicUrl: '' })];
  const context = { database, gateways, offered: gateways, publicUrl: '', callbackUrl: '' };
  await openOrder(context, actor, { paymentId, language: 'bn' });
}

/** A file with a good row and bad ones, checked and not taken over. */
async function uploadReadings(source: Parameters<typeof uploadImport>[0]): Promise<void> {
  const { number } = await one<{ number: string }>(
    source.database.db,
    sql`select min(number) as number from meters.meters where status = 'INSTALLED'`,
  );
  const day = today();
  const lines = [`${number};1;${day}`, `UNKNOWN-1;5;${day}`, `${number};x;${day}`, `${number};;31/31/2026`];
  const csv = `Meter number;Current reading;Reading date\n${lines.join('\n')}\n`;
  const actor = systemActor(new Date(), day, 'e2e');
  const stream = Readable.from([Buffer.from(csv)]);
  const uploaded = await uploadImport(source, actor, { stream, name: 'readings of the month.csv' });
  await checkImport(source, actor, { id: uploaded.id, mapping: mappingSchema.parse(uploaded.guess) });
}
