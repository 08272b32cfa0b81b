/** Simulation of a tariff version over the bills of a year. Paths are ours. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { errors as tariffErrors } from '../tariffs/contract.ts';
import { simulationResult } from './simulation.rules.ts';

export const errors = errorCodes('billing', {
  /** It takes both processors, so there is one at a time, of any version. */
  simulation_running: { status: 409, constraint: 'tariff_simulations_one_at_a_time' },
  simulation_without_bills: { status: 409 },
  simulation_over: { status: 409 },
});

export const SIMULATION_STATES = ['WORKING', 'DONE', 'GIVEN_UP'] as const;

const simulation = z.object({
  id: z.uuid(),
  state: z.enum(SIMULATION_STATES),
  askedBy: z.string(),
  askedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  /** The version was changed since: the figures are those of an earlier wording. */
  isOfEarlierWording: z.boolean(),
  result: simulationResult.nullable(),
});
const state = z.object({
  /** The last one of the version; null if nobody asked yet. */
  simulation: simulation.nullable(),
  /** Another version is being simulated: the program does one at a time. */
  isBusy: z.boolean(),
});
export type SimulationState = z.output<typeof state>;

export const getSimulation = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/tariff/{id}/simulation',
  summary: 'The last simulation of a version: what the bills of a year would have been by it',
  access: { permission: 'tariffs:quote' },
  params: idParams,
  output: state,
});

export const startSimulation = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/tariff/{id}/simulation',
  summary:
    'Calculate the bills of the last twelve months again by this version, in the background; nothing is billed',
  access: { permission: 'tariffs:quote' },
  rate: 'preview',
  params: idParams,
  body: z.object({}),
  output: state,
  audit: 'tariff.simulate',
  refuses: [
    commonErrors.not_found,
    tariffErrors.tariff_state,
    errors.simulation_running,
    errors.simulation_without_bills,
  ],
});

export const giveUpSimulation = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/tariff/{id}/simulation/give-up',
  summary: 'Give up the simulation that is being calculated',
  access: { permission: 'tariffs:quote' },
  params: idParams,
  body: z.object({}),
  output: state,
  audit: 'tariff.give-up-simulation',
  refuses: [commonErrors.not_found, errors.simulation_over],
});
