-- Requests, consents, surveys, installations, orders and tickets are changed by their steps and never taken away.
revoke delete, truncate on
  ownership.requests, ownership.consents,
  applications.applications, applications.surveys, applications.installations, applications.demand_notes,
  work_orders.orders, support.tickets
from jolkol_app;
