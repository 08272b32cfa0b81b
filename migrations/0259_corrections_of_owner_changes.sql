-- A returned request was sent again with nothing corrected. What it said and which papers it had when it was returned is kept as a hash, so that
-- the two are compared without a second copy of a national ID. A request that waits for its correction now has none: it is sent again as before.
alter table ownership.requests add column returned_content text;
