-- A reading that takes the place of another person's (corrected, asked for again, taken out) is not approved by who wrote
-- it: one person alone could lower what a meter reader saw. A billed one is corrected with its bill, which has limits and a
-- second person of its own.
alter table meters.readings
  add column replaces_other boolean not null default false,
  add constraint readings_replacer_two_persons check (
    not replaces_other or state <> 'APPROVED' or reviewed_by is distinct from taken_by);
