/** One change at a time of which rows of a gateway's settlement files count. */
import { execute, sql, type Tx } from '#platform/database/db.ts';

/** Taken before the files are looked at. @param fileId any file of the gateway */
export async function lockFiles(tx: Tx, fileId: string): Promise<void> {
  await execute(
    tx,
    sql`select from payments.bank_formats
      where gateway = (select f.gateway from payments.bank_files f where f.id = ${fileId}) for update`,
  );
}
