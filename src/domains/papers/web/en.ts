export const en = {
  check: {
    title: 'Check a paper',
    about: 'Find out whether a paper is really from us and whether it still counts.',
    number: 'Number of the paper',
    number_help: 'Optional. It is beside the code on the paper.',
    code: 'Code',
    code_help: 'Twelve letters and digits, as on the paper.',
    submit: 'Check',
    looking: 'Looking for the paper …',
    valid: 'This paper is genuine',
    valid_text: 'We issued it, and it counts.',
    owed_text: 'We issued it, and it counts. {{amount}} is still to be paid.',
    new_owner_text:
      'We issued it, and it counts. {{amount}} is still to be paid: the new owner of the connection pays it.',
    new_owner_part_text:
      'We issued it, and it counts. {{amount}} is still to be paid; the new owner of the connection pays {{part}} of it.',
    paid_text: 'We issued it. All of it is paid: nothing is to be paid any more.',
    goes_back_text: 'We issued it. Its money came too late and paid nothing: all of it goes back.',
    gone_back_text: 'We issued it. Its money came too late and paid nothing: it was paid back on {{day}}.',
    ended: 'This paper counts no more',
    ended_text: 'We issued it. It has not counted since {{day}}.',
    ended_undated: 'We issued it. It counts no more.',
    compare:
      'Compare each line with the paper in your hand: if one differs, the paper was changed. We confirm these lines and nothing else that is on it.',
    another: 'Check another paper',
    back: 'To the sign-in',
    paper: 'Paper',
    paper_number: 'Number',
    issued: 'Issued on',
    amount: 'Amount',
    plot: 'Plot',
    fact_application: 'Application',
    fact_connection: 'Connection',
    fact_order: 'Work order',
    fact_ownership: 'Ownership request',
    fact_noc: 'NoC number',
    fact_meter: 'Meter number',
    fact_dueOn: 'Pay by',
    fact_validUntil: 'Valid until',
    holder: 'Name (middle covered)',
  },
  errors: {
    unknown_paper:
      'We have no paper with this code and number. Compare each letter; if all are right, the paper is not from us.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    papers: typeof en;
  }
}
