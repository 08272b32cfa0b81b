-- What was open of a connection's own bills when its payer began to pay online: what the money was for. Money that waits for our word is taken
-- only if that is still open; what was meant to be paid ahead is taken in any case. Null: not for a connection, or begun before this column.
alter table payments.payments add begun_open_minor bigint constraint payments_begun_open_minor_check check (begun_open_minor >= 0);

-- Until then a gateway may still carry out our word to take the money of this order: it is not closed as one of which nothing was taken.
alter table payments.orders add take_until timestamptz;
