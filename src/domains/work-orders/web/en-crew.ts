/** What who completes work reads, and who verifies it. */
export const crew = {
  complete: {
    title: 'Complete the work',
    day: 'Day of completion',
    cause_help: 'For example: a joint was broken by a truck.',
    lost_help: 'If water was lost: about how much.',
    differs: 'The cost of {{used}} differs from the estimate of {{estimate}} by more than 10 %. Write why.',
    done: 'Completion Time Updated Successfully',
    more_labour: 'Labour of {{amount, money}} is far beyond the usual: up to {{usual, money}} here.',
    more_lost: '{{lost}} m³ of lost water is more than usual: up to {{usual}} m³ here.',
    unusual_reason: 'Why this is right',
    unusual_help: 'Look at the amounts again. If they are right, write why; who verifies the work reads it.',
    unproven_reason: 'Why no photo shows the work',
    unproven_help: 'Only if there is none; who verifies the work reads it.',
  },
  cost: {
    labour: 'Labour',
    materials: 'Materials',
    materials_help: 'At the rates of today.',
    add: 'Add a material',
    choose: 'Choose a material',
    quantity: 'Quantity of {{name}} ({{unit}})',
    rate: '{{rate}} for 1 {{unit}}',
    many: '{{name}}: {{quantity, digits}}, and usual are up to {{usual, number}}.',
    rate_of_part: '{{quantity}} {{unit}} at {{rate}}',
    no_rate: 'No rate today: add one in the settings',
    on_hand: 'In the store: {{quantity}} {{unit}}',
    free: 'Free: {{quantity}} {{unit}}',
    gone: 'Material that is not in use any more: remove it',
    estimate: 'Estimate so far',
    used: 'Cost so far',
  },
  phone: {
    kept_here: 'Completed on this phone. It is sent as soon as there is a network.',
    arrived_here: 'Arrival noted on this phone. It is sent as soon as there is a network.',
    completed_here: 'Completed, not sent yet.',
    completed_help: 'Nothing more has to be done: it is sent by itself, photos first.',
    change_again: 'Change it again',
    started: 'You began this at {{at}}; it was kept on this phone.',
  },
  link: {
    send: 'Send link to pay',
    question: 'Send a link to pay?',
    about:
      'Who pays gets it by SMS, and by mail if an address is known. It is good for 3 days; a link sent before ends.',
    sent: 'Link Sent',
  },
  reply: {
    title: 'Answer the household',
    text: 'Answer',
    help: 'It gets an SMS that there is an answer, and reads it on its page.',
    done: 'Answer Sent',
  },
  unusual: {
    title: 'Unusual amounts',
    LABOUR: 'Labour far beyond the usual: {{amount, money}}',
    LOST_WATER: 'Much lost water: {{lost}} m³',
    MATERIALS: 'Much of a material: the quantities are beyond the usual',
    confirmed: 'Confirmed by {{by}}: {{reason}}',
  },
  unproven: {
    title: 'Completed without a photo of the work',
    reason: 'Reason: {{reason}}',
  },
};

export const completionErrors = {
  variance_reason:
    'The cost of {{used, money}} differs from the estimate of {{estimate, money}} by more than 10 %. Write why.',
  payer_unreachable: 'Neither a mobile nor a mail address of who pays is known. Correct the request first.',
  link_too_often: 'For this order {{most, number}} links were sent today. Send one tomorrow, or call.',
  labour_absurd: 'Labour is at most {{most, money}}. Check the amount.',
  lost_absurd: 'Lost water is at most {{most, number}} m³. Check the amount.',
  unusual_labour:
    'Labour of {{labour, money}} is far beyond the usual of {{usual, money}}. Look at it again, and write why it is right.',
  unusual_lost:
    'Lost water of {{lost, number}} m³ is beyond the usual of {{usual, number}} m³. Look at it again, and write why it is right.',
  unusual_estimate:
    'Labour of {{labour, money}} is far beyond the usual of {{usual, money}}. Look again. If it is right, say so.',
  unusual_quantity:
    '{{name}}: {{quantity, digits}} is written; usual are up to {{usual, number}}. Look again. If it is right, say so.',
  unproven: 'No photo shows what was done. Add a photo of after the work, or write why there is none.',
  unusual_materials:
    '{{name}}: {{quantity, digits}} is written; usual are up to {{usual, number}}. Look at it again, and write why it is right.',
};
