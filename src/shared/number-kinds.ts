/**
 * Which paper a number belongs to: its first digit, or its first two for the rarer ones, then eight digits that
 * count and a check digit (platform.human_number). A number is never the same for two papers.
 */
export const NUMBER_KINDS = {
  application: 1,
  consumer: 2,
  connection: 3,
  demandNote: 4,
  invoice: 5,
  receipt: 6,
  workOrder: 7,
  ticket: 8,
  adjustment: 91,
  refundVoucher: 92,
  ownershipRequest: 93,
} as const;
