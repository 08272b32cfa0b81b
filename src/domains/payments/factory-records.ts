/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  bank_file: sql`insert into payments.bank_files (gateway, name, digest, titles, first_day, last_day, row_count, uploaded_at)
    values ('city-bank', 'settlement.csv', repeat('0', 64), '[]', '2026-11-01', '2026-11-01', 0, now()) returning id`,
  bank_download: sql`insert into payments.bank_downloads (name, format, language, asked, made_by_name, made_at)
    values ('city-bank-report-2026-11-01.csv', 'csv', 'en', '{}', 'Example', now()) returning id`,
  cheque: sql`with paid as (
      insert into payments.payments (source, method, state, amount_minor, connection_id, slip_number, paid_on, created_at)
      select 'INVOICE', 'CHEQUE', 'APPROVED', 10000, id, '0012345', '2026-11-01', now() from meters.connections limit 1 returning id)
    insert into payments.cheques (payment_id, number, bank, branch, drawer, drawn_on, received_on, received_by_name, state_on)
    select id, '0012345', 'Sonali Bank', 'Uttara', 'Example', '2026-11-01', '2026-11-01', 'Example', '2026-11-01' from paid returning id`,
};
