/** The palette's commands and kinds of records of every domain: one chunk, loaded with the palette. */
import type { FoundRecord } from '#web/navigation/found-record.ts';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

const commands = import.meta.glob<readonly PaletteCommand[]>('./domains/*/web/commands.ts', {
  import: 'commands',
  eager: true,
});
const records = import.meta.glob<readonly FoundRecord[]>('./domains/*/web/found-records.ts', {
  import: 'foundRecords',
  eager: true,
});

export const allCommands: readonly PaletteCommand[] = Object.values(commands).flat();
export const allRecords: readonly FoundRecord[] = Object.values(records).flat();
