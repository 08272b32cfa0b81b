-- A run may be dated some weeks back. Its bills were disputable, and earned a rebate, for days before a household had them. A bill keeps the
-- day on which it was posted, if that is later than its day of issue; days of a household are counted from the later one. It is
-- null for bills of before: their days were told and counted from the day of issue.
alter table billing.invoices add column posted_on date;
grant insert (posted_on) on billing.invoices to jolkol_app;

-- The rebates of a day are looked for by the day from which their days are counted.
create index invoices_posted_on on billing.invoices (posted_on) where posted_on is not null;
