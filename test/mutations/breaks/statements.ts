/** Faults in the statements of consumers. That a consumer reads the own one only is asked by two-consumers.test.ts. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/statements/statement.test.ts';
const file = 'src/domains/statements/queries.ts';

export const statements: readonly Break[] = [
  {
    what: 'the office that names nobody reads the statement of everybody',
    file,
    find: 'sql.join(parts, sql` and `) : sql`false`',
    replace: 'sql.join(parts, sql` and `) : sql`true`',
    caughtBy,
  },
  {
    what: 'a consumer without a connection has no statement',
    file,
    find: 'select from consumers.consumers c where c.id = ${consumerId}::uuid',
    replace: 'select from meters.connections c where c.consumer_id = ${consumerId}::uuid',
    caughtBy,
  },
  {
    what: 'what moves between bills and the advance is a line of a statement',
    file,
    find: ' having sum(e.amount_minor) <> 0',
    replace: '',
    caughtBy,
  },
  {
    what: 'the balance of a statement begins at the days that are asked for',
    file,
    find: 'l.day < ${query.from ?? null}::date), 0)',
    replace: 'false), 0)',
    caughtBy,
  },
  {
    what: 'a statement without lines says nothing of its balances',
    file: 'src/platform/database/lists.ts',
    find: 'left join (select d.*, true',
    replace: 'join (select d.*, true',
    caughtBy: 'src/domains/statements/statement-paper.test.ts',
    test: 'without any line',
  },
  {
    what: 'the row of the heading is written as a line',
    file: 'src/platform/exports/send-export.ts',
    find: 'if (next.value.isListed) yield next.value;',
    replace: 'yield next.value;',
    caughtBy: 'src/domains/statements/statement-paper.test.ts',
    test: 'without any line',
  },
  {
    what: 'a paper leaves out the lines above its table',
    file: 'src/platform/exports/send-export.ts',
    find: '[...filters, ...header.filters]',
    replace: 'header.filters',
    caughtBy: 'src/domains/statements/statement-paper.test.ts',
  },
  {
    what: 'a Bengali paper has the English name',
    file: 'src/domains/statements/exports.ts',
    find: '[name, nameBn || name]',
    replace: '[name, name]',
    caughtBy: 'src/domains/statements/statement-paper.test.ts',
    test: 'on paper',
  },
];
