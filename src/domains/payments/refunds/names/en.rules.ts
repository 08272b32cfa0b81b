/** What the states of a refund are called in English: on the screen and in files. */
export const states = {
  REQUESTED: 'To be approved',
  APPROVED: 'To be paid out',
  REFUSED: 'Refused',
  GIVEN_UP: 'Taken back',
  PAID_OUT: 'Paid back',
  WITHDRAWN: 'Withdrawn',
  RETURNED: 'Came back',
};
