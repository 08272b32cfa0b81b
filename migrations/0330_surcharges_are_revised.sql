-- What was unpaid on the day of a surcharge may be known later: money that is dated before it, a corrected bill, money that was taken back.
-- The surcharge is cancelled then, and charged again with the true sum if one is left: the same turn, as its next revision.
alter table billing.surcharges
  add column revision int not null default 1 constraint surcharges_revision_check check (revision >= 1),
  drop constraint surcharges_turn_key,
  add constraint surcharges_turn_key unique (of_invoice_id, step, turn, revision);
