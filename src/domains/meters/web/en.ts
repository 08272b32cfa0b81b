/** What consumers read of meters, and all refusals; the rest is in en-staff.ts. */
import type { staff } from './en-staff.ts';

export const en = {
  sharing: {
    title: 'Family and tenants',
    about: 'Let somebody see the bills of a connection with an account of their own, or see and pay them.',
    connection: 'Connection {{number}}',
    nobody: 'Nobody else sees this connection.',
    invite: 'Invite somebody',
    invite_title: 'Invite somebody to connection {{number}}',
    invite_about:
      'They get a code by SMS, and use it with an account of their own that has this mobile number. They see bills, payments and water used of this connection, nothing else of yours.',
    name: 'Who it is',
    name_help: 'As you call them, for example: tenant, second floor',
    phone: 'Mobile number',
    email: 'Email',
    email_help: 'The code goes there too.',
    pay_too: 'May also pay the bills',
    see: 'See',
    pay: 'See and pay',
    ends: 'Last day',
    ends_help: 'Left empty: until you end it.',
    send: 'Send the code',
    sent: 'The code was sent to {{phone}}.',
    until: 'until {{day}}',
    states: {
      WAITING: 'Invited',
      ACTIVE: 'Has access',
      EXPIRED: 'Code not used',
      OVER: 'Time is over',
      ENDED: 'Ended',
    },
    ended: {
      WITHDRAWN: 'You ended it on {{day}}',
      LEFT: 'They left on {{day}}',
      OVER: 'Over since {{day}}',
      HOLDER_CHANGED: 'The connection went to another holder on {{day}}',
      STAFF: 'The office ended it on {{day}}',
      CLAIM_UNDONE: 'Ended on {{day}}, because a claim was undone',
    },
    withdraw: 'End access',
    withdraw_label: 'End access of {{name}}',
    take_back: 'Take back',
    take_back_label: 'Take back the invitation of {{name}}',
    withdraw_yes: 'End access',
    withdraw_ask:
      'End the access of {{name}}? They see nothing of this connection any more, and are told by SMS.',
    take_back_ask: 'Take back the invitation of {{name}}? Its code does not work any more.',
    leave_ask: 'Leave connection {{number}}? You see nothing of it any more.',
    withdrawn: 'Ended. They see nothing of it any more.',
    received: 'Shared with you',
    received_none: 'Nobody shares a connection with you.',
    held_by: 'Account holder: {{name}}',
    leave: 'Leave',
    leave_label: 'Leave connection {{number}}',
    left: 'You no longer see this connection.',
    have_code: 'I was sent a code',
    accept_title: 'See a shared connection',
    accept_about: 'Type the code of eight digits from the SMS. It is for the mobile number of your account.',
    code: 'Code from the SMS',
    accept: 'Show the connection',
    accepted: 'You can see the connection now.',
  },
  notices: {
    meter_changed:
      'The meter of connection {{number}} was changed on {{day, day}}; the old one ended with {{final, m3}} m³.',
    meter_corrected:
      'The last figure of the old meter of connection {{number}} was corrected: {{final, m3}} m³.',
  },
  errors: {
    already_read: 'This connection has a reading for this month already.',
    unknown_meter: 'There is no such meter.',
    not_installed: 'This meter is not installed.',
    before_installation: 'The meter was not installed yet on that day.',
    after_removal: 'The meter had been removed by that day.',
    reading_in_future: 'The day of the reading lies in the future.',
    beyond_register: 'The register of this meter cannot show so much.',
    not_after_previous: 'The day must be after that of the reading before.',
    later_reading_exists: 'A later month has been read already.',
    check_refused: 'Readings like this are not taken.',
    reading_not_open: 'This reading is decided already.',
    reading_billed: 'This reading is billed: it stays.',
    reading_in_posting:
      'This reading is being billed at the moment. Wait until the bill run is posted, then correct the bill.',
    reason_required: 'Say why.',
    own_reading: 'Somebody else has to approve a reading that you took.',
    second_approver_is_first: 'You approved it already: a second person has to.',
    no_consumption: 'The register fell: correct the reading or have it read again.',
    later_reading_billed:
      'A later reading of this connection ({{period, month}}) is billed already: correct its bill.',
    earlier_reading_open:
      'An earlier reading of this connection ({{period, month}}) is not decided yet. Decide that one first.',
    month_after_reading: 'This month begins after the day of the reading.',
    reading_not_approved: 'Only an approved reading that is not billed can be opened again.',
    later_readings_approved:
      'Later readings of the connection are approved already. Open the next one again first.',
    import_not_readable: 'This file cannot be read.',
    import_column_missing: 'A column is missing.',
    import_wrong_state: 'This file is not in the state for that any more.',
    import_billed: 'Readings of this file are billed: it stays.',
    import_empty: 'This file holds no rows.',
    access_exists: 'This number is invited to the connection already. End that first.',
    access_own_phone: 'This is your own number. Write the number of the other person.',
    access_over_already: 'The last day lies in the past. Choose today or a later day.',
    access_code_wrong:
      'The code does not fit. Compare it with the SMS. It is good for the mobile number of your account only; ask the account holder for a new one if it is old.',
    access_wait: 'Too many wrong codes. Try again in {{minutes, number}} minutes.',
    access_without_paying:
      'The account holder lets you see this connection, not pay for it. Ask them for the right to pay.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    meters: typeof en & typeof staff;
  }
}
