-- A link says who was asked for what by whom: the program's role only marks that a newer one took its place.
revoke update, delete, truncate on payments.links from jolkol_app;
grant update (replaced_at) on payments.links to jolkol_app;
