/**
 * Each table is written by its owner only: INSERT, UPDATE, DELETE, COPY and TRUNCATE of `schema.table` are in the
 * files of the domain (or of the platform) that the schema is named after.
 */
import { readSource, sourceFiles } from '../source-files.ts';

const WRITE =
  /\b(insert\s+into|update|delete\s+from|truncate(?:\s+table)?|copy|merge\s+into)\s+(?:only\s+)?([a-z_]+)\.([a-z_]+)/gi;

/** One sentence per foreign write, and how many writes were seen. */
export function foreignWrites(): { problems: string[]; writes: number } {
  const problems: string[] = [];
  let writes = 0;
  // Tests and factories make rows that only the whole program would.
  for (const file of sourceFiles(/^src\/(domains|platform|demo)\/(?!.*factory).*(?<!\.test)\.ts$/)) {
    const [, layer, domain] = file.split('/');
    const owner = layer !== 'domains' ? String(layer) : String(domain).replaceAll('-', '_');
    for (const [, verb, schema, table] of readSource(file).matchAll(WRITE)) {
      if (schema === 'pg_temp' || schema === 'excluded') continue;
      writes += 1;
      if (schema !== owner) problems.push(`${file}: ${verb} ${schema}.${table} belongs to ${schema}`);
    }
  }
  return { problems, writes };
}
