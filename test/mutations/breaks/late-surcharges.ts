/** Faults in what paying late costs. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/payments/late-surcharges.test.ts';
const truth = 'src/domains/billing/surcharges/true-surcharges.ts';
const revised = 'src/domains/payments/revised-surcharges.test.ts';
const changed = 'src/domains/payments/surcharges-of-changed-bills.test.ts';
const due = 'src/domains/billing/surcharges/due-surcharges.ts';
const back = 'src/domains/billing/surcharges/actions/revise-surcharges.ts';

const holds = 'src/domains/billing/collection-holds/collection-holds.ts';
const hold = 'src/domains/billing/collection-holds/actions/hold-collection.ts';
const held = 'src/domains/payments/held-bills.test.ts';

export const lateSurcharges: readonly Break[] = [
  {
    what: 'a bill that is held is surcharged',
    file: due,
    find: ' and not ${heldOn(sql`i.id`, on)}',
    replace: '',
    caughtBy: held,
  },
  {
    what: 'days on which a bill was held count as late',
    file: due,
    find: '+ ${heldDaysBefore(sql`i.id`, on)}',
    replace: '',
    caughtBy: held,
  },
  {
    what: 'a hold that ends after the day that is worked counts for it',
    file: holds,
    find: ' and h.to_day <= ${day}), 0)',
    replace: '), 0)',
    caughtBy: held,
  },
  {
    what: 'the day on which a hold is asked for is held',
    file: hold,
    find: 'select id, ${cause}, ${causeId}, ${addDays(actor.today, 1)}::date',
    replace: 'select id, ${cause}, ${causeId}, ${actor.today}::date',
    caughtBy: held,
  },
  {
    what: 'a hold ends again and again',
    file: hold,
    find: 'and to_day is null returning',
    replace: 'returning',
    caughtBy: held,
  },
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
    file: truth,
    find: 'e.business_date < ${on}',
    replace: 'e.business_date <= ${on}',
    caughtBy,
  },
  {
    what: 'what was paid of a surcharge that is taken back does not pay its bill',
    file: back,
    find: '  if (isRevised) await',
    replace: '  if (!isRevised) await',
    caughtBy,
  },
  {
    what: 'of two bills only the first one is compared with the money',
    file: truth,
    find: 'over (partition by i.connection_id order by',
    replace: 'over (partition by i.id order by',
    caughtBy: revised,
  },
  {
    what: 'money that was dated back and taken back was money',
    file: truth,
    find: "${isDatedBack('j')} and r.id is not null",
    replace: "${isDatedBack('j')} and r.id is null",
    caughtBy: revised,
  },
  {
    what: 'who pays at the bank is late if the bank is slow',
    file: 'src/domains/payments/settled-by-day.ts',
    find: 'then least(p.paid_on,',
    replace: 'then greatest(p.paid_on,',
    caughtBy: revised,
  },
  {
    what: 'what is charged again is the whole that was charged before',
    file: truth,
    find: 'a.so_far_minor - h.minor)) as unpaid_minor',
    replace: 'a.so_far_minor)) as unpaid_minor',
    caughtBy: revised,
  },
  {
    what: 'money that was dated back is taken back, and its surcharges stay away',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: 'since, raises: true }',
    replace: 'since }',
    caughtBy: revised,
  },
  {
    what: 'a corrected bill keeps the surcharge of the wrong sum',
    file: 'src/domains/billing/corrections/actions/post-adjustments.ts',
    find: '    await reviseSurcharges(tx, actor, { connections, since });',
    replace: '    void reviseSurcharges;',
    caughtBy: changed,
  },
  {
    what: 'a correction run leaves the surcharges of its bills',
    file: 'src/domains/billing/correction-run/post-corrections.ts',
    find: '    await reviseCredited(tx, actor, chunk);',
    replace: '    void reviseCredited;',
    caughtBy: changed,
  },
  {
    what: 'a connection with two corrected bills is asked twice',
    file: truth,
    find: 'select distinct id from',
    replace: 'select id from',
    caughtBy: changed,
  },
  {
    what: 'a bill is paid before its surcharge',
    file: 'src/domains/billing/surcharges/queries.ts',
    find: 'not ${isSurcharge(id)}, ${issuedOn}, ${id}`',
    replace: '${isSurcharge(id)}, ${issuedOn}, ${id}`',
    caughtBy,
  },
  {
    what: 'a run that is reversed leaves the surcharges of its bills',
    file: 'src/domains/billing/bill-run/obstacles.ts',
    find: 'where g.of_invoice_id = ${billId} and e.cancelled_on is null`',
    replace: 'where g.of_invoice_id = ${billId} and e.cancelled_on is not null`',
    caughtBy: changed,
  },
  {
    what: 'a paid surcharge does not hinder the reversal of its run',
    file: 'src/domains/billing/bill-run/obstacles.ts',
    find: 'case when w.settled_minor <> w.advances_minor',
    replace: 'case when i.settled_minor <> w.advances_minor',
    caughtBy: changed,
  },
  {
    what: 'an advance pays a bill before its surcharge',
    file: 'src/domains/billing/surcharges/queries.ts',
    find: 'where late.invoice_id = ${id})`',
    replace: 'where late.invoice_id = late_bill.id)`',
    caughtBy: changed,
  },
  {
    what: 'rules of surcharges count for bills that were issued before',
    file: 'src/domains/billing/surcharges/actions/plan-surcharge-rules.ts',
    find: "if (planned.state === 'PLANNED') await refuseIssuedDay",
    replace: "if (planned.state !== 'PLANNED') await refuseIssuedDay",
    caughtBy,
  },
  {
    what: 'rules of surcharges are approved while a run posts bills of their first day',
    file: 'src/domains/billing/surcharges/actions/plan-surcharge-rules.ts',
    find: '  await lockPrices(tx);',
    replace: '  void lockPrices;',
    caughtBy,
  },
  {
    what: 'a surcharge that became less stays so when its money is taken back',
    file: back,
    find: '(s.now_minor = 0 or s.revision > 1 or',
    replace: '(s.now_minor = 0 or',
    caughtBy: revised,
  },
  {
    what: 'a surcharge that somebody waived is charged again',
    file: truth,
    find: 'where not l.is_waived`',
    replace: 'where true`',
    caughtBy,
  },
  {
    what: 'a run that was mended is still called failed',
    file: 'src/domains/billing/bill-run/queries.ts',
    find: 'and f.raised_at is not null and f.solved_at is null)`',
    replace: 'and f.raised_at is not null)`',
    caughtBy: 'src/domains/logs/failed-jobs/tell-of-failed-jobs.test.ts',
  },
  {
    what: 'one person waives any surcharge',
    file: 'src/domains/billing/corrections/actions/cancel-invoice.ts',
    find: 'bill.isSurcharge ? limits.waiveAloneUpToMinor',
    replace: 'bill.isSurcharge ? Number.MAX_SAFE_INTEGER',
    caughtBy,
  },
  {
    what: 'a cheque that came back is money of its days when surcharges are looked at again',
    file: truth,
    find: "\n          and not coalesce(${isReturned('j')} and r.id is not null or ${isReturned('o')}, false)",
    replace: '',
    caughtBy: 'src/domains/payments/cheques/surcharges-of-returned-cheques.test.ts',
  },
];
