/** Faults in what paying late costs. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/payments/late-surcharges.test.ts';
const due = 'src/domains/billing/surcharges/due-surcharges.ts';
const back = 'src/domains/billing/surcharges/actions/take-back-surcharges.ts';

export const lateSurcharges: readonly Break[] = [
  {
    what: 'a surcharge is charged again by the next run',
    file: due,
    find: 'where x.of_invoice_id = i.id and x.step = t.step and x.turn = t.turn',
    replace: 'where x.of_invoice_id = i.id and x.step = t.step and x.turn > t.turn',
    caughtBy,
  },
  {
    what: 'a bill from before the rule is surcharged',
    file: due,
    find: 'i.issued_on >= r.valid_from and ',
    replace: '',
    caughtBy,
  },
  {
    what: 'a day of surcharges that is worked late counts what was paid after it',
    file: due,
    find: 'p.invoice_id = ${invoiceId} and p.day < ${day}',
    replace: 'p.invoice_id = ${invoiceId}',
    caughtBy,
  },
  {
    what: 'months of surcharges are added one to the other, so that the 31st becomes the 30th for good',
    file: due,
    find: 'and (m.start + make_interval(months => m.turn - 1))::date = ${on}',
    replace: 'and extract(day from m.start) = extract(day from ${on})',
    caughtBy,
  },
  {
    what: 'a flat surcharge is more than what is unpaid',
    file: due,
    find: 'least(b.flat_minor, b.basis_minor)',
    replace: 'b.flat_minor',
    caughtBy,
  },
  {
    what: 'money dated on the day of a surcharge takes it back',
    file: back,
    find: 'p.invoice_id = w.id and p.day < g.charged_for',
    replace: 'p.invoice_id = w.id and p.day <= g.charged_for',
    caughtBy,
  },
  {
    what: 'what was paid of a surcharge that is taken back does not pay its bill',
    file: back,
    find: '  await applyAdvances(tx, actor, {',
    replace: '  if (found.length < 0) await applyAdvances(tx, actor, {',
    caughtBy,
  },
  {
    what: 'a bill is paid before its surcharge',
    file: 'src/domains/billing/surcharges/queries.ts',
    find: 'not ${isSurcharge(id)}, ${issuedOn}, ${id}`',
    replace: '${isSurcharge(id)}, ${issuedOn}, ${id}`',
    caughtBy,
  },
  {
    what: 'one person waives any surcharge',
    file: 'src/domains/billing/corrections/actions/cancel-invoice.ts',
    find: 'bill.isSurcharge ? limits.waiveAloneUpToMinor',
    replace: 'bill.isSurcharge ? Number.MAX_SAFE_INTEGER',
    caughtBy,
  },
];
