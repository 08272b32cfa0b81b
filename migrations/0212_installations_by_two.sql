-- Who noted an installation does not confirm it, as with a survey. Rows that are there keep what they say.
alter table applications.installations
  add column unproven_reason text,
  add constraint installations_two_persons
    check (confirmed_by is null or installed_by is null or confirmed_by <> installed_by) not valid;
