-- A link by which a password is chosen, a link to a new e-mail, and a sign-in that waits for its second step were given to
-- whom the account belonged to then. They end with everything that says who it belongs to now: its logins, its password, its
-- state, its consumer. So no action can forget it.
create function identity.end_open_ways(of_user uuid) returns void language sql as $$
  update identity.one_time_links set replaced_at = now()
    where user_id = of_user and used_at is null and replaced_at is null;
  update identity.email_changes set replaced_at = now()
    where user_id = of_user and used_at is null and replaced_at is null;
  delete from identity.sign_in_challenges where user_id = of_user;
$$;

create function identity.end_ways_of_changed() returns trigger language plpgsql as $$
begin
  perform identity.end_open_ways(new.id);
  return null;
end
$$;
create trigger end_open_ways after update of email, phone, password_hash, status, consumer_id on identity.users
  for each row when ((lower(old.email), old.phone, old.password_hash, old.status, old.consumer_id)
    is distinct from (lower(new.email), new.phone, new.password_hash, new.status, new.consumer_id))
  execute function identity.end_ways_of_changed();
