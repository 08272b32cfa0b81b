-- Processes with different secrets.json refuse to start over one database: tokens, codes and file links of one would be
-- nothing to the other, and what the vault of one keeps could not be read by the other. One row: the fingerprint of the
-- secrets of the first start.
create table platform.secrets_mark (
  only_row boolean not null default true constraint secrets_mark_pkey primary key check (only_row),
  -- HMAC-SHA-256, from which no secret can be computed.
  mark text not null,
  marked_at timestamptz not null default now()
);

grant select, insert, update (only_row) on platform.secrets_mark to jolkol_app;
