/** What the states of an application are called in English: on the screen, in files and in the log. */

export const states = {
  DRAFT: 'Draft',
  PENDING: 'New',
  WAITING_FOR_REVIEW: 'At RAJUK',
  WAITING_FOR_METER_NUMBER: 'Connection letter',
  READY_TO_SURVEY: 'Site survey',
  READY_TO_PAY: 'To be paid',
  READY_FOR_METER_INSTALLATION: 'Installation',
  RECORRECTION: 'Correction asked',
  CONNECTED: 'Connected',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
};

export const surveyStates = {
  NONE: 'Not begun',
  DRAFT: 'Being filled in',
  SUBMITTED: 'Waits for approval',
  APPROVED: 'Approved',
  REVISED: 'Revised',
};

export const noteStates = {
  ISSUED: 'To be paid',
  PARTIALLY_PAID: 'Partly paid',
  PAID: 'Paid',
  CANCELLED: 'Cancelled',
};
