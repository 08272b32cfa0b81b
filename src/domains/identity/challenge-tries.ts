import { type AppError, type ErrorCode, fail } from '#shared/errors.ts';
import { errors } from './contract.ts';
import type { Challenge } from './sign-in-answer.rules.ts';

export const MAX_TRIES = 5;

export type Waiting = {
  user_id: string;
  /** With this one. */
  tries: number;
  step: Challenge['step'];
  issuer: string | null;
  subject: string | null;
};

/** What refuses a wrong try: the last one ends the challenge, and says so at once. */
export function wrongTry({ tries }: Waiting, wrong: ErrorCode): AppError {
  return fail(tries >= MAX_TRIES ? errors.challenge_over : wrong);
}
