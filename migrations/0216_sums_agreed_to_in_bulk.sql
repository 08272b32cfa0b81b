-- Who does an act to many records agrees to a sum of each: it is kept with the record, and compared when the act is done.
alter table bulk.items add column agreed_minor bigint;
