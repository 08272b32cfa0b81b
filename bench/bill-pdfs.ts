/**
 * The bills of a posted run printed in one job, against the same bills asked for one by one as today, two at a time. Also says how much memory
 * the program and its processes have in the first and in the last tenth of the time: it does not grow with the run. And how much processor time
 * of both a bill takes, which says more than bills a second if others work on the machine.
 * `npm run bench -- bill-pdfs [bills]`, 10,000 unless given
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billData } from '#domains/billing/invoices/pdf/bill-pdf.ts';
import { billPaper } from '#domains/billing/invoices/pdf/paper.ts';
import { paperBills } from '#domains/billing/invoices/pdf/paper-bills.ts';
import { startPrint } from '#domains/billing/prints/actions/start-print.ts';
import { workPrint } from '#domains/billing/prints/actions/work-print.ts';
import { PRINT_WORKERS } from '#domains/billing/prints/print.rules.ts';
import { checkMark } from '#domains/papers/check-mark.ts';
import { systemActor } from '#platform/actor.ts';
import { all, type Db, one, sql, transaction } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import { openLane, type PdfLane } from '#platform/pdf/lane.ts';
import { renderPdf } from '#platform/pdf/render.ts';
import { benchServer, seconds } from './bench-database.ts';
import { billRun } from './bill-run.ts';
import { seedConnections } from './seed-connections.ts';

const BASELINE_BILLS = 200;
const AT_ONCE = 2;
const SAMPLE_MS = 100;
const MEGABYTE = 1_048_576;
const publicUrl = 'https://water.example';
const clock = { now: () => new Date('2026-11-01T03:00:00Z'), timeZone: 'Asia/Dhaka' };
const actor = systemActor(clock.now(), '2026-11-01');

export async function run([bills = '10000']: string[]): Promise<Record<string, unknown>> {
  const server = await benchServer((owner) => seedConnections(owner, Number(bills)));
  const folder = mkdtempSync(join(tmpdir(), 'jolkol-prints-'));
  const lane = openLane();
  try {
    const { app } = await server.clone('printed');
    const { db } = app;
    const runId = await billRun(app);
    const { id } = await transaction(db, (tx) => startPrint(tx, actor, { runId, households: 'ALL' }));
    const store = localStore({ folder, secret: Buffer.alloc(32, 7), linkBase: '/files' });
    const means = { db, store, clock, lane, publicUrl };
    const memory = sampleMemory(lane);
    const before = process.cpuUsage();
    const printing = await seconds(() =>
      Promise.all(Array.from({ length: PRINT_WORKERS }, () => workPrint(means, id))),
    );
    const samples = memory.stop();
    const { user, system } = process.cpuUsage(before);
    const worked_ms =
      (user + system) / 1000 + lane.processes().reduce((sum, pid) => sum + processorMs(pid), 0);
    const made = await one<{ bills: number; bytes: number }>(
      db,
      sql`select sum(bills)::int as bills, sum(bytes)::bigint as bytes from billing.print_parts where print_id = ${id}`,
    );
    const alone = await all<{ id: string }>(
      db,
      sql`select id from billing.invoices where run_id = ${runId} order by id limit ${BASELINE_BILLS}`,
    );
    const oneByOne = await seconds(() => printAlone(db, alone));
    const tenth = Math.max(1, Math.floor(samples.length / 10));
    const peak = (of: readonly number[]) => Math.round(Math.max(0, ...of));
    return {
      bills: made.bills,
      pdfs_per_s: round(made.bills / printing),
      baseline: round(alone.length / oneByOne),
      peak_mb_first_tenth: peak(samples.slice(0, tenth)),
      peak_mb_last_tenth: peak(samples.slice(-tenth)),
      cpu_ms_per_bill: round(worked_ms / made.bills),
      kb_per_bill: round(made.bytes / 1024 / made.bills),
    };
  } finally {
    lane.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const round = (value: number) => Math.round(value * 10) / 10;

/** As the call for one bill makes it, without the call. */
async function printAlone(db: Db, bills: readonly { id: string }[]): Promise<void> {
  const left = [...bills];
  const work = async () => {
    for (let bill = left.shift(); bill; bill = left.shift()) {
      const { id } = bill;
      const paper = (await paperBills(db, actor, [id])).get(id);
      if (!paper) throw new Error('a bill is gone');
      const choice = { language: 'bn' as const, publicUrl, actor };
      const data = await billData(db, paper, choice);
      const check = await checkMark(db, billPaper, id, { ...choice, today: actor.today });
      await renderPdf({
        template: { path: 'domains/billing/invoices/pdf/bill.typ' },
        data: { ...data, check },
        tagged: false,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Of this process and those of the lane, in MB. */
function sampleMemory(lane: PdfLane): { stop(): number[] } {
  const samples: number[] = [];
  const timer = setInterval(() => {
    const own = process.memoryUsage.rss() / MEGABYTE;
    samples.push(lane.processes().reduce((sum, pid) => sum + residentMb(pid), own));
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return samples;
    },
  };
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Of its own programs and of the system for it. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // It has ended.
    return 0;
  }
}
