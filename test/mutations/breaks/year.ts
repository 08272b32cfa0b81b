/** Faults that only a whole year of books, statements and reports shows. */
import type { Break } from '../break.ts';

const caughtBy = 'test/chaos/year/year.test.ts';

export const year: readonly Break[] = [
  {
    what: 'money that was taken back stays collected',
    file: 'src/domains/payments/collected.ts',
    find: 'select ${dayOfInstant(sql`p.decided_at`)}, -p.amount_minor',
    replace: 'select ${dayOfInstant(sql`p.decided_at`)}, 0',
    caughtBy,
  },
  {
    what: 'the opening of a statement has the first of its days',
    file: 'src/domains/statements/queries.ts',
    find: 'and l.day < ${query.from ?? null}::date), 0)::bigint as "openingMinor"',
    replace: 'and l.day <= ${query.from ?? null}::date), 0)::bigint as "openingMinor"',
    caughtBy,
  },
];
