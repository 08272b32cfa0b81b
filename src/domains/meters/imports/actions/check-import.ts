/**
 * Dry run of a file: its rows are copied in and every one gets its verdict, in one statement for any number of rows.
 * Nothing else changes; it may be repeated with another mapping.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { copyTransaction } from '#platform/database/copy-in.ts';
import type { Platform } from '#platform/platform.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { Import, Mapping } from '../contract.ts';
import { getImport, lockImport } from '../queries.ts';
import { giveVerdicts } from '../verdicts.ts';

export type Source = Pick<Platform, 'database' | 'files'>;

export function checkImport(
  { database, files }: Source,
  actor: Actor,
  input: { id: string; mapping: Mapping },
): Promise<Import> {
  return copyTransaction(database, async (tx, copy) => {
    const found = await lockImport(tx, actor, input.id);
    if (found.state !== 'UPLOADED' && found.state !== 'CHECKED') {
      throw fail(errors.import_wrong_state, { state: found.state });
    }
    await giveVerdicts({ tx, copy, files }, actor, found, input.mapping);
    const checked = await getImport(tx, actor, input.id);
    const { rowsTotal, rowsGood, rowsFlagged, rowsRefused } = checked;
    await audit(tx, actor, {
      action: 'readings.check',
      object: 'import',
      objectId: input.id,
      after: { mapping: input.mapping, rowsTotal, rowsGood, rowsFlagged, rowsRefused },
    });
    return checked;
  });
}
