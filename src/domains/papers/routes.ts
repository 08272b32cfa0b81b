import type { Platform } from '#platform/platform.ts';
import { type Route, special } from '#platform/route.ts';
import * as contract from './contract.ts';
import type { PaperKind } from './paper-kind.ts';
import { findPaper } from './queries.ts';

export function routes(_platform: Platform, kinds: readonly PaperKind[]): Route[] {
  return [
    // Changes nothing, so it needs no transaction.
    special(contract.checkPaper, ({ database, actor }, { body }) =>
      findPaper(database.db, kinds, { ...body, today: actor.today }),
    ),
  ];
}
