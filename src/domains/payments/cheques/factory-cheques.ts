/** Cheques for tests, through the real calls. */
import { transaction } from '#platform/database/db.ts';
import { type Minor, minor } from '#shared/money.ts';
import type { TestApp } from '#test/app.ts';
import { makePayment } from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import * as cheques from './contract.ts';

type Written = { number?: string; bank?: string; branch?: string; drawnOn?: string };
const BILL_MINOR = minor(115_00);

export async function chequeCalls(app: TestApp) {
  const [cashier, reviewer] = [await app.staff('cashier'), await app.staff('reviewer')];
  let made = 0;
  const debtor = async (given: { consumerId?: string; months?: number } = {}) =>
    transaction(app.db, (tx) => makeDebtor(tx, app.system(), given));
  const tender = (written: Written = {}) => {
    made += 1;
    return {
      ...{ method: 'CHEQUE' as const, number: `00${made}417`, bank: 'Sonali Bank', branch: 'Uttara' },
      ...{ drawnOn: app.system().today, drawer: 'Rahim Uddin', ...written },
    };
  };
  const paying = (connectionId: string, written: Written = {}, amountMinor: Minor = BILL_MINOR) => ({
    as: cashier,
    body: { connectionId, amountMinor, tender: tender(written) },
  });
  const take = async (connectionId: string, written: Written = {}, amountMinor: Minor = BILL_MINOR) =>
    app.call(makePayment, paying(connectionId, written, amountMinor));
  const find = async (number: string) => {
    const { items } = await app.call(cheques.listCheques, { as: reviewer, query: { search: number } });
    const [cheque] = items;
    if (!cheque) throw new Error(`no cheque ${number}`);
    return cheque;
  };
  /** Taken: the cheque of a new debtor. */
  const taken = async (given: { consumerId?: string } = {}) => {
    const { connectionId } = await debtor(given);
    const payment = await take(connectionId);
    return { connectionId, payment, cheque: await find(payment.slipNumber ?? '') };
  };
  let slips = 0;
  const depositing = (of: readonly { id: string; version: number }[]) => {
    slips += 1;
    return {
      as: cashier,
      body: {
        cheques: of.map(({ id, version }) => ({ id, version })),
        ...{ slipNumber: `D-${slips}`, bankAccount: 'Sonali 0012', depositedOn: app.system().today },
      },
    };
  };
  const deposited = async (given: { consumerId?: string } = {}) => {
    const { cheque, ...of } = await taken(given);
    await app.call(cheques.depositCheques, depositing([cheque]));
    return { ...of, cheque: await find(cheque.number) };
  };
  const clearing = (of: readonly { id: string; version: number }[]) => ({
    as: cashier,
    body: {
      cheques: of.map(({ id, version }) => ({ id, version })),
      answeredOn: app.system().today,
    },
  });
  const returning = ({ id, version }: { id: string; version: number }, feeMinor: Minor = minor(0)) => ({
    as: reviewer,
    params: { id },
    body: { version, feeMinor, reason: 'INSUFFICIENT_FUNDS' as const, answeredOn: app.system().today },
  });
  return {
    ...{ cashier, reviewer, debtor, tender, paying, take, find, taken },
    ...{ depositing, deposited, clearing, returning },
  };
}
