/** What a job does for many payments: one that fails does not keep the others waiting. */

/** Does the work for one after another. What failed first is thrown at the end, so that the job is told as failed. */
export async function eachAlone<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
