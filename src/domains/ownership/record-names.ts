/** What the audit log calls requests to change an owner. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const ownershipNames: RecordNames = {
  named: (id) => sql`select number as name from ownership.requests where id = ${id}
    union all select concat_ws(' · ', r.number, d.kind) from ownership.documents d
      join ownership.requests r on r.id = d.request_id where d.id = ${id}`,
  numbered: (number) => sql`select id::text from ownership.requests where number = ${number}`,
};
