/** An office that compares settlement files of the sandbox bank, for tests. */
import type { GatewayName } from '#shared/gateway-names.ts';
import { type Person, testApp } from '#test/app.ts';
import { waysAtGateway } from '../gateway/factory-at-gateway.ts';
import * as contract from './contract.ts';

export type Line = {
  order: string;
  reference?: string;
  taka: string;
  fee?: string;
  day?: string;
  state?: string;
};

/** The day of the tests' clock. */
export const DAY = '2026-11-15';

export async function bankOffice() {
  const app = await testApp();
  const ways = waysAtGateway(app);
  const cashier = await app.staff('cashier');
  const reviewer = await app.staff('reviewer');

  /** A consumer paid ৳115 at the bank. @param isKnown we asked the bank what became of it */
  async function paid(isKnown = true) {
    const started = await ways.atTheGateway('sandbox');
    await ways.press(started, 'approve', 'silent');
    if (isKnown) await ways.complete(started);
    const order = new URLSearchParams(started.known).get('ORDERID') ?? '';
    return { ...started, order };
  }

  const csv = (lines: readonly Line[]) =>
    [
      'Settlement of the merchant,,,,,',
      'Order ID,RRN,Amount,Fee,Transaction Date,Status',
      ...lines.map(({ order, reference, taka, fee = '', day = DAY, state = 'APPROVED' }) =>
        [order, reference ?? `R-${order}`, taka, fee, day, state].join(','),
      ),
    ].join('\n');

  const send = (
    content: string | Buffer,
    { save, gateway = 'sandbox', as = cashier }: { save?: string; gateway?: GatewayName; as?: Person } = {},
  ) =>
    app.sendFile(contract.importBankFile, {
      ...{ as, content, name: 'settlement.csv' },
      query: { gateway, ...(save === undefined ? {} : { save }) },
    });

  /** Looks at a file and takes it; gives its id. */
  async function take(lines: readonly Line[]): Promise<string> {
    const content = csv(lines);
    const { data } = await send(content);
    const saved = await send(content, { save: data.mark });
    return String(saved.data.savedId);
  }

  /** One row of each kind, and a payment that only we have. */
  async function mixedFile() {
    const [agrees, differs, unknown, ours, twice, back] = await Promise.all([
      paid(),
      paid(),
      paid(false),
      paid(),
      paid(),
      paid(),
    ]);
    const declined = await ways.atTheGateway('sandbox');
    await ways.press(declined, 'decline');
    await ways.complete(declined);
    const stranger = `X${crypto.randomUUID().slice(0, 8)}`;
    const no = new URLSearchParams(declined.known).get('ORDERID') ?? '';
    const lines: Line[] = [
      { order: agrees.order, taka: '115.00', fee: '2.30' },
      // One poisha more.
      { order: differs.order, taka: '115.01', fee: '2.30' },
      { order: unknown.order, taka: '115', fee: '2.30', day: '15/11/2026' },
      { order: twice.order, taka: '115.00', fee: '2.30' },
      { order: twice.order, reference: `S-${twice.order}`, taka: '115.00', fee: '2.30' },
      { order: back.order, taka: '115.00', fee: '2.30' },
      { order: back.order, taka: '-115.00', fee: '-2.30', state: 'Reversed' },
      { order: stranger, taka: '90.10', fee: '1.80' },
      { order: no, taka: '115.00', state: 'declined' },
      { order: '', reference: `F-${stranger}`, taka: '5.00', state: 'Fee' },
      // The same movement again.
      { order: agrees.order, taka: '115.00', fee: '2.30' },
    ];
    const of = { agrees, differs, unknown, ours, twice, back, declined, stranger, no };
    return { lines, ...of };
  }

  const rows = async (file: string, query: { class?: 'THEIRS' | 'OURS' | 'REVERSED' } = {}) =>
    (await app.call(contract.cityBankReport, { as: cashier, query: { file, limit: 100, ...query } })).items;
  const file = (id: string, as = cashier) => app.call(contract.getBankFile, { as, params: { id } });
  return { app, ways, cashier, reviewer, paid, csv, send, take, rows, file, mixedFile };
}
