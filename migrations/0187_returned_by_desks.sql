-- The lists of the planning authority are narrowed to what a desk returned to its applicant.
create index noc_remarks_returned on applications.noc_remarks (role_code, application_id) where kind = 'return';
