/** Permissions as the matrix shows them: modules as rows, the features that many modules have as columns. */
import type { Permission } from '#shared/permissions.ts';
import { type Module, modulesOf, type Name, usual } from '#shared/words.ts';
import { useNames, useWords } from '#web/texts/domain-words.ts';
import { useTexts } from '#web/texts/texts.ts';

/** A column is worth its room if so many modules have its feature by its usual name; the others are together in the last one. */
const COLUMN_FROM = 3;
const USUAL: Readonly<Record<string, Name>> = usual;
const FIRST: readonly string[] = ['view', 'create', 'edit', 'delete'];

export type MatrixColumn = { feature: string; name: string };

type Feature = Module['features'][number];

/** A feature with a name of its own says more than the head of a column. */
const isUsual = ({ feature, name }: Feature) => USUAL[feature]?.[0] === name[0];

function columnsOf(modules: readonly Module[]): string[] {
  const all = modules.flatMap(({ features }) => features.filter(isUsual).map(({ feature }) => feature));
  return [...new Set([...FIRST, ...all])].filter(
    (feature) => all.filter((other) => other === feature).length >= COLUMN_FROM,
  );
}

/** The permission of a module in a column; undefined if the module has no such feature. */
export function permissionIn(module: Module, feature: string): Permission | undefined {
  return module.features.find((other) => other.feature === feature && isUsual(other))?.match;
}

/** The permissions of a module. */
export function permissionsIn(module: Module): Permission[] {
  return module.features.map(({ match }) => match);
}

export const moduleOf = (permission: Permission) => permission.split(':')[0] ?? '';

export function usePermissionWords() {
  const t = useTexts('roles');
  const name = useNames();
  const modules = modulesOf(useWords());
  const columns = columnsOf(modules);
  const all = modules.flatMap((module) => module.features.map((feature) => ({ module, ...feature })));
  const find = (permission: Permission) => all.find(({ match }) => match === permission);
  const featureName = (permission: Permission) => {
    const found = find(permission);
    return found ? name(found.name) : permission;
  };
  return {
    /** In the order of their names. Each box asks for names alone, so only the table sorts. */
    sortedModules: () => modules.toSorted((a, b) => name(a.title).localeCompare(name(b.title))),
    moduleName: (module: Module) => name(module.title),
    columns: columns.map(
      (feature): MatrixColumn => ({ feature, name: name(USUAL[feature] ?? [feature, feature]) }),
    ),
    /** The permissions of a module that have no column. */
    rareIn: (module: Module) =>
      module.features
        .filter((feature) => !isUsual(feature) || !columns.includes(feature.feature))
        .map(({ match }) => match),
    featureName,
    /** `nameOf('roads:view')` is "Roads: View". */
    nameOf: (permission: Permission) => {
      const found = find(permission);
      if (!found) return permission;
      return t('matrix.pair', { module: name(found.module.title), feature: name(found.name) });
    },
  };
}
