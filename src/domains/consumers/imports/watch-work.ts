/**
 * The pulse of a job that works on a file in one long transaction: writes from outside of it how far it is, and ends
 * it if somebody cancelled or the program stops.
 */
import { type Db, execute, first, one, sql, type Tx } from '#platform/database/db.ts';

const BEAT_MS = 400;

export type Step = 'READING' | 'JUDGING' | 'SAVING';
/** Without rows: those that were read before. */
export type Report = (step: Step, rows?: number) => void;

/** Cancelled by a person, or by the end of the program: nothing of the work stays. */
export class WorkStopped extends Error {}

export type Watch = {
  report: Report;
  /** No beat comes any more: now the transaction may end. Throws if the work was stopped. */
  rest(): Promise<void>;
  /** Ends the beats in each case. */
  end(): Promise<void>;
};

/**
 * @param work id and run of the import: another run means that this one is not wanted any more
 */
export async function watchWork(
  db: Db,
  tx: Tx,
  work: { id: string; run: number; stop: AbortSignal },
): Promise<Watch> {
  const { pid } = await one<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
  let step: Step = 'READING';
  let rows = 0;
  let isStopped = false;
  let isResting = false;
  let beating: Promise<void> = Promise.resolve();
  const cancel = () => execute(db, sql`select pg_cancel_backend(${pid}::int)`);
  const beat = async () => {
    const wanted = await first(
      db,
      sql`update consumers.imports set step = ${step}, rows_done = ${rows}, beat_at = clock_timestamp()
        where id = ${work.id} and run = ${work.run} and state in ('CHECKING', 'COMMITTING') returning id`,
    );
    if ((wanted && !work.stop.aborted) || isResting) return;
    isStopped = true;
    // The transaction is still open: it ends only after `rest` or `end`, which wait for this beat.
    await cancel();
  };
  const timer = setInterval(() => {
    beating = beating
      .then(async () => {
        if (isResting) return;
        // A cancel that came between two statements was heard by nobody.
        await (isStopped ? cancel() : beat());
      })
      .catch(() => undefined);
  }, BEAT_MS);
  const end = async () => {
    isResting = true;
    clearInterval(timer);
    await beating;
  };
  return {
    report: (now, count) => {
      step = now;
      rows = count ?? rows;
      if (isStopped) throw new WorkStopped();
    },
    async rest() {
      await end();
      if (isStopped) throw new WorkStopped();
    },
    end,
  };
}
