/** The settlement file of the test bank, as its merchant gets it: most of it agrees with the books, and some rows do not. */
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { importBankFile } from '#domains/payments/bank-files/actions/import-bank-file.ts';
import { all, sql } from '#platform/database/db.ts';
import type { Story } from './story.ts';

const PAYMENTS = 60;
/** The bank keeps 1.5 %. */
const FEE_PER_THOUSAND = 15;

const taka = (minor: number) =>
  `${Math.trunc(minor / 100)}.${String(Math.abs(minor % 100)).padStart(2, '0')}`;

export async function takeBankFile({ db, at, today }: Story): Promise<void> {
  const paid = await all<{ receipt: string; minor: number; day: string }>(
    db,
    sql`select r.number as receipt, p.amount_minor as minor, p.paid_on as day
      from payments.payments p join payments.receipts r on r.payment_id = p.id
      where p.method = 'GATEWAY' and p.state = 'APPROVED' and p.paid_on < ${today}::date
      order by p.paid_on desc, r.number desc limit ${PAYMENTS}`,
  );
  const line = (reference: string, day: string, minor: number, status: string, receipt = '') => {
    const sign = { REVERSED: -1, DECLINED: 0 }[status] ?? 1;
    const fee = sign * Math.round((minor * FEE_PER_THOUSAND) / 1000);
    return [`SB${reference}`, reference, receipt, day, taka(minor), taka(fee), status].join(',');
  };
  const lines = paid.map(({ receipt, minor, day }, index) =>
    // One of them is a poisha more there.
    line(`7004${receipt}`, day, index === 3 ? minor + 1 : minor, 'APPROVED', receipt),
  );
  const [first, second, third] = paid;
  if (!first || !second || !third) return;
  lines.push(
    line(`7005${first.receipt}`, first.day, first.minor, 'APPROVED', first.receipt),
    line(`7006${second.receipt}`, second.day, second.minor, 'REVERSED', second.receipt),
    line('70049921330', third.day, 845_00, 'APPROVED'),
    line('70049921347', third.day, 1_210_00, 'DECLINED'),
    ['', '70049930001', '', third.day, '', '250.00', 'FEE'].join(','),
  );
  const content = ['Order ID,RRN,Receipt,Date,Amount,Fee,Status', ...lines].join('\n');
  const open = () => Readable.from([Buffer.from(content)], { objectMode: false });
  const into = { db, temporaryFolder: tmpdir() };
  const actor = at('cashier', today, '11:05');
  const wanted = { gateway: 'sandbox', name: `settlement-${today}.csv` } as const;
  const { mark } = await importBankFile(into, actor, wanted, open());
  await importBankFile(into, actor, { ...wanted, save: mark }, open());
}
