import { imports } from './en-imports.ts';

/** Texts of the staff's screens: imports of files, claims of entries. */
export const staff = {
  imports,
  claims: {
    title: 'Claims of connections',
    about: 'Claims from another mobile number: its code joins them, or you decide by the papers.',
    entry: 'Claimed customer',
    claimant: 'Claimed by',
    state: 'State',
    asked: 'Asked',
    decided: 'Decided',
    states: { WAITING: 'Waits', JOINED: 'Joined', REFUSED: 'Refused', UNDONE: 'Undone' },
    by: { PHONE: 'The same phone', CODE: 'By the code of the phone', STAFF: '{{name}}' },
    has_account: 'Has an account already',
    same_nid: 'The same national ID',
    other_nid: 'Another national ID',
    show_entry: 'Show the claimed customer',
    show_claimant: 'Show the claiming customer',
    accept: 'Join',
    refuse: 'Refuse',
    undo: 'Undo',
    accept_title: 'Join customer {{number}} with the account of {{name}}',
    accept_about:
      'They see bills, papers and national ID of the customer from then on. Both mobile numbers are told.',
    refuse_title: 'Refuse the claim of {{name}}',
    refuse_about: 'They are told that customer {{number}} was not added.',
    undo_title: 'Take customer {{number}} out of the account of {{name}}',
    undo_about:
      'Both entries are apart again, the account is signed out everywhere, both are told. Bills stay as they are.',
    reason: 'Reason',
    reason_help: 'Which paper you saw, or whom you called. Kept in the history.',
    accepted: 'Joined',
    refused: 'Refused',
    undone: 'Undone',
    empty: 'No claims',
    empty_help: 'If somebody claims a customer whose mobile number is another one, it waits here.',
  },
  errors: {
    import_file_missing: 'Choose a file.',
    import_columns_needed: 'Choose the column of the phone and of a name.',
    import_column_missing: 'The file has no such column.',
    import_wrong_state: 'This file is not in the state for that any more.',
    import_empty: 'This file holds no rows.',
    import_in_use: 'Customers of this file have accounts, applications or connections: it stays.',
    import_changed: '{{count, number}} customers of this file were changed since: it stays.',
    has_account: 'This customer signs in with an account. Set the customer inactive instead.',
    merged: 'This customer was merged into another one. Open that one.',
    same_consumer: 'Choose two different customers.',
    wrong_number: 'This is not the number of the customer that goes.',
    no_account: 'Nobody signs in for this customer yet, so there is no password.',
    claim_own: 'This claim comes from your own mobile number. Somebody else decides.',
    claim_not_undone: 'These entries were changed since. Look at both of them.',
    claim_later_first: 'This account joined another customer after that. Undo the later claim first.',
    has_connections:
      'Not deleted: this customer has connections ({{count, number}}). Set the customer inactive instead.',
    has_tickets:
      'Not deleted: {{count, number}} tickets are of this consumer. Make the consumer inactive instead.',
    has_work_orders:
      'Not deleted: {{count, number}} work orders name this customer. Make the entry inactive instead.',
    has_ownership_requests:
      'Not deleted: {{count, number}} ownership requests name this consumer. Set them to inactive instead.',
    has_applications:
      'Not deleted: this customer has applications ({{count, number}}). Set the customer inactive instead.',
    has_invoices:
      'Not deleted: bills were made for this customer ({{count, number}}). Set the customer inactive instead.',
    has_payments:
      'Not deleted: this customer has paid ({{count, number}} payments). Set the customer inactive instead.',
    has_merged: 'Not deleted: a duplicate was merged into this customer. Set the customer inactive instead.',
  },
};
