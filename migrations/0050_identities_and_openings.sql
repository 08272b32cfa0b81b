-- National IDs are for those who check or write them: the texts that every list is searched by hold them no more, so that
-- nobody finds digits of one by trying. A whole number is looked for apart, by those who may see it.
alter table consumers.consumers alter column search set expression as (
  platform.search_text(number, name, name_bn, phone, email, address, legacy_number)
);
-- By its end, as lists show it, and so the whole number too.
create index consumers_nid_end on consumers.consumers (reverse(nid) text_pattern_ops) where nid is not null;
alter table applications.applications alter column search set expression as (
  platform.search_text(number, customer_number, noc_number, applicant ->> 'name', applicant ->> 'nameBn',
    applicant ->> 'phone', plot_number)
);
create index applications_applicant_nid on applications.applications ((applicant ->> 'nid'))
  where applicant ->> 'nid' is not null;
