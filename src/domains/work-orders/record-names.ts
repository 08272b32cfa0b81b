/** What the audit log calls work orders. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const workOrderNames: RecordNames = {
  named: (id) => sql`select concat_ws(' · ', o.number, k.name_en) as name from work_orders.orders o
      join work_orders.categories k on k.id = o.category_id where o.id = ${id}
    union all select concat_ws(' · ', o.number, p.file_name) from work_orders.photos p
      join work_orders.orders o on o.id = p.order_id where p.id = ${id}`,
  numbered: (number) => sql`select id::text from work_orders.orders where number = ${number}`,
};
