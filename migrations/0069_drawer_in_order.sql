-- What a closing keeps in a drawer is the float of the next day. Closings and floats of one drawer are written one after
-- the other, so that each sees what the other one stated.

-- The lock of a day comes before that of a drawer, here and in every other place.
create function ledger.lock_drawer(cashier uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('drawer ' || cashier, 0));
end
$$;
