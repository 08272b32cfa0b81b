/** Faults in what waits for the bank's answer about a cheque, and in what becomes of paid bills and plans if it is no. */
import type { Break } from '../break.ts';

const cases = 'src/domains/collections/cases';
const waits = `${cases}/cheques-in-clearing.test.ts`;
const look = `${cases}/actions/look-at-case.ts`;
const plans = 'src/domains/billing/payment-plans';
const goOn = `${plans}/actions/resume-plans.test.ts`;
const cheques = 'src/domains/payments/cheques';

export const clearing: readonly Break[] = [
  {
    what: 'a case ends by a cheque that the bank has not paid',
    file: `${cases}/steps.ts`,
    find: 'coalesce(d.due_minor, 0) + coalesce(f.late_minor, 0) >= greatest',
    replace: 'coalesce(d.due_minor, 0) >= greatest',
    caughtBy: waits,
  },
  {
    what: 'somebody is sent to connect again for a cheque',
    file: look,
    find: 'const isClear = (isPaid && standing.chequeMinor === 0)',
    replace: 'const isClear = isPaid',
    caughtBy: waits,
  },
  {
    what: 'a household on the way to be cut off is told that all is paid, by a cheque',
    file: look,
    find: '  if (isUnsure(standing)) return waitForCheque(tx, actor, { found, standing, told });\n',
    replace: '',
    caughtBy: waits,
  },
  {
    what: 'the first payment of a plan counts before the bank has paid it',
    file: `${cases}/steps.ts`,
    find: ' or ${isPlanByCheque(sql`c.id`)}',
    replace: '',
    caughtBy: waits,
  },
  {
    what: 'cash beside a cheque does not count',
    file: `${cases}/in-clearing.ts`,
    find: ' - greatest(b.advance_minor - b.beside_minor, 0))::bigint as late_minor',
    replace: ')::bigint as late_minor',
    caughtBy: waits,
  },
  {
    what: 'what the bank pays is not looked at',
    file: 'migrations/0396_cases_wait_for_cheques.sql',
    find: "new.state = 'CLEARED') execute function collections.note_cheque();",
    replace: "new.state = 'GIVEN_BACK') execute function collections.note_cheque();",
    caughtBy: waits,
  },
  {
    what: 'cash that comes beside a cheque is not looked at',
    file: 'migrations/0417_one_look_at_a_posting.sql',
    find: "when (new.account_code = '2200' and new.amount_minor < 0) execute",
    replace: "when (new.account_code = '2200' and new.amount_minor > 0) execute",
    caughtBy: waits,
    test: 'cash beside the cheque',
  },
  {
    what: 'a return is refused because the money was paid out',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: 'const charged = besideBill\n',
    replace: 'const charged = besideBill && !connectionId\n',
    caughtBy: `${cheques}/refused-cheques.test.ts`,
  },
  {
    what: 'money of a returned cheque is still paid out',
    file: 'src/domains/payments/refunds/actions/pay-refund.ts',
    find: '  await refuseReturned(tx, refund);\n',
    replace: '',
    caughtBy: `${cheques}/refused-cheques.test.ts`,
  },
  {
    what: 'a plan stays paid though its money was taken back',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: '  await resumePlans(tx, actor, connections);\n',
    replace: '',
    caughtBy: goOn,
  },
  {
    what: 'the days between the cheque and its return are not held',
    file: 'src/domains/billing/collection-holds/actions/hold-collection.ts',
    find: 'least(max(h.to_day), ${addDays(actor.today, 1)}::date) as from_day',
    replace: '${addDays(actor.today, 1)}::date as from_day',
    caughtBy: goOn,
  },
  {
    what: 'who accepted a plan is rewritten',
    file: 'migrations/0398_plans_go_on.sql',
    find: 'when old.accepted_at is null then',
    replace: 'when old.id is not null then',
    caughtBy: goOn,
  },
  {
    what: 'the same cheque is taken again with noughts in front',
    file: 'migrations/0399_one_paper_is_taken_once.sql',
    find: "select ltrim(regexp_replace(number, '[^0-9]', '', 'g'), '0')",
    replace: "select regexp_replace(number, '[^0-9]', '', 'g')",
    caughtBy: `${cheques}/take-cheques.test.ts`,
  },
  {
    what: 'an owner changes while the bills are paid by an uncleared cheque',
    file: 'src/domains/ownership/ready-to-accept.ts',
    find: 'if (unsureMinor > 0) throw',
    replace: 'if (unsureMinor < 0) throw',
    caughtBy: 'src/domains/ownership/refused-acceptance.test.ts',
  },
  {
    what: 'a limit that was approved for today stays until tomorrow',
    file: 'src/domains/settings/dated/actions/plan-dated.ts',
    find: 'kind.keepsDay ? [] : await replace(tx, actor, kind, valid_from)',
    replace: '[] as string[]',
    caughtBy: 'src/domains/settings/wallet/dated-wallet-limits.test.ts',
  },
  {
    what: 'a cheque goes back on a slip about which the bank has answered',
    file: `${cheques}/actions/deposit-cheques.ts`,
    find: "\n        and not exists (select from payments.cheques c where c.deposit_id = d.id and c.state <> 'DEPOSITED')",
    replace: '',
    caughtBy: `${cheques}/way-of-cheques.test.ts`,
  },
];
