/** Breaks by hand: both owners agree by the code of their phone, also who asks: a session may be stolen. */
import type { Break } from '../break.ts';

const consent = 'src/domains/ownership/consent-to-what-is-asked.test.ts';
const codes = 'src/domains/ownership/steps/actions/send-codes.ts';

export const consents: readonly Break[] = [
  {
    what: 'a correction by the present owner leaves their own consent',
    file: codes,
    find: 'code_hash = null where request_id = ${id} returning side`',
    replace: "code_hash = null where request_id = ${id} and side <> 'PRESENT' returning side`",
    caughtBy: consent,
  },
  {
    what: 'a correction by the new owner leaves their own consent',
    file: codes,
    find: 'code_hash = null where request_id = ${id} returning side`',
    replace: "code_hash = null where request_id = ${id} and side <> 'NEW' returning side`",
    caughtBy: consent,
  },
  {
    what: 'who asks gets no code',
    file: 'src/domains/ownership/steps/actions/request-change.ts',
    find: 'await sendConsentCode(tx, actor, keys, { requestId: request.id, side });',
    replace: 'if (askedAs !== side) await sendConsentCode(tx, actor, keys, { requestId: request.id, side });',
    caughtBy: consent,
  },
];
