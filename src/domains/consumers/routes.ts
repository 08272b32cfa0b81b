import type { Keys } from '#domains/identity/actions/open-session.ts';
import { receivePicture } from '#domains/identity/actions/pictures.ts';
import { exportRoute } from '#platform/exports/export-list.ts';
import type { Files } from '#platform/files/receive.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { addConsumer, deleteConsumer, editConsumer } from './actions/edit-consumers.ts';
import { registerConsumer } from './actions/register-consumer.ts';
import * as contract from './contract.ts';
import { consumersExport } from './exports.ts';
import { getConsumer, listConsumers } from './queries.ts';

export function routes(keys: Keys, { files }: { files: Files }): Route[] {
  return [
    action(contract.registration, (tx, actor, { body }) => registerConsumer(tx, keys, actor, body)),
    query(contract.listConsumers, (db, actor, input) => listConsumers(db, actor, input.query)),
    exportRoute(contract.listConsumersDownload, consumersExport),
    query(contract.getConsumer, (db, actor, { params }) => getConsumer(db, actor, params.id)),
    action(contract.createConsumer, (tx, actor, { body }) => addConsumer(tx, actor, body)),
    action(contract.editConsumer, (tx, actor, { body }) => editConsumer(tx, actor, body)),
    // Their account shows it; staff have a call of their own.
    special(contract.updateConsumerImage, (call) => {
      if (call.actor.kind !== 'consumer') throw fail(commonErrors.not_permitted);
      return receivePicture(files, call, 'image');
    }),
    action(contract.deleteConsumer, (tx, actor, { params }) => deleteConsumer(tx, actor, params.id)),
  ];
}
