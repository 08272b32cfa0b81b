-- A run holds the bill of a connection about which a second person has not decided: it asks this for each connection.
create index empty_houses_waiting on billing.empty_houses (connection_id, from_day) where state = 'WAITING';
create index category_changes_waiting on billing.category_changes (connection_id, from_day) where state = 'WAITING';
