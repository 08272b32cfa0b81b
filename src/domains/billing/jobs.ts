import { z } from 'zod';
import type { DomainJob, JoinedFaces } from '#platform/face.ts';
import { pdfLane } from '#platform/pdf/lane.ts';
import type { Platform } from '#platform/platform.ts';
import { resumeRuns, workCalculation, workPosting } from './bill-run/actions/work-run.ts';
import { CALCULATE_JOB, POST_JOB } from './bill-run/run-jobs.ts';
import { TURN_JOB, workCategories } from './categories/actions/turn-categories.ts';
import { LATE_JOB, tellLateDisputes } from './disputes/actions/tell-late.ts';
import { ENDING_JOB, tellEndingHouses } from './empty-houses/actions/tell-ending.ts';
import { tellAdvance } from './invoices/actions/tell-advances.ts';
import { foldInvoiceTally } from './invoices/tally.ts';
import { EXPIRE_JOB, expireLeaks } from './leaks/actions/end-leaks.ts';
import { WORK_JOB, workPlans } from './payment-plans/actions/work-plans.ts';
import { keptByDay, settledByDay } from './points.ts';
import { deletePrintFiles } from './prints/actions/delete-files.ts';
import { resumePrints, takePrintTurn } from './prints/actions/work-print.ts';
import { DELETE_JOB, PRINT_JOB } from './prints/print.rules.ts';
import { CREDIT_JOB, creditRebates } from './rebates/actions/credit-rebates.ts';
import { resumeSimulations, workSimulation } from './simulations/actions/work-simulation.ts';
import { SIMULATE_JOB } from './simulations/simulate-job.ts';
import { CHARGE_JOB, chargeSurcharges } from './surcharges/actions/charge-surcharges.ts';

/** A run made no progress for this long: its workers are gone. */
const STILL_SECONDS = 30;
/** The same of a print, whose files take longer than chunks. */
const PRINT_STILL_SECONDS = 120;

/** Added by the database, when the advance of a closed connection rose (migration 0088). */
const advancePayload = z.object({ connectionId: z.uuid() });
const runPayload = z.object({ runId: z.uuid() });
const printPayload = z.object({ printId: z.uuid() });
const simulationPayload = z.object({ simulationId: z.uuid() });

export function jobs(
  { database, clock, files, publicUrl }: Platform,
  { only }: Pick<JoinedFaces, 'only'>,
): Record<string, DomainJob> {
  return {
    [CHARGE_JOB]: {
      runs: { dailyAt: '00:20' },
      run: () => chargeSurcharges(database.db, clock, only(settledByDay)),
    },
    [CREDIT_JOB]: {
      runs: { dailyAt: '00:35' },
      run: () => creditRebates(database.db, clock, only(keptByDay)),
    },
    [TURN_JOB]: { runs: { dailyAt: '07:40' }, run: () => workCategories(database.db, clock) },
    [ENDING_JOB]: { runs: { dailyAt: '07:45' }, run: () => tellEndingHouses(database.db, clock) },
    [LATE_JOB]: { runs: { dailyAt: '07:50' }, run: () => tellLateDisputes(database.db, clock) },
    [EXPIRE_JOB]: { runs: { dailyAt: '07:55' }, run: () => expireLeaks(database.db, clock) },
    [WORK_JOB]: { runs: { dailyAt: '08:05' }, run: () => workPlans(database.db, clock) },
    'billing:resume-runs': { runs: 'every-minute', run: () => resumeRuns(database.db, STILL_SECONDS) },
    'billing:tell-advance': {
      run: (payload) => tellAdvance(database.db, clock, advancePayload.parse(payload).connectionId),
    },
    [SIMULATE_JOB]: {
      long: 'town',
      run: (payload) => workSimulation(database.db, clock, simulationPayload.parse(payload).simulationId),
    },
    'billing:resume-simulations': { runs: 'every-minute', run: () => resumeSimulations(database.db) },
    'billing:fold-tally': { runs: 'every-minute', run: () => foldInvoiceTally(database.db) },
    [PRINT_JOB]: {
      solvedByDomain: true,
      long: 'paper',
      run: (payload) =>
        takePrintTurn(
          { db: database.db, store: files.store, clock, lane: pdfLane, publicUrl },
          printPayload.parse(payload).printId,
        ),
    },
    'billing:resume-prints': {
      runs: 'every-minute',
      run: () => resumePrints(database.db, PRINT_STILL_SECONDS),
    },
    [DELETE_JOB]: {
      runs: { dailyAt: '03:20' },
      run: () => deletePrintFiles({ db: database.db, store: files.store, clock }),
    },
    [CALCULATE_JOB]: {
      solvedByDomain: true,
      long: 'town',
      run: (payload, { signal }) =>
        workCalculation(database.db, clock, runPayload.parse(payload).runId, () => !signal.aborted),
    },
    [POST_JOB]: {
      solvedByDomain: true,
      long: 'town',
      run: (payload, { signal }) =>
        workPosting(database.db, clock, runPayload.parse(payload).runId, () => !signal.aborted),
    },
  };
}
