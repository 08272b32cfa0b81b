-- A photo of after the work shows what was done. Without one who completes the work says why; what was completed before keeps no reason.
alter table work_orders.orders add column unproven_reason text;
