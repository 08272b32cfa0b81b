/** A record of each kind that no other factory makes, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  dma: sql`insert into settings.dmas (number, name) values ('7', 'North') returning id`,
  material: sql`insert into settings.materials (type, name_en, name_bn, unit)
    values ('FIXED', 'Pipe', 'পাইপ', 'm') returning id`,
};
