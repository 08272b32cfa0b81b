-- One application of a desk was forwarded to another officer of the desk's role; null: it is with the desk itself.
alter table applications.noc_steps
  add column officer_id uuid constraint noc_steps_officer_id_fkey references identity.users;
grant update (officer_id) on applications.noc_steps to jolkol_app;
create index noc_steps_officer_id on applications.noc_steps (officer_id) where officer_id is not null;
