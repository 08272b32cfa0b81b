/** Codes that the source of a call of support or collections mentions and the call never refuses with. */
import type { NeverRefused } from './reachable-refusals.ts';

export const NEVER_REFUSED_OF_TICKETS: readonly NeverRefused[] = [
  {
    code: 'common.stale_version',
    through: 'src/domains/support/lock-ticket.ts beginStep',
    why: 'The call sends no version: it names the last message that was read.',
  },
  {
    code: 'common.not_found',
    through: /src\/platform\/files\/files\.ts (keepUpload|keepFile)$/,
    calls: /support\/ticket\/|support_ticket\//,
    why: 'A file that is not there is support.file_unknown.',
  },
  {
    code: 'support.file_unknown',
    through: 'src/domains/support/write-message.ts writeMessage',
    calls: /support_ticket\/update\/status$/,
    why: 'What resolves, rejects and opens again has words and no files.',
  },
  {
    code: 'work-orders.reading_unknown',
    through: 'src/domains/work-orders/steps/actions/create-order.ts readingOf',
    calls: /support_ticket\//,
    why: 'A ticket names no reading.',
  },
  {
    code: /^work-orders\.(asked_too_often|similar_open|reading_unknown|connection_unknown|connection_closed|place_missing|category_unknown)$/,
    through: /src\/domains\/work-orders\/steps\/actions\/create-order\.ts /,
    calls: /dunning\/approve$/,
    why: 'The office asks, for a connection that is there and active, which is locked, in a category that is there, and without a reading.',
  },
];
