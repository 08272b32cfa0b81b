/** Faults in cheques: what is taken, on which account its money is, and what becomes of it. */
import type { Break } from '../break.ts';

const room = 'src/domains/payments/cheques';
const taken = `${room}/take-cheques.test.ts`;
const way = `${room}/way-of-cheques.test.ts`;
const refused = `${room}/refused-cheques.test.ts`;
const fee = `${room}/fee-of-returned-cheques.test.ts`;
const schema = 'migrations/0370_cheques.sql';
const since = `${room}/surcharges-of-returned-cheques.test.ts`;
const missed = 'src/domains/billing/surcharges/actions/charge-missed.ts';
const takenBill = 'src/domains/ownership/returned-cheque-of-taken-bill.test.ts';
const dishonour = `${room}/actions/dishonour-cheque.ts`;

export const cheques: readonly Break[] = [
  {
    what: 'a cheque counts as money in the bank at once',
    file: 'src/domains/payments/money-accounts.ts',
    find: 'CHEQUE: ACCOUNTS.cheques',
    replace: 'CHEQUE: ACCOUNTS.bank',
    caughtBy: taken,
  },
  {
    what: 'a cheque of more than six months is taken',
    file: `${room}/cheque.rules.ts`,
    find: "drawnOn < addMonths(today, -VALID_MONTHS) ? 'stale' : undefined",
    replace: 'undefined',
    caughtBy: `${room}/cheque.rules.test.ts`,
  },
  {
    what: 'a cheque is taken for more than is open',
    file: 'src/domains/payments/refuse-unasked.ts',
    find: 'isCheque && amountMinor > ownMinor',
    replace: 'isCheque && amountMinor < 0',
    caughtBy: taken,
  },
  {
    what: 'a cheque goes into a day that was counted',
    file: 'migrations/0417_one_look_at_a_posting.sql',
    find: "where (e.account_code in ('1000', '1010') or (e.account_code = '1040' and j.kind = 'PAYMENT')) and (\n",
    replace: "where (e.account_code in ('1000', '1010')) and (\n",
    caughtBy: taken,
  },
  {
    what: 'a cheque that was taken back on its day is still counted',
    file: 'src/domains/ledger/closings/queries.ts',
    find: '${isCheque} and ${isThere})::int',
    replace: '${isCheque})::int',
    caughtBy: taken,
  },
  {
    what: 'a cheque goes to the bank while its reversal waits',
    file: `${room}/actions/deposit-cheques.ts`,
    find: '  if (asked) throw fail(errors.cheque_reversal_waits, asked);\n',
    replace: '',
    caughtBy: taken,
  },
  {
    what: 'what was seen is not compared',
    file: `${room}/lock-cheques.ts`,
    find: 'row.version === version && row.state === state',
    replace: 'row.state === state',
    caughtBy: way,
  },
  {
    what: 'a payment is reversed while its cheque is at the bank',
    file: `${room}/actions/give-back-cheque.ts`,
    find: "if (state === 'DEPOSITED')",
    replace: "if (state === 'DISHONOURED')",
    caughtBy: way,
  },
  {
    what: 'a cheque is paid before it was deposited',
    file: `${room}/actions/clear-cheques.ts`,
    find: 'd.deposited_on <= ${answeredOn}::date\n        and ',
    replace: '',
    caughtBy: way,
  },
  {
    what: 'who took a cheque says that it came back',
    file: schema,
    find: "check (state <> 'DISHONOURED' or answered_by is distinct from received_by)",
    replace: 'check (true)',
    caughtBy: way,
  },
  {
    what: 'money of a paid cheque stays in the bank’s account when the bank takes it back',
    file: dishonour,
    find: "  if (state === 'CLEARED') {",
    replace: '  if (false) {',
    caughtBy: way,
  },
  {
    what: 'a cheque whose money was taken back comes back a second time',
    file: dishonour,
    find: "  if (state !== 'APPROVED') throw fail(errors.cheques_moved);\n",
    replace: '',
    caughtBy: way,
  },
  {
    what: 'money of a cheque in clearing is paid back',
    file: 'src/domains/payments/refunds/actions/open-refund.ts',
    find: '  if (amountMinor > -balance - unpaid)',
    replace: '  if (false)',
    caughtBy: refused,
  },
  {
    what: 'a returned cheque leaves its bills paid',
    file: dishonour,
    find: 'const back = await reverseOfBills(tx, actor, payment, why, invoiceId);',
    replace: 'const back = undefined as { id: string; amountMinor: number } | undefined;',
    caughtBy: way,
  },
  {
    what: 'another fee than the one that was shown is charged',
    file: dishonour,
    find: '  if (dueMinor !== feeMinor) throw fail(errors.cheque_fee_moved, { amount: dueMinor });\n',
    replace: '',
    caughtBy: fee,
  },
  {
    what: 'the household is not told',
    file: dishonour,
    find: '  await tellReturned(tx, actor, { chequeId: id, surchargeMinor: moreMinor });\n',
    replace: '',
    caughtBy: way,
  },
  {
    what: 'the fee of a returned cheque cannot be waived',
    file: 'src/domains/billing/corrections/actions/lock-bill.ts',
    find: 'isChargeBeside(sql`i.id`)',
    replace: 'sql`false`',
    caughtBy: fee,
  },
  {
    what: 'a step is taken on one cheque that changed since it was shown',
    file: `${room}/lock-cheques.ts`,
    find: '  if (cheque.version !== seen.version) throw fail(commonErrors.stale_version);\n',
    replace: '',
    caughtBy: refused,
    test: 'by who saw another version of it',
  },
  {
    what: 'a cheque that is not at the bank comes back from it',
    file: `${room}/lock-cheques.ts`,
    find: '  if (!states.includes(cheque.state)) throw fail(errors.cheques_moved);\n',
    replace: '',
    caughtBy: refused,
    test: 'if it is not at the bank',
  },
  {
    what: 'a cheque that came back had paid its bills until then',
    file: 'src/domains/payments/settled-by-day.ts',
    find: 'settledOn(dayOf, sql`not payments.is_returned_cheque(p.id)`)',
    replace: 'settledOn(dayOf)',
    caughtBy: since,
  },
  {
    what: 'the days since a cheque was taken are not charged when it comes back',
    file: missed,
    find: '    await chargeDay(tx, actor, { connections, day, settled });\n',
    replace: '    void chargeDay;\n',
    caughtBy: since,
  },
  {
    what: 'surcharges that a returned cheque had made smaller stay small',
    file: missed,
    find: "raises: 'all' });",
    replace: 'raises: true });',
    caughtBy: since,
    test: 'on the rest',
  },
  {
    what: 'other connections are charged with the one whose cheque came back',
    file: missed,
    find: ' where t.connection_id in (${connections})`;',
    replace: ' where exists (${connections})`;',
    caughtBy: since,
    test: 'before the job of the day',
  },
  {
    what: 'the household is not told of the surcharges that come with the return',
    file: `${room}/tell-returned.ts`,
    find: '  if (surchargeMinor > 0) return',
    replace: '  if (surchargeMinor < 0) return',
    caughtBy: since,
  },
  {
    what: 'the fee of a cheque for taken-over bills is asked of the earlier owner',
    file: dishonour,
    find: '  await takeOverFee(tx, actor, { feeId: fee.id, paymentId });\n',
    replace: '  void takeOverFee;\n',
    caughtBy: takenBill,
  },
  {
    what: 'the fee of a cheque counts as a part of its bill, of which an agreement is',
    file: 'migrations/0386_money_of_returned_cheques.sql',
    find: ' and not billing.is_cheque_fee(s.id)), 0)',
    replace: '), 0)',
    caughtBy: takenBill,
    test: 'corrected',
  },
  {
    what: 'the fee of a cheque is cancelled with a bill that the cheque paid',
    file: 'src/domains/billing/surcharges/queries.ts',
    find: ' and not billing.is_cheque_fee(${sql.ref(`${invoice}.id`)})\n',
    replace: '\n',
    caughtBy: fee,
    test: 'the fee stays',
  },
];
