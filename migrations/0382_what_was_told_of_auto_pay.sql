-- What a household was told of a planned payment: if it is more by now, the household reads that the bill changed. Null: told before this
-- migration, or not told yet.
alter table wallet.auto_payments add column told_minor bigint constraint auto_payments_told_minor_check check (told_minor > 0);
