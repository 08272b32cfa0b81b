/** What the audit log calls applications. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const applicationNames: RecordNames = {
  named: (id) => sql`select concat_ws(' · ', a.number, c.name) as name from applications.applications a
    left join consumers.consumers c on c.id = a.consumer_id where a.id = ${id}`,
  numbered: (number) => sql`select id::text from applications.applications where number = ${number}`,
};
