-- What a desk of the planning authority checks before it decides: a short text in both languages, or a kind of document. What an item says
-- is never changed, because answers belong to it; an item with other words is a new one.
create table applications.desk_checks (
  id uuid primary key default uuidv7(),
  desk_id uuid not null constraint desk_checks_desk_id_fkey references applications.desks,
  position int not null,
  text_en text,
  text_bn text,
  document_kind text,
  required boolean not null,
  created_at timestamptz not null,
  created_by uuid not null,
  retired_at timestamptz,
  constraint desk_checks_text_check
    check ((text_en is null) = (text_bn is null) and (text_en is null) <> (document_kind is null))
);
create index desk_checks_desk_id on applications.desk_checks (desk_id, position) where retired_at is null;
revoke update, delete, truncate on applications.desk_checks from jolkol_app;
grant update (position, retired_at) on applications.desk_checks to jolkol_app;
create trigger retired before update on applications.desk_checks for each row when (old.retired_at is not null)
  execute function platform.keep_decided();

-- What was checked of an application, by whom and when. Until the desk decides it can be changed; then it is kept with the decision.
create table applications.noc_checks (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint noc_checks_application_id_fkey references applications.applications,
  item_id uuid not null constraint noc_checks_item_id_fkey references applications.desk_checks,
  answer text not null constraint noc_checks_answer_check check (answer in ('CHECKED', 'REMARK')),
  remark text not null,
  at timestamptz not null,
  actor_id uuid,
  name text not null,
  on_behalf_of text,
  -- The decision with which it is kept.
  remark_id uuid constraint noc_checks_remark_id_fkey references applications.noc_remarks,
  constraint noc_checks_remark_check check (answer = 'CHECKED' or remark <> '')
);
create unique index noc_checks_open on applications.noc_checks (application_id, item_id) where remark_id is null;
create index noc_checks_remark_id on applications.noc_checks (remark_id) where remark_id is not null;
revoke update, truncate on applications.noc_checks from jolkol_app;
grant update (answer, remark, at, actor_id, name, on_behalf_of, remark_id) on applications.noc_checks to jolkol_app;
create trigger decided before update or delete on applications.noc_checks for each row when (old.remark_id is not null)
  execute function platform.keep_decided();
