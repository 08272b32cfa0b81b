/** The acts that the domains offer, by their name, and which of them a person may do. */
import { type Actor, may } from '#platform/actor.ts';
import { fail } from '#shared/errors.ts';
import type { Name } from '#shared/words.ts';
import { errors } from './contract.ts';
import type { BulkAction, BulkList, BulkPart } from './points.ts';

export const USE = 'bulk:use';

export type Offered = ReturnType<typeof offeredBy>;

/** What all domains offer together. */
export function offeredBy(parts: readonly BulkPart[]) {
  const actions = new Map(parts.flatMap((part) => part.actions).map((action) => [action.name, action]));
  const lists = new Map(parts.flatMap((part) => part.lists).map((list) => [list.path, list]));
  const reasons: Readonly<Record<string, Name>> = Object.assign({}, ...parts.map((part) => part.reasons));
  return { actions, lists, reasons };
}

/** True if the person may do it to one record, and may do it to many. */
export function mayDo(actor: Actor, action: BulkAction): boolean {
  return may(actor, USE) && action.permissions.some((word) => may(actor, word));
}

export function actionNamed({ actions }: Offered, actor: Actor, name: string): BulkAction {
  const action = actions.get(name);
  if (!action || !mayDo(actor, action)) throw fail(errors.unknown_action);
  return action;
}

export function listAt({ lists }: Offered, actor: Actor, path: string): BulkList {
  const list = lists.get(path);
  if (!list || !may(actor, list.permission)) throw fail(errors.unknown_list);
  return list;
}

/** What people call an act; one that is not offered any more has its name. */
export function titleOf({ actions }: Offered, name: string): { en: string; bn: string } {
  const [en, bn] = actions.get(name)?.title ?? [name, name];
  return { en, bn };
}
