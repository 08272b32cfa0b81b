import type { Keys } from '#domains/identity/actions/open-session.ts';
import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import { addConsumer, deleteConsumer, editConsumer } from './actions/edit-consumers.ts';
import { registerConsumer } from './actions/register-consumer.ts';
import * as contract from './contract.ts';
import { consumersExport } from './exports.ts';
import { getConsumer, listConsumers } from './queries.ts';

export function routes(keys: Keys): Route[] {
  return [
    action(contract.registration, (tx, actor, { body }) => registerConsumer(tx, keys, actor, body)),
    query(contract.listConsumers, (db, actor, input) => listConsumers(db, actor, input.query)),
    exportRoute(contract.listConsumersDownload, consumersExport),
    query(contract.getConsumer, (db, actor, { params }) => getConsumer(db, actor, params.id)),
    action(contract.createConsumer, (tx, actor, { body }) => addConsumer(tx, actor, body)),
    action(contract.editConsumer, (tx, actor, { body }) => editConsumer(tx, actor, body)),
    action(contract.deleteConsumer, (tx, actor, { params }) => deleteConsumer(tx, actor, params.id)),
  ];
}
