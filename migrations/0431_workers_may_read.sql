-- It only reads a setting, which parallel workers have too. Without this mark no statement over a table with a policy for consumers ran with
-- parallel workers, also for the office: files, reports, simulations and proofs of jobs used one processor.
alter function platform.consumer_id() parallel safe;
