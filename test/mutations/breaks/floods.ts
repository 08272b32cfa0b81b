/** Breaks by hand: what keeps a household from flooding the office. */
import type { Break } from '../break.ts';

const ORDERS = 'src/domains/work-orders/asked-too-often.test.ts';
const DRAFTS = 'src/domains/applications/intake/drafts-of-household.test.ts';
const PAPERS = 'src/domains/applications/intake/papers-by-work.test.ts';

export const floods: readonly Break[] = [
  {
    what: 'a household asks for work as often as it likes',
    file: 'src/domains/work-orders/steps/actions/create-order.ts',
    find: "if (actor.kind === 'consumer') await refuseTooOften(tx, actor);",
    replace: '',
    caughtBy: ORDERS,
  },
  {
    what: 'requests for work at once are not counted one after the other',
    file: 'src/domains/work-orders/steps/actions/create-order.ts',
    find: 'select pg_advisory_xact_lock(',
    replace: 'select (',
    caughtBy: ORDERS,
  },
  {
    what: 'who asked for work is counted for good',
    file: 'src/domains/work-orders/steps/actions/create-order.ts',
    find: " and asked_at > ${actor.now}::timestamptz - interval '1 day'",
    replace: '',
    caughtBy: ORDERS,
  },
  {
    what: 'an order takes any number of photos of a household',
    file: 'src/domains/work-orders/steps/actions/add-photo.ts',
    find: "actor.kind === 'consumer' ? PHOTOS_OF_HOUSEHOLD : PHOTOS_OF_ORDER",
    replace: 'PHOTOS_OF_ORDER',
    caughtBy: ORDERS,
  },
  {
    what: 'a household has any number of drafts',
    file: 'src/domains/applications/intake/actions/save-draft.ts',
    find: 'if (own) await refuseTooMany(tx, actor);',
    replace: '',
    caughtBy: DRAFTS,
  },
  {
    what: 'drafts at once are not counted one after the other',
    file: 'src/domains/applications/intake/actions/save-draft.ts',
    find: 'select pg_advisory_xact_lock(',
    replace: 'select (',
    caughtBy: DRAFTS,
  },
  {
    what: 'a deleted draft counts',
    file: 'src/domains/applications/intake/actions/save-draft.ts',
    find: " and state = 'DRAFT' and deleted_at is null",
    replace: " and state = 'DRAFT'",
    caughtBy: DRAFTS,
  },
  {
    what: 'an application takes any number of further papers',
    file: 'src/domains/applications/intake/actions/add-document.ts',
    find: '  if (MANY_KINDS.includes(kind)) await refuseFull(tx, subject.id, kind);\n',
    replace: '',
    caughtBy: PAPERS,
  },
  {
    what: 'a change of owner takes any number of papers',
    file: 'src/domains/ownership/steps/actions/add-paper.ts',
    find: 'if (brought >= PAPERS)',
    replace: 'if (brought >= PAPERS * 100)',
    caughtBy: 'src/domains/ownership/steps/remove-papers.test.ts',
  },
];
