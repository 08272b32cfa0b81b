/** What the audit log calls accounts. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const accountNames: RecordNames = {
  named: (id) => sql`select name from identity.users where id = ${id}
    union all select name from identity.list_views where id = ${id}
    union all select u.name from identity.sessions s join identity.users u on u.id = s.user_id where s.id = ${id}`,
};
