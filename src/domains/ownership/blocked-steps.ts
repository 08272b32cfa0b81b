/**
 * Steps that are somebody's now and that the server would refuse for facts that the page has: with the code and the values of that refusal.
 * What ends within a minute by itself, as the wait between two codes, is left to the server.
 */
import { refuseHandOver } from '#domains/meters/closure/refuse-hand-over.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { AppError, fail } from '#shared/errors.ts';
import { errors, type RequestDetail } from './contract.ts';
import { type Facts, type RequestAction, refusalOf } from './ownership.rules.ts';
import { refuseUnready, refuseWrongOwners, type ToAccept } from './ready-to-accept.ts';

type Consent = Pick<RequestDetail['consents'][number], 'side' | 'givenAs' | 'codeSentAt' | 'hasCodesLeft'>;
type Known = {
  requestId: string;
  facts: Facts;
  consents: readonly Consent[];
  missing: RequestDetail['missing'];
};
type Blocked = RequestDetail['blocked'];

export async function blockedSteps(db: Db | Tx, actor: Actor, known: Known): Promise<Blocked> {
  const { requestId, facts, consents, missing } = known;
  const blocked: Blocked = {};
  const block = (action: RequestAction, refusal: AppError | undefined) => {
    if (refusal) blocked[action] = { code: refusal.error.code, params: refusal.params };
  };
  const isTheirs = (action: RequestAction) => refusalOf(action, facts, actor) === null;
  if (refusalOf('accept', facts, actor) === 'own_check') block('accept', fail(errors.own_check));
  else if (isTheirs('accept')) block('accept', await refusalOfAccepting(db, actor, requestId));
  if (isTheirs('verify') && missing.length > 0) {
    block('verify', fail(errors.papers_missing, { missing: missing.join(' ') }));
  }
  for (const action of ['verify', 'read'] as const)
    if (isTheirs(action) && !blocked[action]) {
      block(action, await askedOf(db, requestId, (request) => refuseWrongOwners(db, actor, request)));
    }
  const open = consents.filter(({ givenAs }) => givenAs === null);
  if (isTheirs('send-code') && !open.some(({ hasCodesLeft }) => hasCodesLeft)) {
    block('send-code', fail(errors.code_wait));
  }
  if (isTheirs('agree')) block('agree', refusalOfAgreeing(open, facts.side));
  return blocked;
}

/** An owner answers for themselves only, the office for both. */
function refusalOfAgreeing(open: readonly Consent[], own: Facts['side']): AppError | undefined {
  const theirs = open.filter(({ side }) => own === null || side === own);
  if (theirs.length === 0) return fail(errors.agreed_already);
  return theirs.some(({ codeSentAt }) => codeSentAt !== null) ? undefined : fail(errors.code_over);
}

type Handover = ToAccept & { readOn: string; registerLitres: number | null };

const refusalOfAccepting = (db: Db | Tx, actor: Actor, requestId: string): Promise<AppError | undefined> =>
  askedOf(db, requestId, async (request) => {
    const { connectionId, readOn, registerLitres } = request;
    await refuseUnready(db, actor, request);
    await refuseHandOver(db, actor, { connectionId, on: readOn, registerLitres });
  });

/** What a step asks before it writes anything, asked now. */
async function askedOf(
  db: Db | Tx,
  requestId: string,
  ask: (request: Handover) => Promise<unknown>,
): Promise<AppError | undefined> {
  const request = await one<Handover>(
    db,
    sql`select id, connection_id as "connectionId", from_consumer_id as "fromConsumerId", to_consumer_id as "toConsumerId",
        liability_minor as "liabilityMinor", name, name_bn as "nameBn", phone, read_on as "readOn",
        register_litres as "registerLitres" from ownership.requests where id = ${requestId}`,
  );
  try {
    await ask(request);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
