-- Who has an application now puts it on hold and lets it go on (domain.md §5.1: desk owner, admin). A hold says who put it, and whether as
-- the person who has the work: what the office holds, the office lets go on.
alter table applications.applications
  add column overlay_by uuid,
  add column overlay_own boolean not null default false;

-- Holds of before were put by the office.
update applications.applications a set overlay_by = (
  select t.actor_id from applications.timeline t
  where t.application_id = a.id and t.action in ('hold', 'suspend') order by t.at desc, t.id desc limit 1)
where a.overlay is not null;
