-- What a bank said, orders at a bank and the state of number series are never deleted by the program: its role need not be able to.
revoke delete, truncate on payments.inbox, payments.orders, payments.sandbox_orders, platform.number_series from jolkol_app;
