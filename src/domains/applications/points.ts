/** What applications need from domains to the right. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import type { Db, Sql, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { MovingDeadlines } from './calendar/moving-deadlines.ts';
import type { atBankSchema, goesBackSchema } from './detail.schema.ts';

/**
 * Payments of demand notes, of what the actor may see: those that the bank has not decided, of all applications or of one,
 * and of one application the money that goes back. For the daily round, of everybody: whether money may come still.
 */
export type NotePayments = {
  atBank(db: Db | Tx, actor: Actor, applicationId?: string): Promise<z.input<typeof atBankSchema>[]>;
  /** The same of one application, for who takes its demand note away, also if they may not read payments. */
  bankHas(tx: Tx, applicationId: string): Promise<{ amountMinor: number }[]>;
  /** The last receipt of each demand note of a list, of what the actor may see: id of its payment, number. @param applicationId expression */
  receiptOf(actor: Actor, applicationId: Sql): Sql;
  goesBack(db: Db | Tx, actor: Actor, applicationId: string): Promise<z.output<typeof goesBackSchema>[]>;
  /** Whether money of its demand note is under way, or may be entered still although the last day is over. */
  mayStillCome(tx: Tx, actor: Actor, note: { applicationId: string; lastDay: string }): Promise<boolean>;
};
export const notePayments = point<NotePayments>('applications.note-payments');

/** What else has deadlines in the working time of the office. */
export const movingDeadlines = point<MovingDeadlines>('applications.moving-deadlines');
