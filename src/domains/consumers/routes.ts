import type { Keys } from '#domains/identity/actions/open-session.ts';
import type { LinkContext } from '#domains/identity/users/actions/send-password-link.ts';
import { exportRoute } from '#platform/exports/export-list.ts';
import type { Files } from '#platform/files/receive.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { addConsumer, deleteConsumer, editConsumer } from './actions/edit-consumers.ts';
import { registerPerson } from './actions/register-person.ts';
import { sendPassword } from './actions/send-password.ts';
import { claimConsumer } from './claim/actions/claim-consumer.ts';
import * as claim from './claim/contract.ts';
import { knownPerson } from './claim/known-person.ts';
import { agreeClaim, decideClaim } from './claim/waiting/actions/decide-claim.ts';
import { sendClaimCode } from './claim/waiting/actions/send-claim-code.ts';
import { undoClaim } from './claim/waiting/actions/undo-claim.ts';
import * as waiting from './claim/waiting/contract.ts';
import { claimsExport } from './claim/waiting/exports.ts';
import { listClaims, listOwnClaims } from './claim/waiting/queries.ts';
import type { ConsumerParts } from './consumer-parts.ts';
import * as contract from './contract.ts';
import { consumersExport } from './exports.ts';
import { mergeConsumers } from './merge/actions/merge-consumers.ts';
import * as merge from './merge/contract.ts';
import { getMergePreview } from './merge/queries.ts';
import { getConsumerRecord, listConsumers, openConsumer } from './queries.ts';
import * as record from './record/contract.ts';
import { findTwins, listHistory } from './record/queries.ts';

type Context = LinkContext & { files: Files };

export function routes(keys: Keys, context: Context, parts: ConsumerParts): Route[] {
  const { files } = context;
  return [
    // A claim's tries are counted in statements of their own, before the transaction.
    special(contract.registration, ({ database: { db }, actor }, { body }) =>
      registerPerson({ db, keys, parts, publicUrl: context.publicUrl }, actor, body),
    ),
    special(claim.knownPerson, ({ database: { db }, actor }, { body }) => knownPerson(db, keys, actor, body)),
    special(claim.claimConsumer, ({ database: { db }, actor }, { body }) =>
      claimConsumer(db, actor, { keys, parts }, body),
    ),
    // Under the program's role: the account's own rows, by the query.
    special(waiting.listOwnClaims, ({ database: { db }, actor }) => listOwnClaims(db, actor)),
    special(waiting.agreeClaim, ({ database: { db }, actor }, { body }) =>
      agreeClaim(db, actor, { keys, parts }, body),
    ),
    action(waiting.sendClaimCode, (tx, actor, { body }) => sendClaimCode(tx, actor, keys, body)),
    query(waiting.listClaims, (db, _actor, input) => listClaims(db, input.query)),
    exportRoute(waiting.listClaimsDownload, claimsExport),
    action(waiting.decideClaim, (tx, actor, { params, body }) =>
      decideClaim(tx, actor, parts, { ...params, ...body }),
    ),
    action(waiting.undoClaim, (tx, actor, { params, body }) =>
      undoClaim(tx, actor, parts, { ...params, ...body }),
    ),
    query(contract.listConsumers, (db, actor, input) => listConsumers(db, actor, input.query, parts)),
    exportRoute(contract.listConsumersDownload, consumersExport(parts)),
    query(contract.getConsumer, (db, actor, { params }) =>
      getConsumerRecord(db, actor, params.id, { parts, files }),
    ),
    action(contract.createConsumer, (tx, actor, { body }) => addConsumer(tx, actor, body)),
    action(
      contract.editConsumer,
      (tx, actor, { body }) => editConsumer(tx, actor, body),
      (db, actor, { body }) => openConsumer(db, actor, body.id),
    ),
    action(contract.deleteConsumer, (tx, actor, { params }) => deleteConsumer(tx, actor, parts, params.id)),
    query(record.findTwins, (db, _actor, input) => findTwins(db, input.query)),
    query(record.consumerHistory, (db, _actor, { params }) => listHistory(db, params.id)),
    action(record.sendConsumerPassword, (tx, actor, { body }) => sendPassword(tx, actor, context, body.id)),
    query(merge.previewMerge, (db, actor, input) => getMergePreview(db, actor, parts, input.query)),
    action(merge.mergeConsumers, (tx, actor, { body }) => mergeConsumers(tx, actor, parts, body)),
  ];
}
