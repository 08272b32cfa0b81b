-- Who may edit the register could write another phone into it and get the codes of that household at once. Codes go to the
-- phone of before for some days now (decision 0072).
alter table consumers.consumers add column phone_before text, add column phone_changed_at timestamptz;
