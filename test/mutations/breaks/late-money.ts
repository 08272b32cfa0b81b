/** Faults in what is told of money that came when it could pay nothing any more. */
import type { Break } from '../break.ts';

const late = 'src/domains/payments/money-that-came-too-late.test.ts';

export const lateMoney: readonly Break[] = [
  {
    what: 'money that goes back is shown to another household',
    file: 'src/domains/payments/goes-back.ts',
    find: ' and ${target} and ${visibleTo(actor)}',
    replace: ' and ${target}',
    caughtBy: late,
  },
  {
    what: 'money that goes back is shown to who may see no payments',
    file: 'src/domains/payments/goes-back.ts',
    find: "if (!may(actor, 'payments:view')) return [];",
    replace: '',
    caughtBy: late,
  },
  {
    what: 'a payment that paid its note is shown as money that goes back',
    file: 'src/domains/payments/goes-back.ts',
    find: 'where p.owed_back and p.state',
    replace: 'where p.state',
    caughtBy: late,
  },
  {
    what: 'the receipt of money that was paid back still counts',
    file: 'src/domains/payments/receipt/paper.ts',
    find: 'case when p.owed_back then (select f.paid_on',
    replace: 'case when false then (select f.paid_on',
    caughtBy: late,
  },
  {
    what: 'the code of a receipt says nothing of money that goes back',
    file: 'src/domains/payments/receipt/paper.ts',
    find: 'p.owed_back as "goesBack"',
    replace: 'false as "goesBack"',
    caughtBy: late,
  },
];
