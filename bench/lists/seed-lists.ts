/**
 * Applications and work orders of eight years for the benchmark `lists`, set-based: in all states, most of them ended, two in a
 * hundred in process, at houses of thirty sectors, some late, on hold, archived or deleted; the work shared by twenty surveyors and
 * twenty installers. What a list shows is there with them: desks, surveys, demand notes, installations, and the papers of the last year.
 */

import { neededDocuments } from '#domains/applications/documents.rules.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { type Database, execute, sql, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { SEEDED, seedHouses } from '../seed-connections.ts';

export type Sizes = { applications: number; orders: number };

/** People of each working role. */
export const WORKERS = 20;
/** The consumer who has an account, with two applications and some work orders. */
const HOUSEHOLD = 7;
const YEARS = `interval '8 years'`;

export async function seedLists(owner: Database, { applications, orders }: Sizes): Promise<void> {
  const run = (text: string) => sql.raw(`${SEEDED} ${text}`).execute(owner.db);
  await transaction(owner.db, (tx) => ensureBuiltInRoles(tx, allWords));
  await seedHouses(owner, Math.max(applications, orders));
  await run(PEOPLE);
  // Written row by row, it takes most of the time.
  await run('drop index applications.applications_search');
  for (const statement of applicationsOf(applications)) await run(statement);
  await run(`create index applications_search on applications.applications using gin (search gin_trgm_ops)`);
  await run(ordersOf(orders));
  await run(OF_HOUSEHOLD);
  await execute(owner.db, sql`vacuum analyze`);
}

const PEOPLE = `insert into identity.users (id, role_id, name, email, consumer_id)
  select pg_temp.seeded(r.code, n), r.id, r.name || ' ' || n, r.code || n || '@bench.test',
    case when r.code = 'consumer' then pg_temp.seeded('consumer', ${HOUSEHOLD}) end
  from roles.roles r, generate_series(1, case when r.code in ('surveyor', 'installer') then ${WORKERS} else 1 end) n`;

/** A number below 1,000 that n decides, and that is another one for each use. */
const chance = (n: string, use: number) => `(hashint8(${n} * 64 + ${use}) & 1048575) % 1000`;
const chosen = (texts: string, of: string) => `(array[${texts}])[1 + ${of}]`;

/** States of the last two in a hundred, as often as they are in this list. */
const IN_PROCESS = `'PENDING','PENDING','PENDING','PENDING','WAITING_FOR_REVIEW','WAITING_FOR_REVIEW','WAITING_FOR_REVIEW','WAITING_FOR_REVIEW',
  'WAITING_FOR_METER_NUMBER','WAITING_FOR_METER_NUMBER','READY_TO_SURVEY','READY_TO_SURVEY','READY_TO_SURVEY','READY_TO_SURVEY',
  'READY_TO_PAY','READY_TO_PAY','READY_FOR_METER_INSTALLATION','READY_FOR_METER_INSTALLATION','READY_FOR_METER_INSTALLATION','RECORRECTION'`;
const ENDED = `'CONNECTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'`;
/** From these on there is a letter, with a meter and a customer number. */
const WITH_LETTER = `'READY_TO_SURVEY', 'READY_TO_PAY', 'READY_FOR_METER_INSTALLATION', 'CONNECTED', 'EXPIRED'`;
const NAMES = `${chosen(`'Rahima','Karim','Shirin','Anwar','Nodi','Jamal','Salma','Rafiq'`, 'n % 8')} || ' ' ||
  ${chosen(`'Khatun','Uddin','Begum','Hossain','Akter','Islam','Ahmed'`, 'n % 7')}`;
const NAMES_BN = `${chosen(`'রহিমা','করিম','শিরিন','আনোয়ার','নদী','জামাল','সালমা','রফিক'`, 'n % 8')} || ' ' ||
  ${chosen(`'খাতুন','উদ্দিন','বেগম','হোসেন','আক্তার','ইসলাম','আহমেদ'`, 'n % 7')}`;

function applicationsOf(count: number): string[] {
  const papers = neededDocuments(true).map((kind) => `'${kind}'`);
  return [
    `with made as (
      select n, now() - (${count} - n) * (${YEARS} / ${count}) - interval '1 hour' as at, case
        when ${chance('n', 1)} < 10 then 'DRAFT'
        when n > ${count} * 0.98 or ${chance('n', 2)} < 2 then ${chosen(IN_PROCESS, `(${chance('n', 3)}) % 20`)}
        else ${chosen(`'REJECTED','REJECTED','WITHDRAWN','EXPIRED'`, `(${chance('n', 3)}) % 4`)} end as other
      from generate_series(1, ${count}) n
    ), stated as (
      select *, case when other in ('REJECTED', 'WITHDRAWN', 'EXPIRED') and ${chance('n', 4)} < 850 then 'CONNECTED' else other end as state
      from made
    )
    insert into applications.applications (id, number, source, consumer_id, state, state_since, asked_state, closed_state, closed_on, due_at,
      expires_on, overlay, overlay_reason, overlay_on, archived_at, archived_by, archive_reason, deleted_at, applicant, building, road_id,
      plot_number, assignee_id, customer_number, meter_id, connection_id, created_at, submitted_at, saved_at)
    select pg_temp.seeded('application', n), case when state <> 'DRAFT' then platform.human_number(1, n) end,
      case when n % 3 = 0 then 'COUNTER' else 'PORTAL' end, pg_temp.seeded('consumer', n), state, at + interval '2 days',
      case when state = 'RECORRECTION' then 'PENDING' end, case when state in (${ENDED}) then 'PENDING' end,
      case when state in (${ENDED}) then (at + interval '60 days')::date end,
      case when state in ('PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY', 'READY_FOR_METER_INSTALLATION')
        then at + ${chance('n', 5)} / 10 * interval '1 day' end,
      case when state in ('READY_TO_PAY', 'RECORRECTION') then (at + interval '30 days')::date end,
      o.overlay, case when o.overlay is not null then 'asked for' end, case when o.overlay is not null then at::date end,
      o.archived_at, case when o.archived_at is not null then 'Clerk' end, case when o.archived_at is not null then 'over' end,
      case when state in ('DRAFT', 'REJECTED') and ${chance('n', 6)} < 50 then at + interval '90 days' end,
      jsonb_build_object('name', ${NAMES}, 'nameBn', ${NAMES_BN}, 'phone', '01712' || lpad(n::text, 6, '0'),
        'nid', (1990000000000 + n)::text, 'isOwner', true),
      jsonb_build_object('category', 'residential', 'pipeSizeMm', 20), pg_temp.seeded('road', n % 300 + 1), n::text,
      case when ${chance('n', 7)} < 250 then null
        when state = 'READY_TO_SURVEY' then pg_temp.seeded('surveyor', n % ${WORKERS} + 1)
        when state in ('READY_FOR_METER_INSTALLATION', 'CONNECTED') then pg_temp.seeded('installer', n % ${WORKERS} + 1) end,
      case when state in (${WITH_LETTER}) then platform.human_number(3, n) end,
      case when state in (${WITH_LETTER}) then pg_temp.seeded('meter', n) end,
      case when state = 'CONNECTED' then pg_temp.seeded('connection', n) end,
      at - interval '1 day', case when state <> 'DRAFT' then at end, at
    from stated, lateral (select
      case when state in (${ENDED}, 'DRAFT') then null when n % 25 = 0 then 'HOLD' when n % 99 = 0 then 'SUSPENDED' end as overlay,
      case when state in (${ENDED}) and ${chance('n', 8)} < 200 then at + interval '1 year' end as archived_at) o`,
    // The household has another one on its way.
    `update applications.applications set consumer_id = pg_temp.seeded('consumer', ${HOUSEHOLD}) where id = (
      select id from applications.applications where state = 'READY_TO_PAY' and deleted_at is null order by id desc limit 1)`,
    `insert into applications.noc_steps (application_id, position, role_code, desk_id, state, opened_at, due_at, decided_at)
    select a.id, d.position, d.role_code, d.id, s.state, case when s.state <> 'WAITING' then a.submitted_at + d.position * interval '1 day' end,
      case when s.state <> 'WAITING' then a.submitted_at + d.position * interval '6 days' end,
      case when s.state in ('APPROVED', 'REJECTED') then a.submitted_at + d.position * interval '2 days' end
    from applications.applications a, applications.desks d, lateral (select 1 + abs(hashtext(a.id::text) % 4) as at) p, lateral (select case
      when a.state = 'WAITING_FOR_REVIEW' or (a.state = 'REJECTED' and hashtext(a.number) % 2 = 0) then
        case when d.position < p.at then 'APPROVED' when d.position > p.at then 'WAITING'
          when a.state = 'REJECTED' then 'REJECTED' else 'OPEN' end
      else 'APPROVED' end as state) s
    where a.state not in ('DRAFT', 'PENDING', 'RECORRECTION')`,
    `insert into applications.surveys (application_id, version_no, state, surveyor_id, visited_on, submitted_at, approved_at, approved_by)
    select a.id, 1, s.state, coalesce(case when a.state = 'READY_TO_SURVEY' then a.assignee_id end, pg_temp.seeded('surveyor', 1)),
      a.submitted_at::date + 20, case when s.state <> 'DRAFT' then a.submitted_at + interval '21 days' end,
      case when s.state = 'APPROVED' then a.submitted_at + interval '22 days' end,
      case when s.state = 'APPROVED' then pg_temp.seeded('engineer', 1) end
    from applications.applications a, lateral (select case when a.state <> 'READY_TO_SURVEY' then 'APPROVED'
      when hashtext(a.number) % 2 = 0 then 'SUBMITTED' else 'DRAFT' end as state) s
    where a.state in (${WITH_LETTER}) and (a.state <> 'READY_TO_SURVEY' or hashtext(a.number) % 3 <> 0)`,
    `insert into settings.materials (id, type, name_en, name_bn, unit)
    select pg_temp.seeded('material', n), 'FIXED', 'Material ' || n, 'মালামাল ' || n, 'pcs' from generate_series(1, 12) n`,
    `alter table applications.survey_materials disable trigger user`,
    `insert into applications.survey_materials (survey_id, line_no, material_id, quantity, rate_minor, name_en, name_bn, unit)
    select s.id, n, m.id, 1 + n % 3, 15000, m.name_en, m.name_bn, m.unit
    from applications.surveys s, generate_series(1, 5) n, lateral (
      select * from settings.materials where id = pg_temp.seeded('material', 1 + (abs(hashtext(s.id::text)) % 7) + n)) m
    where s.state <> 'DRAFT'`,
    `alter table applications.survey_materials enable trigger user`,
    `insert into applications.demand_notes (number, application_id, survey_id, version_no, issued_on, due_on, total_minor, settled_minor)
    select platform.human_number(4, row_number() over (order by a.id)), a.id, s.id, 1, s.approved_at::date, s.approved_at::date + 30, 1250000,
      case when a.state in ('READY_TO_PAY', 'EXPIRED') then 0 else 1250000 end
    from applications.applications a join applications.surveys s on s.application_id = a.id and s.state = 'APPROVED'`,
    `insert into applications.installations (application_id, meter_id, installed_on, seal_number, opening_litres, installed_by_name, recorded_at)
    select id, meter_id, submitted_at::date + 40, 'S', 0, 'Installer', submitted_at + interval '40 days' from applications.applications
    where state = 'CONNECTED' or (state = 'READY_FOR_METER_INSTALLATION' and hashtext(number) % 3 = 0)`,
    `insert into applications.documents (application_id, kind, version_no, state, file_id, file_name, media_type, bytes, uploaded_at, uploaded_by_name)
    select a.id, k.kind, 1, case when a.state = 'PENDING' then 'SUBMITTED' else 'ACCEPTED' end, gen_random_uuid(), k.kind || '.pdf',
      'application/pdf', 1000, a.submitted_at, 'Applicant'
    from applications.applications a, unnest(array[${papers}]) k (kind)
    where a.submitted_at > now() - interval '1 year' and hashtext(a.number || k.kind) % 10 <> 0`,
  ];
}

const ORDERS_IN_PROCESS = `'PENDING','PENDING','PENDING','PENDING','PENDING','ON_REVIEW','ON_REVIEW','ON_REVIEW','ACCEPTED','ACCEPTED',
  'ASSIGNED','ASSIGNED','ASSIGNED','ASSIGNED','IN_PROGRESS','IN_PROGRESS','COMPLETED','COMPLETED','COMPLETED','RE_OPEN'`;
const WITH_CREW = `'ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'CLOSED'`;

/** What the household has asked for in all the years. */
const OF_HOUSEHOLD = `update work_orders.orders o set consumer_id = c.consumer_id, connection_id = c.id
  from meters.connections c where c.id = pg_temp.seeded('connection', ${HOUSEHOLD}) and o.id in (
    select id from work_orders.orders where asked_as = 'CONSUMER' order by md5(id::text) limit 12)`;

function ordersOf(count: number): string {
  const since = (states: string, hours: number) =>
    `case when state in (${states}) then at + interval '${hours} hours' end`;
  return `with made as (
      select n, (n * 7919) % ${count} + 1 as house, now() - (${count} - n) * (${YEARS} / ${count}) - interval '12 hours' as at, case
        when n > ${count} * 0.98 or ${chance('n', 12)} < 2 then ${chosen(ORDERS_IN_PROCESS, `(${chance('n', 13)}) % 20`)}
        when ${chance('n', 13)} < 60 then 'REJECTED' when ${chance('n', 13)} < 120 then 'CANCELLED' else 'CLOSED' end as state
      from generate_series(1, ${count}) n
    ), kinds as (select *, row_number() over (order by position) - 1 as kind from work_orders.categories)
    insert into work_orders.orders (id, number, category_id, connection_id, consumer_id, road_id, plot_number, description, phone, priority,
      asked_as, asked_by, asked_by_name, asked_at, due_at, state, state_since, reviewer_name, estimate_minor, charge_minor, paid_minor,
      crew_id, crew_name, assigned_at, arrived_at, completed_at, used_minor, verified_by, verified_by_name, closed_at)
    select pg_temp.seeded('order', n), platform.human_number(7, n), k.id, case when n % 3 > 0 then pg_temp.seeded('connection', house) end,
      case when n % 3 > 0 then pg_temp.seeded('consumer', house) end, pg_temp.seeded('road', house % 300 + 1), house::text,
      ${chosen(`'Water runs onto the road','No water since morning','The meter stands still','The valve leaks','The water smells'`, `(${chance('n', 14)}) % 5`)}
        || ', house ' || house, '01712' || lpad(n::text, 6, '0'), k.priority, case when n % 3 = 1 then 'CONSUMER' else 'STAFF' end,
      case when n % 3 = 1 then pg_temp.seeded('household', house) else pg_temp.seeded(${chosen(`'reviewer','engineer','installer'`, 'n % 3')}, 1) end,
      ${NAMES}, at, at + k.hours * interval '1 hour', state, at + interval '6 hours', 'Clerk',
      case when state not in ('PENDING', 'REJECTED', 'CANCELLED') then 150000 end, c.charge,
      case when state = 'ON_REVIEW' and n % 2 = 0 then 0 else coalesce(c.charge, 0) end,
      case when state in (${WITH_CREW}) then pg_temp.seeded('installer', n % ${WORKERS} + 1) end,
      case when state in (${WITH_CREW}) then 'Meter installer ' || n % ${WORKERS} + 1 end, ${since(WITH_CREW, 2)},
      ${since(`'IN_PROGRESS', 'COMPLETED', 'CLOSED'`, 3)}, ${since(`'COMPLETED', 'CLOSED'`, 5)},
      case when state in ('COMPLETED', 'CLOSED') then 140000 end, case when state = 'CLOSED' then pg_temp.seeded('engineer', 1) end,
      case when state = 'CLOSED' then 'Engineer' end, ${since(`'CLOSED'`, 6)}
    from made join kinds k on k.kind = (${chance('n', 15)}) % 11,
    lateral (select case when k.chargeable and n % 3 > 0 and state not in ('PENDING', 'REJECTED', 'CANCELLED') then 172500 end as charge) c`;
}
