/** What a call about a work order can be refused with. */
import { errorCodes } from '#shared/errors.ts';

export const errors = errorCodes('work-orders', {
  /** params: number, of the connection that goes on there, or an empty text */
  connection_closed: { status: 422, field: 'connectionNumber' },
  connection_unknown: { status: 422, field: 'connectionNumber' },
  /** Neither a connection nor a road and a plot. */
  place_missing: { status: 422, field: 'connectionNumber' },
  /** Not a reading of this connection. */
  reading_unknown: { status: 422, field: 'connectionNumber' },
  category_unknown: { status: 422, field: 'categoryId' },
  /** A case of late bills waits for this order: it stays what it is. */
  category_of_case: { status: 409, field: 'categoryId' },
  /** Work of this kind is open at this plot: asked about once. params: number, id */
  similar_open: { status: 409, field: 'anyway' },
  /** A household asks for work so often within a day. params: most */
  asked_too_often: { status: 409, field: 'description' },
  /** params: most */
  photos_full: { status: 409, field: 'file' },
  wrong_state: { status: 409 },
  /** Who asked pays before the work begins, or somebody waives it. */
  not_paid: { status: 409 },
  paid_already: { status: 409 },
  /** The household pays it at the bank just now: asked about. params: amountMinor */
  payment_at_bank: { status: 409, field: 'despitePayment' },
  /** Not charged, waived or paid. */
  nothing_due: { status: 409 },
  nothing_paid: { status: 409 },
  /** The money of work that was started goes back by a refund. */
  work_started: { status: 409 },
  /** Work of this category is charged: who may waives it, with a reason. */
  charge_needed: { status: 409 },
  /** The rules of late bills ask a fee for this work: who may waives it, with a reason. params: least */
  fee_of_rules: { status: 422, field: 'labourMinor' },
  /** The connection has another owner by now: who asked does not pay for it any more. */
  changed_hands: { status: 409 },
  /** params: name */
  whole_pieces: { status: 422, field: 'materials' },
  /** Nobody is known who pays. */
  payer_missing: { status: 409 },
  /** More than one payment can be. */
  cost_too_high: { status: 422, field: 'labourMinor' },
  /** The charge is paid at once. params: due */
  charge_whole: { status: 422, field: 'amountMinor' },
  nothing_to_waive: { status: 409 },
  /** Neither a phone nor a mail address of who pays is known. */
  payer_unreachable: { status: 409 },
  /** So many links of one order within a day. params: most */
  link_too_often: { status: 409 },
  estimate_missing: { status: 409 },
  crew_unknown: { status: 422, field: 'crewId' },
  /** One of the others cannot be given work. */
  member_unknown: { status: 422, field: 'memberIds' },
  /** They have done this work before, and it was opened again two times: why they again? */
  same_crew: { status: 422, field: 'remark' },
  /** On hold: it goes on first. */
  paused: { status: 409 },
  not_paused: { status: 409 },
  /** A hold ends on a later day. */
  pause_over: { status: 422, field: 'until' },
  pause_too_far: { status: 422, field: 'until' },
  /** The order is assigned to somebody else. */
  not_yours: { status: 409 },
  own_work: { status: 409, constraint: 'orders_two_persons' },
  /** Completed before the arrival was noted (spec §9 "Please Updated Arrival Time"). */
  arrival_missing: { status: 409 },
  arrived_before_assigned: { status: 422, field: 'arrivedAt', constraint: 'orders_arrival_check' },
  arrived_in_future: { status: 422, field: 'arrivedAt' },
  completed_before_arrival: { status: 422, field: 'completedAt', constraint: 'orders_completion_check' },
  completed_in_future: { status: 422, field: 'completedAt' },
  unknown_material: { status: 422, field: 'materials' },
  /** params: name */
  no_rate: { status: 422, field: 'materials' },
  /** Less is in the store than was used. params: name, onHand */
  stock_short: { status: 409, field: 'materials' },
  /** Less is free in the store than the work needs: asked about. params: name, missing */
  stock_not_free: { status: 409, field: 'missingReason' },
  /** Less would be in the store than is reserved: asked about. params: name, reserved */
  stock_reserved: { status: 409, field: 'anyway' },
  /** The use differs from the estimate. params: estimate, used */
  variance_reason: { status: 422, field: 'varianceReason' },
  /** More than the settings allow at all. params: most */
  labour_absurd: { status: 422, field: 'labourMinor' },
  /** params: most, in m³ */
  lost_absurd: { status: 422, field: 'lostLitres' },
  /** Labour far beyond the estimate, or beyond what is usual: asked about. params: labour, usual */
  unusual_labour: { status: 422, field: 'unusualReason' },
  /** More water than can have flown out: asked about. params: lost, usual, in m³ */
  unusual_lost: { status: 422, field: 'unusualReason' },
  /** Labour of an estimate beyond what is usual: asked about. */
  unusual_estimate: { status: 422, field: 'unusual' },
  /** More of a material than is usual: asked about. params: name, quantity, usual */
  unusual_quantity: { status: 422, field: 'unusual' },
  unusual_materials: { status: 422, field: 'unusualReason' },
  /** No photo shows what was done: a reason is asked for. */
  unproven: { status: 422, field: 'unprovenReason' },
  reopen_too_late: { status: 409 },
  /** The office asked: there is no household that reads an answer. */
  no_household: { status: 409 },
  /** The request was closed more than 15 days ago. */
  request_too_late: { status: 409 },
  rated_already: { status: 409, constraint: 'ratings_once_key' },
  rating_too_late: { status: 409 },
  /** Of work of this category nobody is asked how it was. */
  rating_not_asked: { status: 409 },
  file_missing: { status: 422 },
  /** The work is completed. */
  photo_of_after: { status: 422, field: 'moment' },
});
