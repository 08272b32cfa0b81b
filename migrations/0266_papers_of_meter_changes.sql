-- Who asks to change a meter shows its register on a photo, and the paper of the new meter (new_meter_doc), so that who decides sees both.
create table meters.change_papers (
  id uuid primary key default uuidv7(),
  request_id uuid not null constraint change_papers_request_id_fkey references meters.change_requests,
  kind text not null constraint change_papers_kind_check check (kind in ('PHOTO', 'DOCUMENT')),
  file_id uuid not null constraint change_papers_file_id_fkey references platform.files,
  file_name text not null,
  media_type text not null,
  added_by uuid,
  added_by_name text not null,
  at timestamptz not null,
  constraint change_papers_file_key unique (file_id)
);
create index change_papers_request on meters.change_papers (request_id, kind, id desc);
select platform.append_only('meters.change_papers');
