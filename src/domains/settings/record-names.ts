/** What the audit log calls places, materials, dated values and senders of messages. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const settingsNames: RecordNames = {
  named: (id) => sql`select concat_ws(' · ', number, name) as name from settings.sectors where id = ${id}
    union all select concat_ws(' · ', number, name) from settings.roads where id = ${id}
    union all select concat_ws(' · ', number, name) from settings.dmas where id = ${id}
    union all select name_en from settings.materials where id = ${id}
    union all select to_char(valid_from, 'YYYY-MM-DD') from settings.dated_entries where id = ${id}
    union all select channel from settings.senders where id = ${id}`,
};
