-- Wrong one-time codes, counted for the phone and for the address that they came from, in windows.
create table identity.failed_codes (
  -- 'phone +8801…' or 'address 203.0.113.7'.
  counted_for text not null,
  window_start timestamptz not null,
  failures int not null,
  constraint failed_codes_pkey primary key (counted_for, window_start)
);
