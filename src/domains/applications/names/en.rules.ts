/** What the states of an application and its documents are called in English: on the screen, on paper, in files and in the log. */

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
  RETURNED: 'Sent back',
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

export const documentKinds = {
  PassportImg: 'Passport-size photo',
  Applicant_nid_front: 'National ID of the applicant, front',
  Applicant_nid_back: 'National ID of the applicant, back',
  signature: 'Signature',
  allotment_letter: 'Allotment letter of the plot',
  Owner_nid_front: 'National ID of the owner, front',
  Owner_nid_back: 'National ID of the owner, back',
  power_of_attorney: 'Power of attorney',
  mutation_paper: 'Mutation paper',
  deed_paper: 'Deed',
  transfer_of_possession_copy: 'Copy of the transfer of possession',
  Other_documents: 'Other documents',
  survey_file: 'Survey file',
  payment_receipt: 'Payment receipt',
  meter_receipt: 'Meter receipt',
  confirmation_form_updated: 'Confirmation form',
  new_meter_doc: 'Photo of the new meter',
};

/** Why a step is refused now. */
export const refusals = {
  wrong_state: 'This step is not possible in the present state.',
  on_hold: 'The application is on hold. This is possible again when it goes on.',
  archived: 'The application is archived. Restore it first.',
  documents_missing: 'Needed documents are still missing.',
  documents_returned: 'Papers were returned: ask for the correction, or accept them.',
  documents_unchecked: 'Not every needed paper is accepted yet.',
  refund_open: 'Its refund is not finished yet.',
};
