import { useMay } from '#web/session/session.ts';

/** True if the server gives this person national IDs and birthdays: the same words as in `seesIdentity` of the queries. */
export function useSeesIdentity(): boolean {
  const may = useMay();
  return may('consumers:edit') || may('consumers:delete');
}
