/** Breaks by hand: what a reader of tariffs, VAT and bills found missing. */
import type { Break } from '../break.ts';

const VAT = 'src/domains/billing/settings/vat-and-versions.test.ts';
const COPIES = 'src/domains/billing/tariffs/vat-copies.ts';
const RISES = 'src/domains/billing/tariffs/rises-with-an-order.test.ts';
const PRICES = 'src/domains/billing/settings/price-rises.ts';
const BACK = 'src/domains/billing/bill-run/dated-back.test.ts';
const MOVE = 'src/domains/billing/tariffs/actions/move-tariff.ts';

export const reviewedBills: readonly Break[] = [
  {
    what: 'a change of VAT for an earlier day takes the place of one that is approved for later',
    file: 'src/domains/billing/settings/actions/change-vat.ts',
    find: 'if (later) throw fail(errors.vat_later_approved, { day: later });',
    replace: '',
    caughtBy: VAT,
    test: 'neither planned nor approved nor shown',
  },
  {
    what: 'a version is withdrawn and comes back as the copy that a change of VAT made',
    file: MOVE,
    find: `    await requireNoCopyAfter(tx, input.id);
    await requireVatWithout(tx, input.id);`,
    replace: '    await requireVatWithout(tx, input.id);',
    caughtBy: VAT,
    test: 'it would come back as the copy',
  },
  {
    what: 'a version is approved that ends with the earlier price of a copy',
    file: MOVE,
    find: `  await requireNoCopyAfter(tx, input.id);
  const orderNumber`,
    replace: '  const orderNumber',
    caughtBy: VAT,
    test: 'with the earlier price would end',
  },
  {
    what: 'a price that was planned for its day keeps others from being approved before it',
    file: COPIES,
    find: 'and planned.withdrawn_by_vat = n.made_by_vat)',
    replace: 'and false)',
    caughtBy: VAT,
    test: 'goes on beside others',
  },
  {
    what: 'a version is withdrawn, and bills do not bear the VAT of the settings',
    file: COPIES,
    find: 'if (differs) throw fail(errors.tariff_bears_vat, { day });',
    replace: '',
    caughtBy: VAT,
    test: 'does not bear the VAT',
  },
  {
    what: 'only the VAT of the first day of a version is looked at when it is withdrawn',
    file: COPIES,
    find: 'd.valid_from < b.valid_to',
    replace: 'd.valid_from <= v.effective_from',
    caughtBy: VAT,
    test: 'does not bear the VAT',
  },
  {
    what: 'a price that the office withdrew comes back with the VAT that is withdrawn',
    file: 'src/domains/billing/settings/apply-vat.ts',
    find: ' and c.category = s.category and c.day = s.effective_from',
    replace: '',
    caughtBy: VAT,
    test: 'does not come back',
  },
  {
    what: 'a rise above the legal limit is approved without the order of the ministry',
    file: MOVE,
    find: 'if (rise > LEGAL_RISE_PERCENT && !orderNumber) {',
    replace: 'if (rise > 1000 && !orderNumber) {',
    caughtBy: RISES,
    test: 'a rate above thirty units',
  },
  {
    what: 'the fixed charge of a pipe size rises without the order',
    file: PRICES,
    find: 'max(coalesce(ns.fixed_amount, v.fixed_amount))',
    replace: 'max(v.fixed_amount)',
    caughtBy: RISES,
    test: 'the fixed charge of a pipe size',
  },
  {
    what: 'the bill of a pipe size rises without the order',
    file: PRICES,
    find: 'z.mm as pipe_size_mm',
    replace: 'null::int as pipe_size_mm',
    caughtBy: RISES,
    test: 'the flat price of a pipe size',
  },
  {
    what: 'the days of a household begin before it has the bill',
    file: 'src/domains/billing/bill-run/known-from.ts',
    find: 'sql`case when ${today}::date > ${issuedOn} then ${today}::date end`',
    replace: 'sql`case when ${today}::date < ${issuedOn} then ${today}::date end`',
    caughtBy: BACK,
    test: 'the household its days',
  },
  {
    what: 'the last day of a dispute is counted from the day of issue',
    file: 'src/domains/billing/disputes/actions/open-dispute.ts',
    find: "${knownFrom('i')} + ${limits.disputeDays}",
    replace: 'i.issued_on + ${limits.disputeDays}',
    caughtBy: BACK,
    test: 'noted until the last day',
  },
  {
    what: 'the last day to ask because of a leak is counted from the day of issue',
    file: 'src/domains/billing/leaks/facts.ts',
    find: `\${knownFrom('i')} as "knownFrom"`,
    replace: 'i.issued_on as "knownFrom"',
    caughtBy: BACK,
    test: 'noted until the last day',
  },
  {
    what: 'no day credits the rebate of a bill that was posted after its day of issue',
    file: 'src/domains/billing/rebates/due-rebates.ts',
    find: 'on n.posted_on = ${day}',
    replace: 'on false and n.posted_on = ${day}',
    caughtBy: BACK,
    test: 'a rebate is earned',
  },
  {
    what: 'the paper says days from its date, though they are counted from a later one',
    file: 'src/domains/billing/invoices/pdf/bill-pdf.ts',
    find: 'if (knownFrom === issuedOn)',
    replace: 'if (knownFrom >= issuedOn)',
    caughtBy: BACK,
    test: 'its paper names',
  },
  {
    what: 'a bill with a leak is collected after its plan ended',
    file: 'src/domains/billing/payment-plans/actions/end-plans.ts',
    find: 'where p.id = ${id})`,\n  );\n}',
    replace: 'where false)`,\n  );\n}',
    caughtBy: 'src/domains/billing/collection-holds/held-for-a-leak.test.ts',
    test: 'a plan ends',
  },
  {
    what: 'a bill with a leak is collected after its payment was taken back',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: 'await holdLeaks(tx, actor, sql`k.connection_id in (${connections})`);',
    replace: '',
    caughtBy: 'src/domains/billing/collection-holds/held-for-a-leak.test.ts',
    test: 'a payment is taken back',
  },
  {
    what: 'a supplementary bill is due on a holiday',
    file: 'src/domains/billing/corrections/actions/post-adjustments.ts',
    find: 'moved(addDays(actor.today, bill.daysToPay))',
    replace: 'addDays(actor.today, bill.daysToPay)',
    caughtBy: 'src/domains/billing/corrections/due-days-of-supplements.test.ts',
    test: 'a holiday moves it',
  },
  {
    what: 'a second person approves a correction of other bills, because their sum is the same',
    file: 'src/domains/billing/corrections/actions/adjust-invoice.ts',
    find: 'return ids.some((id) => asked[id] !== now[id]);',
    replace: 'return ids.length === 0;',
    caughtBy: 'src/domains/billing/corrections/changed-meanwhile.test.ts',
    test: 'but another bill',
  },
  {
    what: 'a rise is rounded down to the legal limit',
    file: PRICES,
    find: '* 100 / p.before, 4)::float8',
    replace: '* 100 / p.before, 1)::float8',
    caughtBy: RISES,
    test: 'a little more than five percent',
  },
];
