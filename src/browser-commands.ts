/** The palette's commands of every domain: one chunk, loaded with the palette. */
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

const files = import.meta.glob<readonly PaletteCommand[]>('./domains/*/web/commands.ts', {
  import: 'commands',
  eager: true,
});

export const allCommands: readonly PaletteCommand[] = Object.values(files).flat();
