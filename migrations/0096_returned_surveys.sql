-- A survey that was sent back says so, by whom and why, until its surveyor hands it in again.
alter table applications.surveys
  add column returned_at timestamptz,
  add column returned_by_name text,
  add column return_remark text,
  add constraint surveys_returned_check check (
    num_nulls(returned_at, returned_by_name, return_remark) in (0, 3) and (returned_at is null or state = 'DRAFT')
  );
