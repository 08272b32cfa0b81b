/** An office with a sewer tariff, bills of October, and the calls that correct them. */
import { makeConnection } from '#domains/meters/factory.ts';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { workCalculation, workPosting } from '../bill-run/actions/work-run.ts';
import * as runs from '../bill-run/contract.ts';
import * as bills from '../invoices/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';

export const SEPTEMBER = '2026-09-01';
export const OCTOBER = '2026-10-01';

export async function makeOffice() {
  const app = await testApp({ now: '2026-11-02T04:00:00Z' });
  const [officer, approver] = [await app.staff('admin'), await app.staff('admin')];
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [{ from: '0', to: null, rate: '10' }],
    sewerPercent: '100',
  });
  const actor = { ...app.system(), permissions: new Set<never>() };

  /** 25 m³ in October, at the register from 25 to 50. */
  const connectInOctober = () =>
    transaction(app.db, (tx) =>
      makeConnection(tx, actor, {
        ...{ connectedOn: OCTOBER, openingLitres: 25_000, approve: true },
        readings: [[OCTOBER, '2026-10-31', 50_000]],
      }),
    );

  /** A run up to its posting, which is asked for and not done yet. */
  async function begin(period: string): Promise<string> {
    const body = { period, issuedOn: '2026-11-02', dueOn: '2026-11-23' };
    const { id } = await app.call(runs.planRun, { as: officer, body });
    await workCalculation(app.db, app.clock, id);
    const { version } = await app.call(runs.getRun, { as: approver, params: { id } });
    await app.call(runs.approveRun, { as: approver, params: { id }, body: { version } });
    await app.call(runs.postRun, { as: officer, params: { id } });
    return id;
  }
  const post = async (period: string) => workPosting(app.db, app.clock, await begin(period));

  async function billed() {
    const made = await connectInOctober();
    await post(OCTOBER);
    return { ...made, billId: String((await billsOf(made.id))[0]?.id) };
  }
  const billsOf = async (connectionId: string) =>
    (await app.call(bills.searchInvoice, { as: officer, query: { connectionId } })).items;
  const bodyOf = async (invoiceId: string, registerLitres: number) => {
    const { version } = await app.call(bills.invoiceDetail, { as: officer, params: { id: invoiceId } });
    return { invoiceId, version, registerLitres };
  };
  const adjust = async (invoiceId: string, registerLitres: number) => {
    const body = { ...(await bodyOf(invoiceId, registerLitres)), reason: 'misread' };
    return app.codeOf(contract.adjustMeterReading, { as: officer, body });
  };
  const preview = async (invoiceId: string, registerLitres: number) =>
    app.codeOf(contract.previewAdjustment, { as: officer, body: await bodyOf(invoiceId, registerLitres) });

  const cancelBody = async (invoiceId: string) => {
    const { version } = await app.call(bills.invoiceDetail, { as: officer, params: { id: invoiceId } });
    return { invoiceId, version, reason: 'wrong category', freePayment: false };
  };
  const askCancel = async (invoiceId: string) =>
    (await app.call(contract.cancelInvoice, { as: officer, body: await cancelBody(invoiceId) })).id;
  const decide = (correctionId: string, accept: boolean, as = approver) =>
    app.codeOf(contract.decideCorrection, { as, body: { correctionId, accept, remark: 'it is right' } });

  return {
    ...{ app, officer, approver, actor, begin, post, billed, billsOf, bodyOf, adjust, preview, decide },
    ...{ cancelBody, askCancel },
  };
}
