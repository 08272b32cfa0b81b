/** Breaks by hand: the settlement file of a gateway beside our payments, its differences, and its posting. */
import type { Break } from '../break.ts';

const TEST = 'src/domains/payments/bank-files/compare-bank-file.test.ts';
const CLASSES = 'src/domains/payments/bank-files/classes.ts';
const IMPORT = 'src/domains/payments/bank-files/actions/import-bank-file.ts';
const RAISE = 'src/domains/payments/bank-files/actions/raise-differences.ts';
const POST = 'src/domains/payments/bank-files/actions/post-bank-file.ts';
const DECIDE = 'src/domains/payments/proposals/actions/decide-proposal.ts';
const SOLVE = 'src/domains/payments/alarms/actions/solve-alarm.ts';

export const bankFiles: readonly Break[] = [
  {
    what: 'the alarm about a payment that is reversed waits for another file',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: "if (payment.method === 'GATEWAY') await endFileAlarms",
    replace: "if (payment.method !== 'GATEWAY') await endFileAlarms",
    caughtBy: 'src/domains/payments/bank-files/taken-back-by-bank.test.ts',
    test: 'of a work order',
  },
  {
    what: 'an alarm ends with the reversal although the bank has something else',
    file: 'src/domains/payments/bank-files/actions/raise-differences.ts',
    find: "a.state <> 'SOLVED' and a.bank_minor = payments.booked_minor(a.payment_id)",
    replace: "a.state <> 'SOLVED'",
    caughtBy: 'src/domains/payments/bank-files/taken-back-by-bank.test.ts',
    test: 'only if the bank has what the books have',
  },
  {
    what: 'a poisha more at the bank agrees',
    file: CLASSES,
    find: "when b.minor = n.net_minor then 'AGREES' when n.nth > 1",
    replace: "when abs(b.minor - n.net_minor) < 2 then 'AGREES' when n.nth > 1",
    caughtBy: TEST,
    test: 'by class',
  },
  {
    what: 'a payment that the bank has twice agrees',
    file: CLASSES,
    find: "when n.nth > 1 then 'TWICE'",
    replace: '',
    caughtBy: TEST,
    test: 'by class',
  },
  {
    what: 'what only we have is not shown',
    file: CLASSES,
    find: 'and b.paid_on between m.first_day and m.last_day',
    replace: 'and b.paid_on between m.first_day and m.first_day - 1',
    caughtBy: TEST,
    test: 'by class',
  },
  {
    what: 'the same movement counts twice in a file',
    file: IMPORT,
    find: 'row_number() over (partition by z.movement order by z."rowNo") > 1 or exists',
    replace: 'exists',
    caughtBy: TEST,
    test: 'by class',
  },
  {
    what: 'another file than the one that was shown is taken',
    file: IMPORT,
    find: 'if (save !== undefined && save !== mark) throw fail(errors.bank_file_outdated);',
    replace: '',
    caughtBy: TEST,
    test: 'not again',
  },
  {
    what: 'a file is not told to be known before it is looked through',
    file: IMPORT,
    find: 'if (known) throw fail(errors.bank_file_known);',
    replace: '',
    caughtBy: TEST,
    test: 'not again',
  },
  {
    what: 'a file with bad cells is taken without them',
    file: IMPORT,
    find: 'if (save !== undefined && read.problems.length > 0) throw invalid(read.problems);',
    replace: '',
    caughtBy: TEST,
    test: 'bad cells',
  },
  {
    what: 'the bank’s answer to a question ends what its file does not have',
    file: SOLVE,
    find: "and (kind not like 'FILE\\\\_%' or bank_minor = payments.booked_minor(payment_id))",
    replace: '',
    caughtBy: TEST,
    test: 'become alarms',
  },
  {
    what: 'a difference that came right stays in the work list',
    file: IMPORT,
    find: '  await refreshFileAlarms(tx, actor, gateway);\n',
    replace: '',
    caughtBy: TEST,
  },
  {
    what: 'rows that an alarm has booked money of are given up',
    file: POST,
    find: "and (a.state <> 'SOLVED' or a.solution in ('BOOKED', 'SENT_BACK')))",
    replace: 'and false)',
    caughtBy: TEST,
  },
  {
    what: 'posting is asked for with other sums than those of the file',
    file: POST,
    find: "f.state = 'READ'\n      and (select (s.amount, s.fee) = (${amountMinor}::bigint, ${feeMinor}::bigint) from (${FILE_SUMS}) s)",
    replace: "f.state = 'READ'",
    caughtBy: TEST,
  },
  {
    what: 'other sums than those that were asked for are posted',
    file: POST,
    find: "f.state = 'ASKED'\n        and (select (s.amount, s.fee) = (${amountMinor}::bigint, ${feeMinor}::bigint) from (${FILE_SUMS}) s)",
    replace: "f.state = 'ASKED'",
    caughtBy: TEST,
    test: 'who asked does not post',
  },
  {
    what: 'the fee of the bank is posted as money on the account',
    file: POST,
    find: '{ account: ACCOUNTS.bank, amountMinor: amountMinor - feeMinor },\n        { account: ACCOUNTS.gatewayFees, amountMinor: feeMinor },',
    replace: '{ account: ACCOUNTS.bank, amountMinor },',
    caughtBy: TEST,
  },
  {
    what: 'a refused file stays waiting for ever',
    file: DECIDE,
    find: 'if (!input.accept && asked.bankFileId) await releaseBankFile(tx, asked.bankFileId);',
    replace: '',
    caughtBy: TEST,
  },
  {
    what: 'rows that repeated those of a file that was given up count nowhere',
    file: POST,
    find: 'update payments.bank_rows r set repeats = false from (',
    replace: 'update payments.bank_rows r set repeats = true from (',
    caughtBy: TEST,
    test: 'given up, its rows',
  },
  {
    what: 'the payer of an attempt that is looked at is locked out',
    file: RAISE,
    find: 'update payments.payments set set_aside_at = ${actor.now}',
    replace: 'update payments.payments set set_aside_at = set_aside_at',
    caughtBy: TEST,
    test: 'a payer whose attempt',
  },
];
