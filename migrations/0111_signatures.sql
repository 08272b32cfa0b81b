-- Who signed a paper of an application: name, office and signature as they were on that day.
alter table platform.files
  -- Papers show it: it stays when the record that named it first lets it go.
  add column for_good boolean not null default false;

create table applications.signatures (
  application_id uuid not null constraint signatures_application_id_fkey references applications.applications,
  paper text not null constraint signatures_paper_check check (paper in ('noc', 'letter', 'certificate')),
  signed_at timestamptz not null,
  name text not null,
  -- Name of the planning authority's desk; null for who signs for the utility.
  office text,
  -- Null if the account had no signature.
  file_id uuid constraint signatures_file_id_fkey references platform.files,
  primary key (application_id, paper, signed_at)
);
select platform.append_only('applications.signatures');
select platform.limit_to_consumer('applications.signatures',
  'exists (select from applications.applications a where a.id = application_id)');

-- What was signed before: the name of that day, and the signature of today, because older ones were not kept.
insert into applications.signatures (application_id, paper, signed_at, name, office, file_id)
select t.application_id,
  case t.action when 'noc-approve' then 'noc' when 'letter' then 'letter' else 'certificate' end,
  t.at, t.actor_name, d.name, f.id
from applications.timeline t
left join applications.desks d on d.role_code = t.role and t.action = 'noc-approve'
left join identity.users u on u.id = t.actor_id
left join platform.files f on f.id = u.signature_file_id and f.state = 'kept'
where t.action in ('letter', 'confirm-installation') or (t.action = 'noc-approve' and t.to_state <> t.from_state);
update platform.files set for_good = true where id in (select file_id from applications.signatures);
