/** The calls of simulations. */
import { action, query, type Route } from '#platform/route.ts';
import { giveUpSimulation, startSimulation } from './actions/ask-simulation.ts';
import * as contract from './contract.ts';
import { latestSimulation } from './queries.ts';

export const simulationRoutes = (): Route[] => [
  query(contract.getSimulation, (db, _actor, { params: { id } }) => latestSimulation(db, id)),
  action(contract.startSimulation, (tx, actor, { params: { id } }) => startSimulation(tx, actor, id)),
  action(contract.giveUpSimulation, (tx, actor, { params: { id } }) => giveUpSimulation(tx, actor, id)),
];
