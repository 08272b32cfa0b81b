/** The page of a link to pay, in English: a namespace of its own, because no page of a household needs it. */
export const en = {
  title: 'Pay for a repair',
  about: 'This link pays for one repair request and opens nothing else.',
  looking: 'Looking what is to be paid …',
  missing: 'This address is not whole. Open the link from the SMS or the mail again.',
  request: 'Repair request',
  work: 'Kind of work',
  place: 'Place',
  due: 'To be paid',
  until: 'Last day to pay by this link',
  at: 'When',
  over: 'This link is over, or a newer one was sent: nothing is paid by it any more. Open the newest one, or ask our office for another.',
  set_aside:
    'The bank’s answer about the payment of {{amount, money}} does not fit what was ordered. Somebody checks it, and we send an SMS. Nothing is lost.',
  goes_back:
    'The money came, but nothing needed it any more. We owe it back; how you get it, our office tells you.',
  goes_back_due:
    'The money came, but another sum is asked now. We owe it back; what is asked now is still to be paid.',
  states: {
    PAID: 'Paid',
    PAID_ELSEWHERE: 'Paid already',
    WAIVED: 'The charge was waived',
    ENDED: 'The repair request has ended',
    CHANGED_HANDS: 'The connection has another owner',
    NOT_NOW: 'No sum is asked for now',
  },
  not_due: {
    PAID: '{{amount, money}} is paid. Thank you! The receipt comes by SMS.',
    PAID_ELSEWHERE:
      '{{amount, money}} was paid, but not by this link. Please do not pay again. Who paid has the receipt; if you know nothing of it, ask our office.',
    WAIVED: 'You have nothing to pay for this repair, and nothing more to do.',
    ENDED:
      'Nothing is to be paid for it any more. If you paid, the money goes back; our office tells you how. If the work is still needed, ask for it again.',
    CHANGED_HANDS: 'You do not have to pay for this repair any more. If you have a question, ask our office.',
    NOT_NOW:
      'The repair is free of charge, or our office looks at the cost again. You have nothing to do; if something is to be paid, you get a new link.',
  },
  running:
    'A payment of {{amount, money}} is under way; the bank has not answered yet. Please do not pay again.',
  sign_in: 'Sign in to see all of it',
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    pay_link: typeof en;
  }
}
