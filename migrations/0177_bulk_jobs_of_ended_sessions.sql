-- The session in which a bulk action was started. If its owner or somebody else ends it, or the password changes, the rest of the action is
-- given up; who only signs out, or is away for long, has it done to the end.
alter table bulk.jobs add column session_id uuid;
