/** What the audit log calls tickets. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const ticketNames: RecordNames = {
  named: (
    id,
  ) => sql`select concat_ws(' · ', t.number, t.subject) as name from support.tickets t where t.id = ${id}
    union all select concat_ws(' · ', t.number, x.file_name) from support.attachments x
      join support.tickets t on t.id = x.ticket_id where x.id = ${id}`,
  numbered: (number) => sql`select id::text from support.tickets where number = ${number}`,
};
