-- A secret that was shown in a session is confirmed in that session only: who began in one that was ended since knows the
-- secret, and another session of the account must not turn it on for them. Null: shown at a sign-in, whose challenge is
-- what it is bound to; or begun before this migration, and then to be begun again.
alter table identity.second_factors
  add column begun_session uuid
    constraint second_factors_begun_session_fkey references identity.sessions on delete set null;
create index second_factors_begun_session on identity.second_factors (begun_session) where begun_session is not null;
