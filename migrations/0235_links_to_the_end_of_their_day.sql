-- A link to pay is in force to the end of the day that its message names. The links that were sent with an hour get that day whole.
update payments.links set expires_at = (((expires_at at time zone coalesce(nullif(current_setting('app.time_zone', true), ''), 'Asia/Dhaka'))::date + 1)::timestamp
  at time zone coalesce(nullif(current_setting('app.time_zone', true), ''), 'Asia/Dhaka'))
where replaced_at is null;
