/** One fact of an application put wrong and right again, for the test of each guard alone. */
import { type Sql, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import type { MadeApplication } from './factory.ts';

/** One fact that is wrong, and the same fact at the limit at which it is right. */
export type Break = { name: string } & (
  | { wrong: (made: MadeApplication) => Sql[]; right: (made: MadeApplication) => Sql[] }
  | { wrongPerson: Person }
);

/** A fact of one table of the application, or of the rows that the last argument names. */
export const set =
  (name: string, table: string, wrong: Sql, right: Sql, where: Sql = sql`true`) =>
  (): Break => {
    const change = (to: Sql) => (made: MadeApplication) => [
      sql`update ${sql.table(`applications.${table}`)} set ${to}
        where ${sql.ref(table === 'applications' ? 'id' : 'application_id')} = ${made.id} and ${where}`,
    ];
    return { name, wrong: change(wrong), right: change(right) };
  };
