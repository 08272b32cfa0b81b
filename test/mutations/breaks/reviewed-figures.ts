/** Breaks by hand: what a reader of sums that are shown, paid and posted found missing. */
import type { Break } from '../break.ts';

const PARTS = 'src/domains/payments/allocation.rules.ts';
const SUPPLEMENTS = 'src/domains/billing/correction-run/pay-supplements.test.ts';

export const reviewedFigures: readonly Break[] = [
  {
    what: 'of a bill with more VAT than its total more VAT is paid than money',
    file: PARTS,
    find: 'settledMinor, invoice.totalMinor),\n    settledMinor,',
    replace: 'settledMinor, invoice.totalMinor),\n    Number.MAX_SAFE_INTEGER,',
    caughtBy: SUPPLEMENTS,
    test: 'more VAT than the total',
  },
  {
    what: 'VAT below zero is paid',
    file: PARTS,
    find: 'Math.max(0, invoice.vatMinor)',
    replace: 'invoice.vatMinor',
    caughtBy: SUPPLEMENTS,
    test: 'VAT below zero',
  },
  {
    what: 'orders whose check fails fill each round of the janitor',
    file: 'src/domains/payments/gateway/janitor.ts',
    find: 'await askLater(context, now, id);',
    replace: '',
    caughtBy: 'src/domains/payments/gateway/money-is-never-refused.test.ts',
    test: 'does not keep the later ones waiting',
  },
  {
    what: 'a rebate that is asked back is cancelled with its bill',
    file: 'src/domains/billing/surcharges/queries.ts',
    find: `and back.kind = 'rebate_back'`,
    replace: `and back.kind = 'none'`,
    caughtBy: 'src/domains/payments/rebates-of-changed-bills.test.ts',
    test: 'it stays asked back',
  },
  {
    what: 'the chart of billed use has not what credit notes took off',
    file: 'src/domains/dashboard/chart-queries.ts',
    find: 'select i.period, ${litresOfCredit} from',
    replace: 'select i.period, 0 from',
    caughtBy: 'src/domains/dashboard/corrected-use.test.ts',
  },
  {
    what: 'a correction whose total stays leaves its lines on their old accounts',
    file: 'src/domains/billing/corrections/actions/post-adjustments.ts',
    find: 'bill.amountMinor === 0 && differences',
    replace: 'false && differences',
    caughtBy: 'src/domains/billing/corrections/lines-between-accounts.test.ts',
  },
];
