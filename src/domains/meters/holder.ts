/** What a meter in stock is kept for. */
export type Holder = { applicationId: string } | { changeRequestId: string };

export const holderId = (holder: Holder): string =>
  'applicationId' in holder ? holder.applicationId : holder.changeRequestId;
