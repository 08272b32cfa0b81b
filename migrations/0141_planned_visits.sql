-- The day on which somebody visits the plot to survey it or to install its meter, planned with the assignment.
alter table applications.applications
  add column visit_on date,
  add constraint applications_visit_check
    check (visit_on is null or state in ('READY_TO_SURVEY', 'READY_FOR_METER_INSTALLATION'));
create index applications_visit_on on applications.applications (visit_on) where visit_on is not null;
-- Lists by metered area.
create index applications_dma_id on applications.applications (dma_id) where dma_id is not null;
