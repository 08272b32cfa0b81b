/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  'bill-print': sql`insert into billing.prints (run_id, number, asked_by_name, asked_at)
    select id, 1, 'Example', now() from billing.bill_runs order by id limit 1 returning id`,
  dispute: sql`with made as (
      insert into billing.disputes (number, invoice_id, reason, words, channel, asked_by, asked_by_name, asked_at, asked_on, decide_by)
      select '96999999990', i.id, 'OTHER', 'x', 'PORTAL', uuidv7(), 'Example', now(), '2026-11-15', '2026-11-30'
      from billing.invoices i order by i.id limit 1 returning id, invoice_id),
    held as (
      insert into billing.collection_holds (invoice_id, cause, cause_id, from_day)
      select invoice_id, 'dispute', id, '2026-11-16' from made)
    select id from made`,
  leak: sql`insert into billing.leaks (number, invoice_id, connection_id, period, words, repaired_on, channel, asked_by, asked_by_name, asked_at,
      asked_on, rules, wait_until)
    select '95999999990', i.id, i.connection_id, i.period, 'x', '2026-11-10', 'PORTAL', uuidv7(), 'Example', now(), '2026-11-15', '{}',
      '2027-02-13' from billing.invoices i order by i.id limit 1 returning id`,
  'category-change': sql`insert into billing.category_changes (number, connection_id, consumer_id, category, from_day, reason, words, proposed_by,
      proposed_by_name, proposed_at)
    select '99999999990', c.id, c.consumer_id, 'commercial', '2027-01-01', 'OTHER', 'x', uuidv7(), 'Example', now()
    from meters.connections c order by c.id limit 1 returning id`,
  'empty-house': sql`insert into billing.empty_houses (number, connection_id, consumer_id, from_day, until_day, noted_until_day, open_end, reason, words, fixed_percent,
      minimum_percent, litres_per_month, proposed_by, proposed_by_name, proposed_at)
    select '90999999990', c.id, c.consumer_id, '2027-01-01', '2027-02-01', '2027-02-01', false, 'OTHER', 'x', 50, 0, 1000, uuidv7(), 'Example', now()
    from meters.connections c order by c.id limit 1 returning id`,
  'payment-plan': sql`insert into billing.payment_plans (number, connection_id, consumer_id, state, opened_by, opened_by_name, opened_at, opened_on, asked_words)
    select '98999999990', i.connection_id, i.consumer_id, 'REQUESTED', uuidv7(), 'Example', now(), '2026-11-15', 'x'
    from billing.invoices i order by i.id limit 1 returning id`,
};
