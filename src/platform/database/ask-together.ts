/**
 * Questions that many ask at the same time in the same words: numbers, sums and first pages of the whole town. Of each
 * statement with the same values one run is under way; who asks meanwhile gets, with all others who wait, the answer of
 * the next run. A run that began before the question is never its answer, so each sees all that was committed when it asked.
 */
import { all, type Db, type Sql, type Tx } from './db.ts';

type Run = { now: Promise<unknown[]>; next?: Promise<unknown[]> };

const runs = new WeakMap<Db | Tx, Map<string, Run>>();

/** All rows of a query, as `all` gives them; they are not to be changed. Each transaction asks for itself. */
export function askTogether<T>(db: Db | Tx, query: Sql<T>): Promise<readonly T[]> {
  const of = runs.get(db) ?? new Map<string, Run>();
  runs.set(db, of);
  const { sql: text, parameters } = query.compile(db);
  const key = JSON.stringify([text, parameters]);
  const start = (): Promise<T[]> => {
    const run: Run = { now: all(db, query) };
    of.set(key, run);
    const end = () => {
      if (of.get(key) === run && !run.next) of.delete(key);
    };
    run.now.then(end, end);
    return run.now as Promise<T[]>;
  };
  const run = of.get(key);
  if (!run) return start();
  run.next ??= run.now.then(start, start);
  return run.next as Promise<T[]>;
}

/** The only row of such a question. */
export async function oneTogether<T>(db: Db | Tx, query: Sql<T>): Promise<T> {
  const [row] = await askTogether(db, query);
  if (row === undefined) throw new Error('a query that always gives a row gave none');
  return row;
}
