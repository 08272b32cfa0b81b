/** Breaks by hand: what posted money rests on can be changed by the program's role. */
import type { Break } from '../break.ts';

const file = 'migrations/0093_decided_facts_are_kept.sql';
const caughtBy = 'test/conformance/kept-facts.test.ts';

const finished = {
  file: 'migrations/0219_finished_work_is_kept.sql',
  caughtBy: 'test/conformance/finished-work.test.ts',
};

export const keptFacts: readonly Break[] = [
  {
    what: 'a decided correction or reversal is decided again',
    ...{ file, caughtBy },
    find: "when (old.state <> ''REQUESTED'')",
    replace: "when (old.state = ''NEVER'')",
  },
  {
    what: 'who asked for a reversal is written over',
    ...{ file, caughtBy },
    find: "decided_once('payments.reversals', 'state, ",
    replace: "decided_once('payments.reversals', 'requested_by, state, ",
  },
  {
    what: 'the register at which a meter begins is changed',
    ...{ file, caughtBy },
    find: 'grant update (removed_on,',
    replace: 'grant update (opening_litres, removed_on,',
  },
  {
    what: 'a posted run goes back to its review',
    ...{ file, caughtBy },
    find: "new.state not in (old.state, 'REVERSED')",
    replace: "new.state not in (old.state, 'REVERSED', 'REVIEW')",
  },
  {
    what: 'a posted run loses who approved it',
    ...{ file, caughtBy },
    find: '(new.issued_on, new.due_on, new.approved_by,',
    replace: '(new.issued_on, new.due_on, old.approved_by,',
  },
  {
    what: 'the outcomes of a posted run are deleted',
    ...{ file, caughtBy },
    find: "and r.state in ('POSTED', 'REVERSED')) then",
    replace: "and r.state in ('REVERSED')) then",
  },
  {
    what: 'a billed reading gets another register',
    ...{ file, caughtBy },
    find: 'new.read_on, new.register_litres, new.previous_litres',
    replace: 'new.read_on, old.register_litres, new.previous_litres',
  },
  {
    what: 'a reading is approved again although its bill counts',
    ...{ file, caughtBy },
    find: "when (old.state = 'BILLED' and new.state <> 'BILLED')",
    replace: "when (old.state = 'BILLED' and new.state = 'CAPTURED')",
  },
  {
    what: 'a reading is deleted',
    ...{ file, caughtBy },
    find: 'revoke delete, truncate on meters.readings',
    replace: 'revoke truncate on meters.readings',
  },
  {
    what: 'a cashier is not told that somebody else took counter money back',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: '  await noticeDrawer(tx, actor, payment.id, reason);\n',
    replace: '',
    caughtBy: 'src/domains/payments/take-and-reverse-payments.test.ts',
  },
  {
    what: 'who takes own counter money back is told of it',
    file: 'src/domains/payments/notices.ts',
    find: ' and p.created_by is distinct from ${actor.userId}::uuid',
    replace: '',
    caughtBy: 'src/domains/payments/take-and-reverse-payments.test.ts',
  },
  {
    what: 'an approval at a desk is written over',
    file: 'migrations/0178_decided_desks_are_kept.sql',
    caughtBy: 'src/domains/applications/noc/decided-desks-are-kept.test.ts',
    find: "(old.state = 'APPROVED' or (old.state",
    replace: '(false or (old.state',
  },
  {
    what: 'a refusal at a desk is written over',
    file: 'migrations/0178_decided_desks_are_kept.sql',
    caughtBy: 'src/domains/applications/noc/decided-desks-are-kept.test.ts',
    find: " or (old.state = 'REJECTED' and new.state <> 'OPEN')",
    replace: '',
  },
  {
    what: 'a desk of a chain is deleted or gets another place',
    file: 'migrations/0178_decided_desks_are_kept.sql',
    caughtBy: 'src/domains/applications/noc/decided-desks-are-kept.test.ts',
    find: 'revoke update, delete, truncate on applications.noc_steps from jolkol_app;',
    replace: '',
  },
  {
    what: 'a confirmed installation is changed',
    ...finished,
    find: 'when (old.confirmed_at is not null)',
    replace: 'when (false)',
  },
  {
    what: 'an approved survey gets another size',
    ...finished,
    find: "'surveys_approved', '{state}'",
    replace: "'surveys_approved', '{state,pipe_size_mm}'",
  },
  {
    what: 'an approved survey is a draft again',
    ...finished,
    find: "new.state not in ('APPROVED', 'REVISED')))",
    replace: 'false))',
  },
  {
    what: 'the materials of a revised survey are written over',
    ...finished,
    find: "s.state in ('APPROVED', 'REVISED')) then",
    replace: "s.state = 'APPROVED') then",
  },
  {
    what: 'a withdrawn request is changed',
    ...finished,
    find: "when (old.state in ('COMPLETED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')) execute",
    replace: "when (old.state in ('COMPLETED')) execute",
  },
  {
    what: 'a paper that was looked at is taken out',
    ...finished,
    find: "tg_op <> 'INSERT' and old.looked_at is not null",
    replace: 'false',
  },
  {
    what: 'what a closed order took is deleted',
    ...finished,
    find: "o.state in ('COMPLETED', 'CLOSED', 'REJECTED', 'CANCELLED')",
    replace: "o.state in ('COMPLETED', 'REJECTED', 'CANCELLED')",
  },
  {
    what: 'that somebody was there is taken back',
    ...finished,
    find: '(old.worked_at is not null and new.worked_at is distinct from old.worked_at)',
    replace: 'false',
  },
];
