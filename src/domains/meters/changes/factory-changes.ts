/** A town whose meters change, through the real calls. */
import { transaction } from '#platform/database/db.ts';
import type { TestApp } from '#test/app.ts';
import * as meters from '../contract.ts';
import { type MadeConnection, type MadeReading, makeConnection } from '../factory.ts';
import * as contract from './contract.ts';

/** Connected on 31 August, read on 30 September with 20 m³. */
const SEPTEMBER: MadeReading = ['2026-09-01', '2026-09-30', 20_000];

export async function makeChanges(app: TestApp) {
  const [installer, reviewer, admin] = [
    await app.staff('installer'),
    await app.staff('reviewer'),
    await app.staff('admin'),
  ];
  const counted = { next: 0 };
  /** A meter in stock. */
  async function stock(): Promise<{ id: string; number: string }> {
    counted.next += 1;
    const number = `SPARE-${counted.next}`;
    const body = { number, make: 'Itron', sizeMm: 20, registerDigits: 5 };
    const { id } = await app.call(meters.addMeter, { as: admin, body });
    return { id, number };
  }
  const connect = (readings: readonly MadeReading[] = [SEPTEMBER]) =>
    transaction(app.db, (tx) =>
      makeConnection(tx, app.system(), { connectedOn: '2026-08-31', readings: [...readings], approve: true }),
    );
  /** What the installer noted: on 20 October the old meter had 31 m³, the new one begins with 2. */
  const noted = async (connection: MadeConnection, meterNumber?: string) => ({
    connectionId: connection.id,
    meterNumber: meterNumber ?? (await stock()).number,
    ...{ changedOn: '2026-10-20', finalLitres: 31_000, openingLitres: 2_000, sealNumber: 'S-77' },
    ...{ cause: 'STOPPED' as const, reason: 'It does not turn' },
  });
  async function asked(readings?: readonly MadeReading[]) {
    const connection = await connect(readings);
    const body = await noted(connection);
    const request = await app.call(contract.askChange, { as: installer, body });
    return { connection, body, request, step: { requestId: request.id, version: 1 } };
  }
  async function accepted(readings?: readonly MadeReading[]) {
    const made = await asked(readings);
    await app.call(contract.acceptChange, { as: reviewer, body: made.step });
    const { items } = await app.call(contract.listFinals, {
      as: reviewer,
      query: { search: made.connection.number, confirmed: false },
    });
    const [final] = items;
    if (!final) throw new Error('no figure waits');
    return { ...made, final };
  }
  return { installer, reviewer, admin, stock, connect, noted, asked, accepted };
}
