/** Breaks by hand: what is asked, refused or summed up is at another place than the one at which a person looks for it. */
import type { Break } from '../break.ts';

const SHARED = 'src/domains/meters/sharing/who-sees-shared.test.ts';
const LATER = 'src/domains/billing/corrections/later-readings.test.ts';
const ADDRESSES = 'test/conformance/addresses-in-logs.test.ts';
const IDS = 'src/domains/billing/billing-ids.ts';

export const toldAtItsPlace: readonly Break[] = [
  {
    what: 'the reason of a deletion travels in the address',
    file: 'src/domains/meters/readings/contract.ts',
    find: '  body: z.object({ reason: lineSchema(300) }),',
    replace: '  query: z.object({ reason: lineSchema(300) }),',
    caughtBy: 'test/conformance/reasons-in-bodies.test.ts',
  },
  {
    what: 'each request is written to the log with its address',
    file: 'src/platform/http/server.ts',
    find: 'disableRequestLogging: true',
    replace: 'disableRequestLogging: false',
    caughtBy: ADDRESSES,
  },
  {
    what: 'what failed is written to the log with what was asked',
    file: 'src/platform/http/server.ts',
    find: "const url = request.url.split('?')[0];",
    replace: 'const { url } = request;',
    caughtBy: ADDRESSES,
    test: 'failed',
  },
  {
    what: 'a connection that is shared to see only counts as one to pay for',
    file: IDS,
    find: `mayPayFor(actor, sql\`"connectionId"\`)`,
    replace: 'sql`true`',
    caughtBy: SHARED,
    test: 'in both lists of bills',
  },
  {
    what: 'the day of the banner is the last one on which something is due',
    file: IDS,
    find: 'min("oldestDueOn") filter',
    replace: 'max("oldestDueOn") filter',
    caughtBy: SHARED,
    test: 'what is due of several',
  },
  {
    what: 'the office is told that it is the one who pays',
    file: IDS,
    find: ': sql`false`;',
    replace: ': sql`true`;',
    caughtBy: SHARED,
    test: 'what is due of several',
  },
  {
    what: 'one of several connections is the only one to pay for',
    file: IDS,
    find: 'case when count(*) filter (where pays) = 1 then',
    replace: 'case when count(*) filter (where pays) > 0 then',
    caughtBy: SHARED,
    test: 'what is due of several',
  },
  {
    what: 'a refused later figure is told at the first one',
    file: 'src/domains/meters/readings/actions/correct-billed.ts',
    find: 'throw atField(refusal, fields?.get(reading.id));',
    replace: 'throw refusal;',
    caughtBy: LATER,
    test: 'at the line in which it was typed',
  },
  {
    what: 'lines are counted without those that stay as they are',
    file: 'src/domains/billing/corrections/actions/adjust-invoice.ts',
    find: '{ ...input, typed: asked.later }',
    replace: '{ ...input, typed: input.later }',
    caughtBy: LATER,
    test: 'at the line in which it was typed',
  },
];
