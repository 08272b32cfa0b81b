-- Money that came before its bill is an advance until the day of the bill. `settled_on` is that day, and `booking_id` names the journal that pays
-- the bill from the advance. Both are null if the bill was there when the money came, and of allocations of before this migration: the books have
-- those on the day of the money.
alter table payments.allocations add column settled_on date, add column booking_id uuid,
  add constraint allocations_booking_check check ((settled_on is null) = (booking_id is null));

-- How often a call of a bank was tried. Those that were tried least are tried first.
alter table payments.inbox add column tries int not null default 0;
