/** What the audit log calls connections, meters, readings, imports of readings and shared access. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';
import { isPlated } from './by-number.ts';

export const meterNames: RecordNames = {
  named: (id) => sql`select number as name from meters.connections where id = ${id}
    union all select number from meters.meters where id = ${id}
    union all select concat_ws(' · ', c.number, to_char(r.period, 'YYYY-MM')) from meters.readings r
      join meters.connections c on c.id = r.connection_id where r.id = ${id}
    union all select concat_ws(' · ', c.number, a.name) from meters.accesses a
      join meters.connections c on c.id = a.connection_id where a.id = ${id}
    union all select file_name from meters.imports where id = ${id}
    union all select number from meters.change_requests where id = ${id}`,
  numbered: (number) => sql`select id::text from meters.connections where number = ${number}
    union all select id::text from meters.change_requests where number = ${number}
    union all select m.id::text from meters.meters m where ${isPlated(number)}`,
};
