-- How far it was told that the present step of an application runs late: 1 the people who do it, 2 those who assign work,
-- 3 the administrators. Each step begins at 0.
alter table applications.applications
  add column escalation smallint not null default 0 constraint applications_escalation_check check (escalation between 0 and 3);
