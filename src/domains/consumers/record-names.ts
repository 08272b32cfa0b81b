/** What the audit log calls consumers. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const consumerNames: RecordNames = {
  named: (id) => sql`select concat_ws(' · ', number, name) as name from consumers.consumers where id = ${id}
    union all select file_name from consumers.imports where id = ${id}`,
  numbered: (number) => sql`select id::text from consumers.consumers where number = ${number}`,
};
