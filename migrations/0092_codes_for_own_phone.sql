-- Codes by which somebody takes another phone name the account in their purpose ('own-phone <id>'): they are counted for
-- the account, because each goes to a number that may be a stranger's.
create index one_time_codes_own_phone on identity.one_time_codes (purpose, issued_at desc)
  where purpose like 'own-phone %';
