-- Who noted the handover (its reading, and what the new owner takes over) does not accept the change. Of changes that were made before
-- this rule nobody is known.
alter table ownership.requests add column read_by uuid;
alter table ownership.requests drop constraint requests_two_persons;
alter table ownership.requests add constraint requests_two_persons
  check (state <> 'COMPLETED' or (decided_by <> verified_by and decided_by is distinct from read_by));

-- A correction of who the new owner is ends the consent of the other owner, who is asked again.
alter table ownership.requests drop constraint requests_agreed_check;
alter table ownership.requests add constraint requests_agreed_check
  check (state in ('REQUESTED', 'RECORRECTION', 'REJECTED', 'WITHDRAWN', 'EXPIRED') or (present_agreed and new_agreed));

-- The new owner is often no customer yet: who registers with the phone that a request names is that owner. The same condition as
-- sideOf in lock-request.ts.
alter policy own_rows on ownership.requests using (
  from_consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or to_consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or (to_consumer_id is null and phone = (select c.phone from consumers.consumers c where c.id = platform.consumer_id())));
create index requests_phone on ownership.requests (phone) where to_consumer_id is null;

-- How often somebody asked, and how many codes a phone got, of late.
create index requests_asked_by on ownership.requests (asked_by, asked_at);
create index consents_phone on ownership.consents (phone, sent_at);
