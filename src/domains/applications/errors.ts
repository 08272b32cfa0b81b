/** What the calls of applications refuse, each with its status and the field that it is about. */
import { errorCodes } from '#shared/errors.ts';

export const errors = errorCodes('applications', {
  // The transition table's refusals (application.rules.ts).
  wrong_state: { status: 409 },
  on_hold: { status: 409 },
  archived: { status: 409 },
  documents_missing: { status: 422 },
  documents_returned: { status: 409 },
  documents_unchecked: { status: 409 },
  noc_not_valid: { status: 409 },
  noc_over: { status: 409 },
  noc_in_force: { status: 409 },
  not_in_chain: { status: 409 },
  not_your_desk: { status: 409 },
  /** params: name of the deputy, until */
  desk_handed_over: { status: 409 },
  decided_another_desk: { status: 409 },
  desk_of_another: { status: 409 },
  forward_not_yours: { status: 409 },
  reminded_already: { status: 409 },
  submitted_already: { status: 409 },
  items_not_corrected: { status: 409 },
  /** params: name of who has it */
  not_assigned_to_you: { status: 409 },
  survey_submitted_already: { status: 409 },
  survey_not_submitted: { status: 409 },
  own_survey: { status: 409 },
  paid_already: { status: 409 },
  nothing_paid: { status: 409 },
  installed_already: { status: 409 },
  meter_installed: { status: 409 },
  refund_asked: { status: 409 },
  refund_open: { status: 409 },
  no_refund: { status: 409 },
  note_expired: { status: 409 },
  meter_not_reserved: { status: 409 },
  not_installed_yet: { status: 409 },
  own_installation: { status: 409 },
  /** The bank has not decided a payment of the demand note. Asked about once. params: amountMinor */
  payment_at_bank: { status: 409, field: 'despitePayment' },
  not_on_hold: { status: 409 },
  hold_not_yours: { status: 409 },
  hold_of_another: { status: 409 },
  not_over_yet: { status: 409 },
  days_left: { status: 409 },
  reopen_too_late: { status: 409 },
  // What the steps themselves refuse.
  /** params: number of the application that has it; empty if both were noted at once */
  noc_number_taken: { status: 409, field: 'nocNumber', constraint: 'applications_noc_number_key' },
  remark_required: { status: 422, field: 'remark' },
  /** params: plot, number (of the connection or the other application, for staff: a household learns nothing of it) */
  plot_taken: { status: 409, field: 'plotNumber' },
  /** The person, the owner or the building, after a desk of the planning authority has approved them. */
  approved_already: { status: 409 },
  plot_has_other: { status: 409, field: 'plotNumber' },
  until_past: { status: 422, field: 'until' },
  until_too_far: { status: 422, field: 'until' },
  latitude_beyond: { status: 422 },
  longitude_beyond: { status: 422 },
  /** params: number, name, consumerId: an entry of the register has the applicant's phone or national ID. */
  applicant_known: { status: 409 },
  unknown_road: { status: 422, field: 'roadId', constraint: 'applications_road_id_fkey' },
  unknown_consumer: { status: 422, field: 'consumerId', constraint: 'applications_consumer_id_fkey' },
  part_not_asked: { status: 409 },
  /** A correction that changes nothing says why all is right as it is. */
  nothing_corrected: { status: 422, field: 'remark' },
  document_kind_not_yours: { status: 409, field: 'kind' },
  /** params: name of who added it */
  document_of_another: { status: 409, field: 'kind' },
  /** params: most */
  documents_full: { status: 409, field: 'file' },
  drafts_full: { status: 409 },
  commented_too_often: { status: 409, field: 'remark' },
  no_desks: { status: 409 },
  officer_of_another_role: { status: 422, field: 'officerId' },
  /** A desk approves without what it has to check. params: count */
  checks_open: { status: 422, field: 'checks' },
  desk_position_taken: { status: 409, constraint: 'desks_position_key', field: 'position' },
  assignee_may_not: { status: 422, field: 'userId' },
  /** In this state nobody visits the plot. */
  visit_not_now: { status: 422, field: 'visitOn' },
  visit_in_past: { status: 422, field: 'visitOn' },
  /** params: days */
  visit_too_far: { status: 422, field: 'visitOn' },
  customer_number_taken: {
    status: 409,
    constraint: 'applications_customer_number_key',
    field: 'customerNumber',
  },
  customer_number_reserved: { status: 422, field: 'customerNumber' },
  unknown_dma: { status: 422, field: 'dmaId', constraint: 'applications_dma_id_fkey' },
  unknown_material: { status: 422, field: 'materials', constraint: 'survey_materials_material_id_fkey' },
  /** A material without a rate on the survey's day. params: name */
  no_rate: { status: 422, field: 'materials' },
  /** params: day of the letter */
  visit_before_letter: { status: 422, field: 'visitedOn' },
  /** Asked about once. params: metres, usual */
  unusual_length: { status: 409, field: 'distanceM' },
  /** params: name, quantity, usual */
  unusual_quantity: { status: 409, field: 'materials' },
  /** params: name */
  whole_pieces: { status: 422, field: 'materials' },
  fixed_survey_only: { status: 422, field: 'materials' },
  nothing_to_pay: { status: 422, field: 'materials' },
  /** params: totalMinor: what the demand note comes to now */
  note_changed: { status: 409 },
  /** More than one payment can be, so that nobody could pay it. params: most_minor */
  note_too_large: { status: 422, field: 'materials' },
  in_future: { status: 422 },
  /** params: balance_minor */
  amount_above_balance: { status: 409, field: 'amountMinor' },
  partial_payment: { status: 409, field: 'amountMinor' },
  /** params: least_minor */
  part_too_small: { status: 422, field: 'amountMinor' },
  note_cancelled: { status: 409 },
  /** Its money goes back as a refund. */
  note_withdrawn: { status: 409 },
  wrong_meter: { status: 422, field: 'meterNumber' },
  meter_not_in_stock: { status: 409, field: 'meterNumber' },
});
