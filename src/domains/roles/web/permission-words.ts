/** Permission words as the matrix shows them: modules as rows, the features that many modules share as columns. */
import { PERMISSION_MODULES, type Permission } from '#shared/permissions.ts';
import { useTexts } from '#web/texts.ts';

export type Module = keyof typeof PERMISSION_MODULES;
export type Feature = (typeof PERMISSION_MODULES)[Module][number];

export const MODULES = Object.keys(PERMISSION_MODULES) as Module[];

/** A column is worth its room from so many modules on; rarer features stand together in the last one. */
const COLUMN_FROM = 3;
const FIRST: readonly string[] = ['view', 'create', 'edit', 'delete'];

function sharedFeatures(): Feature[] {
  const all = MODULES.flatMap((module) => PERMISSION_MODULES[module] as readonly Feature[]);
  const known = [...FIRST, ...all] as Feature[];
  return [...new Set(known)].filter(
    (feature) => all.filter((other) => other === feature).length >= COLUMN_FROM,
  );
}
export const COLUMNS = sharedFeatures();

export function wordOf(module: Module, feature: Feature): Permission | undefined {
  return (PERMISSION_MODULES[module] as readonly Feature[]).includes(feature)
    ? (`${module}:${feature}` as Permission)
    : undefined;
}

/** The words of a module. */
export function wordsOf(module: Module): Permission[] {
  return PERMISSION_MODULES[module].map((feature) => `${module}:${feature}` as Permission);
}

/** The words of a module that have no column of their own. */
export function rareWordsOf(module: Module): Permission[] {
  return wordsOf(module).filter((word) => !COLUMNS.includes(featureOf(word)));
}

export const moduleOf = (word: Permission) => word.split(':')[0] as Module;
export const featureOf = (word: Permission) => word.split(':')[1] as Feature;

/** `name('roads:view')` is "Roads: View". */
export function usePermissionName(): (word: Permission) => string {
  const t = useTexts('roles');
  return (word) =>
    t('matrix.pair', {
      module: t(`modules.${moduleOf(word)}`),
      feature: t(`features.${featureOf(word)}`),
    });
}
