-- A correction that waits for its second person keeps which bills it changes, and by how much each: two lists of the same sum are not the
-- same correction. Null: it was asked for before, or it cancels a bill.
alter table billing.corrections add column bill_amounts jsonb;
