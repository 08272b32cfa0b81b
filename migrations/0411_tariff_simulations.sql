-- What a year of bills would have been by a version of the tariff. Worked in the background, because it reads each bill of a year; the result is
-- a fact about one wording of the version and the bills of one moment.
create table billing.tariff_simulations (
  id uuid primary key default uuidv7(),
  tariff_version_id uuid not null constraint tariff_simulations_version_fkey references billing.tariff_versions,
  -- WORKING → DONE, or GIVEN_UP by a person.
  state text not null default 'WORKING' constraint tariff_simulations_state_check check (state in ('WORKING', 'DONE', 'GIVEN_UP')),
  asked_by uuid,
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- The wording that was calculated: version of the draft.
  wording int,
  result jsonb,
  constraint tariff_simulations_ended_check check ((ended_at is null) = (state = 'WORKING')),
  constraint tariff_simulations_result_check check (num_nonnulls(wording, result) = case state when 'DONE' then 2 else 0 end)
);
-- It takes both processors: one at a time.
create unique index tariff_simulations_one_at_a_time on billing.tariff_simulations ((true)) where state = 'WORKING';
create index tariff_simulations_version on billing.tariff_simulations (tariff_version_id, asked_at desc);
revoke select on billing.tariff_simulations from jolkol_consumer;
revoke update, delete, truncate on billing.tariff_simulations from jolkol_app;
grant update (state, ended_at, wording, result) on billing.tariff_simulations to jolkol_app;
create trigger keep before update on billing.tariff_simulations for each row when (old.state <> 'WORKING')
  execute function platform.refuse_change();
create trigger keep_all before delete or truncate on billing.tariff_simulations for each statement execute function platform.refuse_change();
