/** Texts of requests to a second person that are refused or taken back, in English. */
export const givenUp = {
  title: 'Take the request back',
  take_back: 'Take the request back',
  done: 'The request was taken back',
  reason: 'Why',
  by: 'Taken back by',
  proposal_about: 'Nothing of it is posted. It can be asked for again.',
  refund_about:
    '{{amount, money}} is not paid back. It stays owed and can be asked for again. The payee gets an SMS.',
  advance_about:
    '{{amount, money}} is the advance of the connection again and pays its open bills. The payee gets an SMS.',
  applicant_reads: 'The applicant reads it on the page of the application.',
  reversal_about: 'The payment stays as it is. It can be asked for again.',
  refuse_about:
    '{{name}} asks: “{{reason}}”. If you refuse, the payment stays as it is, and {{name}} reads why.',
  reversal_ended: {
    REFUSED: '{{by}} refused to reverse this payment: “{{reason}}”',
    GIVEN_UP: '{{by}} took the request to reverse this payment back: “{{reason}}”',
  },
  own_title: 'What I asked for',
  own_about:
    'What you asked a second person for, and what became of it. Take back what is not needed any more.',
  own_empty: 'You have asked for nothing',
  own_empty_help: 'Counter money of a day that is too long ago is asked for at the counter.',
};

export const givenUpErrors = {
  not_asker: 'Only who asked for it takes the request back. You may refuse it.',
  reversal_decided: 'This request was decided or taken back already.',
};

export const givenUpNotices = {
  reversal_approved: '{{name}} confirmed the reversal of {{minor, money}} that you asked for.',
  reversal_refused:
    '{{name}} refused the reversal of {{minor, money}} that you asked for. Reason: {{reason}}',
  proposal_accepted: '{{name}} agreed to what you asked for: {{number}}, {{minor, money}}.',
  proposal_refused: '{{name}} refused what you asked for: {{number}}, {{minor, money}}. Reason: {{reason}}',
};
