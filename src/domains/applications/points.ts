/** What applications need from domains to the right. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { atBankSchema } from './detail.schema.ts';

/** Payments of demand notes that the bank has not decided; of what the actor may see, or of one application. */
export type NotePayments = (
  db: Db | Tx,
  actor: Actor,
  applicationId?: string,
) => Promise<z.input<typeof atBankSchema>[]>;
export const notePayments = point<NotePayments>('applications.note-payments');
