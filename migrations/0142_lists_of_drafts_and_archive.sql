-- The archive is a list by the day of archiving, and says whether a person archived or the program, because an application was old.
alter table applications.applications add column archived_by_program boolean not null default false;
update applications.applications a set archived_by_program = true
where a.archived_at is not null and (
  select t.role from applications.timeline t where t.application_id = a.id and t.action = 'archive'
  order by t.at desc, t.id desc limit 1) = 'system';
create index applications_archived_at on applications.applications (archived_at desc nulls last, id)
  include (state, archived_by_program) where archived_at is not null and deleted_at is null;
-- Quick applications, and what became of them, by the day on which they were written.
create index applications_created_at on applications.applications (created_at) where archived_at is null and deleted_at is null;
-- Demand notes in force by the day on which they were issued.
create index demand_notes_issued_on on applications.demand_notes (issued_on) include (application_id) where cancelled_at is null;
