/** Rules of supplementary bills that a new owner took over, and of counter money from before the change. */
import type { Break } from '../break.ts';

const CREDITED = 'src/domains/billing/invoices/credited-bills.ts';
const supplements = 'src/domains/ownership/supplements-taken-over.test.ts';
const before = 'src/domains/ownership/money-of-before-the-change.test.ts';

export const takenSupplements: readonly Break[] = [
  {
    what: 'a credit of a bill does not reach its supplementary bill',
    file: CREDITED,
    find: ' union all select s.id from billing.invoices s where s.adjusts_id = ${invoiceId} and s.cancelled_on is null`;',
    replace: '`;',
    caughtBy: supplements,
    test: 'which was too much: the credit is the new one',
  },
  {
    what: 'a credit pays the bill before its supplementary bill',
    file: CREDITED,
    find: 'order by i.adjusts_id is null, i.id desc',
    replace: 'order by i.adjusts_id is not null, i.id desc',
    caughtBy: supplements,
    test: 'both were taken over and neither is paid',
  },
  {
    what: 'counter money of an earlier day counts as of the day of its entry',
    file: 'src/domains/payments/actions/settle-payments.ts',
    find: 'least(coalesce(o.created_at, p.created_at), ${startOfDay(sql`p.paid_on + 1`)})',
    replace: 'least(coalesce(o.created_at, p.created_at), ${startOfDay(sql`p.paid_on + 4000`)})',
    caughtBy: before,
    test: 'the day before',
  },
  {
    what: 'counter money of the day of the change counts as from before it',
    file: 'src/domains/payments/actions/settle-payments.ts',
    find: '${startOfDay(sql`p.paid_on + 1`)}) as "startedAt"',
    replace: '${startOfDay(sql`p.paid_on`)}) as "startedAt"',
    caughtBy: before,
    test: 'the day itself',
  },
];
