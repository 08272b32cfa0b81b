/** Breaks by hand: categories of connections by date. */
import type { Break } from '../break.ts';

const TEST = 'src/domains/billing/categories/categories-by-date.test.ts';
const RULES = 'src/domains/billing/categories/category.rules.test.ts';
const SPLIT = 'src/domains/billing/calculation/split-bills.property.test.ts';
const OF = 'src/domains/billing/categories/';

export const categories: readonly Break[] = [
  {
    what: 'who proposed a category approves it',
    file: 'migrations/0414_categories_by_date.sql',
    find: "check (state <> 'APPROVED' or decided_by <> proposed_by)",
    replace: 'check (true)',
    caughtBy: TEST,
    test: 'who proposed it does not approve it',
  },
  {
    what: 'a category begins on a billed day',
    file: `${OF}judge-change.ts`,
    find: 'if (fromDay < earliest)',
    replace: 'if (false)',
    caughtBy: TEST,
    test: 'each day by the category',
  },
  {
    what: 'the database lets a category begin on a billed day',
    file: 'migrations/0414_categories_by_date.sql',
    find: "new.state = 'APPROVED' and old.state <> 'APPROVED' and billing",
    replace: 'false and billing',
    caughtBy: TEST,
    test: 'billed meanwhile',
  },
  {
    what: 'a closed connection gets another category',
    file: `${OF}judge-change.ts`,
    find: 'if (isClosed)',
    replace: 'if (false)',
    caughtBy: TEST,
    test: 'a closed connection',
  },
  {
    what: 'a category without a price counts',
    file: `${OF}judge-change.ts`,
    find: '  await refuseUnpriced(tx, asked);\n',
    replace: '',
    caughtBy: TEST,
    test: 'connections and categories that are not there',
  },
  {
    what: 'the end of a prolonged category is told',
    file: `${OF}actions/decide-category.ts`,
    find: ' or until_day >= ${fromDay}::date)',
    replace: ' or until_day > ${fromDay}::date)',
    caughtBy: TEST,
    test: 'that is prolonged',
  },
  {
    what: 'an end is told again each day',
    file: `${OF}actions/turn-categories.ts`,
    find: ' and k.told_ending_on is null',
    replace: '',
    caughtBy: TEST,
    test: 'is told thirty days before',
  },
  {
    what: 'an end is looked at long before it',
    file: `${OF}queries.ts`,
    find: '\n    and k.until_day <= ${today}::date + ${sql.lit(ENDS_SOON_DAYS)}::int',
    replace: '',
    caughtBy: TEST,
    test: 'is told thirty days before',
  },
  {
    what: 'a change leaves what was planned after it',
    file: `${OF}category.rules.ts`,
    find: 'until: isBefore(span.until, fromDay) ? span.until : fromDay',
    replace: 'until: span.until',
    caughtBy: RULES,
    test: 'all days have exactly one category',
  },
  {
    what: 'a change takes away what was agreed for days after its end',
    file: `${OF}category.rules.ts`,
    find: ", until: later[0]?.from ?? 'infinity' }, ...later",
    replace: ", until: 'infinity' }",
    caughtBy: RULES,
    test: 'was agreed for days after the end',
  },
  {
    what: 'an end that still counts loses its task and its messages',
    file: `${OF}actions/decide-category.ts`,
    find: 'and s.from_day > ${untilDay}::date',
    replace: 'and false',
    caughtBy: 'src/domains/billing/categories/later-days.test.ts',
    test: 'stay, with their task and their message',
  },
  {
    what: 'days of the earlier category are billed by the later one',
    file: 'src/domains/billing/calculation/calculate-bills.ts',
    find: 'least(a.to_day, v.valid_to, v.category_until)',
    replace: 'least(a.to_day, v.valid_to)',
    caughtBy: SPLIT,
    test: 'over two categories',
  },
  {
    what: 'a price begins on days that a bill billed by its first category',
    file: 'migrations/0414_categories_by_date.sql',
    find: ' and k.category = of_category',
    replace: ' and false',
    caughtBy: TEST,
    test: 'each day by the category',
  },
  {
    what: 'a run posts what it calculated by an earlier category',
    file: 'src/domains/billing/bill-run/bill-run.rules.ts',
    find: "columns: ['category', 'categories']",
    replace: "columns: ['category']",
    caughtBy: 'src/domains/billing/bill-run/changes-before-approval.test.ts',
    test: 'everything that the calculation asks for',
  },
];
