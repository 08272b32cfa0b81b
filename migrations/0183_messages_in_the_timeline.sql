-- Which text messages were about an application, so that its history shows them beside the steps. The text and how far its
-- delivery is stay in platform.outbox. Consumers read neither table: the two functions give them what is theirs.
create table applications.messages (
  outbox_id uuid primary key constraint messages_outbox_id_fkey references platform.outbox,
  application_id uuid not null constraint messages_application_id_fkey references applications.applications,
  -- Whose application it was then.
  consumer_id uuid,
  kind text not null,
  -- Version that the step made which it tells of; null for a reminder.
  version int,
  at timestamptz not null
);
create index messages_application_id on applications.messages (application_id);
select platform.append_only('applications.messages');

insert into applications.messages (outbox_id, application_id, consumer_id, kind, version, at)
select o.id, a.id, a.consumer_id, substring(o.event from '^application\.([A-Za-z]+):'), t.version, coalesce(t.at, o.created_at)
from platform.outbox o join applications.applications a on a.id::text = split_part(o.event, ':', 2)
left join lateral (select s.version, s.at from applications.timeline s
  where s.application_id = a.id and s.version::text = split_part(o.event, ':', 3) order by s.id limit 1) t on true
where o.event ~ '^application\.[A-Za-z]+:' and not o.secret;

-- What the applicant was told: text messages, and notices of the bell about which there is no text message of the same step. What
-- was withheld was not told. A consumer gets what was delivered to their own household.
create function applications.sent_messages(application uuid)
returns table (id uuid, at timestamptz, kind text, version int, channel text, state text, body text, params jsonb)
language sql stable security definer set search_path = '' as $$
  with sms as (
    select o.id, m.at, m.kind, m.version, o.channel, o.state, o.body
    from applications.messages m join platform.outbox o on o.id = m.outbox_id
    where m.application_id = application and o.state <> 'expired'
      and not o.secret
      and (platform.consumer_id() is null or o.state = 'delivered')
      and (platform.consumer_id() is null or m.consumer_id = any (consumers.known_as(platform.consumer_id()))))
  select s.*, '{}'::jsonb from sms s
  union all
  select n.id, n.created_at, n.kind, substring(n.event from ':([0-9]{1,9})$')::int, 'bell', 'delivered', '', n.params
  from applications.applications a join identity.users u on u.consumer_id = a.consumer_id
  join platform.notices n on n.user_id = u.id and n.path = '/customer/new-connections/' || a.id
  where a.id = application
    and (platform.consumer_id() is null or a.consumer_id = platform.consumer_id())
    and (n.kind = 'applications.remark'
      or not exists (select from sms s where s.version::text = substring(n.event from ':([0-9]{1,9})$')))
$$;

-- The days on which somebody comes to the plot, as they were planned, moved and taken back with the assignments of one state.
-- An assignment is for the office only: a household gets the day of it and not the person. A hand-over moves no visit.
create function applications.planned_visits(application uuid)
returns table (id uuid, at timestamptz, actor_id uuid, actor_name text, role text, state text, day text, earlier text)
language sql stable security definer set search_path = '' as $$
  select v.id, v.at, v.actor_id, v.actor_name, v.role, v.from_state, v.day, v.earlier
  from (
    select t.*, t.details ->> 'visitOn' as day, lag(t.details ->> 'visitOn') over (partition by t.stay order by t.id) as earlier
    from (
      select s.*, count(*) filter (where s.from_state <> s.to_state) over (order by s.id) as stay
      from applications.timeline s where s.application_id = application) t
    where t.action = 'assign'
      and not t.details ? 'from') v
  where v.day is distinct from v.earlier
    and (platform.consumer_id() is null or exists (select from applications.applications a
      where a.id = application and a.consumer_id = platform.consumer_id() and a.deleted_at is null))
$$;
revoke execute on function applications.sent_messages(uuid), applications.planned_visits(uuid) from public;
grant execute on function applications.sent_messages(uuid), applications.planned_visits(uuid) to jolkol_app, jolkol_consumer;
