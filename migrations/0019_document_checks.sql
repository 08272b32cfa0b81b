-- Papers are looked at one by one: who accepted or returned each, and what is wrong with it.
alter table applications.documents
  add column remark text,
  add column checked_at timestamptz,
  add column checked_by_name text,
  add constraint documents_checked_check check ((checked_at is null) = (checked_by_name is null));
