/** What the audit log calls applications. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const applicationNames: RecordNames = {
  named: (id) => sql`select concat_ws(' · ', a.number, c.name) as name from applications.applications a
    left join consumers.consumers c on c.id = a.consumer_id where a.id = ${id}
    union all select concat_ws(' · ', a.number, d.file_name) from applications.documents d
      join applications.applications a on a.id = d.application_id where d.id = ${id}
    union all select number from applications.demand_notes where id = ${id}
    union all select name from applications.desks where id = ${id}`,
  numbered: (number) => sql`select id::text from applications.applications where number = ${number}`,
};
