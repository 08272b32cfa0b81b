/** How PostgreSQL answered a question: what it read and threw away, which does not depend on the machine. */
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

export type Answered = {
  /** `Index Only Scan payments_list`, `Seq Scan readings_2026` …: each node that reads a table. */
  reads: string[];
  nodes: string[];
  /** Rows that reached a join and did not belong together. */
  joinedInVain: number;
  /** Rows that tables and indexes gave, thrown away or not. */
  rowsRead: number;
};

/** Runs a question and says how. @param db the owner's, or the program's */
export async function answered(db: Db | Tx, question: Sql): Promise<Answered> {
  const [row] = await all<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    db,
    sql`explain (analyze, timing off, format json) ${question}`,
  );
  const nodes = row ? flat(row['QUERY PLAN'][0].Plan) : [];
  const scans = nodes.filter((node) => node['Node Type'].endsWith('Scan') && node['Actual Loops'] > 0);
  const times = (node: Plan, rows = 0) => rows * node['Actual Loops'];
  return {
    reads: scans.map((node) =>
      `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`.trim(),
    ),
    nodes: nodes.map((node) => node['Node Type']),
    joinedInVain: nodes.reduce((sum, node) => sum + times(node, node['Rows Removed by Join Filter']), 0),
    rowsRead: scans.reduce(
      (sum, node) => sum + times(node, node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    ),
  };
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)];
}
