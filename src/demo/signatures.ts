/** The signatures of who signs papers: each of them writes another hand. */
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { setPicture } from '#domains/identity/actions/set-picture.ts';
import { transaction } from '#platform/database/db.ts';
import { type Files, receiveFile, sentBy } from '#platform/files/receive.ts';
import type { Story } from './story.ts';

const HANDS = {
  admin: 'M20 70c20-50 40-40 36 0s18 20 26-16 26-10 18 14 30 8 44-12 40-16 30 10 60-20 110-22',
  reviewer: 'M24 78c26-58 46-58 42-12s14 30 30-6 22-22 18 8 22 22 34-4 26-14 24 4 30 12 48-8 40-8 62-2',
  engineer: 'M18 40c40 60 52 58 60 10s20-34 22 6 14 26 30-14 24-12 22 16 34 4 60-16 50-4 84-8',
  rajukSAE: 'M20 86c10-70 34-74 34-20s16 22 22-10 20-28 24 2 26 12 40-10 30 14 54 4 60-14 100-6',
  rajukAE: 'M22 54c30-34 48-26 30 10s8 30 32 0 26-30 28 0 20 24 40-6 22 12 46 2 54-22 96-18',
  rajukPM: 'M16 62c24 30 36 20 44-14s24-18 20 12 26 20 38-12 18 28 42 6 36-20 40 2 56-6 100-14',
  rajukPD: 'M20 92c24-84 46-86 40-30s10 34 30 2 30-44 30-6 18 30 44-8 30 18 60-2 40 4 90-20',
} as const;

const drawn = (path: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120">
  <path d="${path}" fill="none" stroke="#1b2a52" stroke-width="4"/></svg>`;

/** Before the first paper is signed. */
export async function signAccounts({ db, at, months, today }: Story, files: Files): Promise<void> {
  for (const role of Object.keys(HANDS) as (keyof typeof HANDS)[]) {
    const actor = at(role, months[0] ?? today);
    const picture = await sharp(Buffer.from(drawn(HANDS[role])))
      .png()
      .toBuffer();
    const upload = { kind: 'image', name: 'signature.png', ...sentBy(actor) } as const;
    const { id } = await receiveFile(files, db, Readable.from([picture]), upload);
    await transaction(db, (tx) => setPicture(tx, actor, { kind: 'signature' }, id));
  }
}
