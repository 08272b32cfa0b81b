/** Breaks by hand: what the database asks of each posting. */
import type { Break } from '../break.ts';

const POSTING = 'migrations/0417_one_look_at_a_posting.sql';
const BALANCED = 'src/domains/ledger/balanced-journals.test.ts';

export const postings: readonly Break[] = [
  {
    what: 'a journal need not balance',
    file: POSTING,
    find: 'filter (where e.amount_minor <> 0 or e.lines < 2',
    replace: 'filter (where e.lines < 2',
    caughtBy: BALANCED,
  },
  {
    what: 'a closed month takes journals',
    file: POSTING,
    find: 'is_closed := ledger.is_month_closed(first_month);',
    replace: 'is_closed := false;',
    caughtBy: BALANCED,
  },
  {
    what: 'a closed month takes journals that are posted with those of another month',
    file: POSTING,
    find: 'where ledger.is_month_closed(m.month)',
    replace: 'where false',
    caughtBy: BALANCED,
  },
  {
    what: 'entries need no journal',
    file: POSTING,
    find: 'filter (where j.id is null or j.business_date',
    replace: 'filter (where j.business_date',
    caughtBy: BALANCED,
  },
  {
    what: 'an entry has another day than its journal',
    file: POSTING,
    find: ' or j.business_date <> e.first_day or j.business_date <> e.last_day)',
    replace: ')',
    caughtBy: BALANCED,
  },
  {
    what: 'the last of several entries has another day than its journal',
    file: POSTING,
    find: ' or j.business_date <> e.last_day)',
    replace: ')',
    caughtBy: BALANCED,
  },
  {
    what: 'the first of several entries has another day than its journal',
    file: POSTING,
    find: 'j.business_date <> e.first_day or ',
    replace: '',
    caughtBy: BALANCED,
  },
  {
    what: 'a reversal repeats the journal',
    file: 'src/domains/ledger/actions/post-journal.ts',
    find: '      -e.amount_minor, ${reversal.businessDate}',
    replace: '      e.amount_minor, ${reversal.businessDate}',
    caughtBy: BALANCED,
  },
  {
    what: 'a posting does not share the lock of the first closing',
    file: POSTING,
    find: 'perform pg_advisory_xact_lock_shared(lock_space, beginning), pg_advisory_xact_lock_shared(lock_space, number);',
    replace: 'perform pg_advisory_xact_lock_shared(lock_space, number);',
    caughtBy: 'src/domains/ledger/closings/months-in-order.test.ts',
  },
  {
    what: 'the day of a cashier is not noted',
    file: POSTING,
    find: ' and j.posted_by is not null\n',
    replace: ' and false\n',
    caughtBy: 'src/domains/ledger/closings/open-days-wait.test.ts',
  },
];
