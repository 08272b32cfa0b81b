/** Rows that the database keeps as they are, changed for a test as if they had been so from the start. */
import { type Db, execute, type Sql, sql } from '#platform/database/db.ts';

/**
 * @param owner the owner's connection: the program's own role cannot switch triggers off
 * @param table with its schema
 * @param change what comes after SET, with the WHERE
 */
export function asIf(owner: Db, table: string, change: Sql): Promise<void> {
  const of = sql.table(table);
  return owner.transaction().execute(async (tx) => {
    await execute(tx, sql`alter table ${of} disable trigger user`);
    await execute(tx, sql`update ${of} set ${change}`);
    await execute(tx, sql`alter table ${of} enable trigger user`);
  });
}
