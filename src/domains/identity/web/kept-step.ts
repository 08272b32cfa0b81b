/**
 * The step that a person is at, between the first and the last step of signing in or registering. A cheap phone throws
 * the page away while its owner reads the SMS; the page that is loaded again goes on there. In this tab only, never a
 * code or a password, and no longer than the server would take the next step.
 */
import type { CodePurpose } from '../contract.ts';

/** A code was sent to this number. */
export type SentCode = {
  phone: string;
  /** When another one may be asked for (epoch milliseconds). */
  againAt: number;
  /** When the code runs out. */
  until: number;
};

/** The number is proven: good for one registration of this number. */
type ProvenStep = { proven: { phone: string; proof: string }; until: number };

/** The password was right, and a code of the app is asked for. Without that code the token opens nothing. */
type SecondStep = { token: string; until: number };

/** What was typed into the registration; the password is not among it. */
export type TypedPerson = { name: string; email: string; nid: string; dateOfBirth: string };
type TypedStep = { typed: TypedPerson; until: number };

/** Whether the person answered that they have a connection already. */
type AnswerStep = { hasConnection: boolean; until: number };

type Steps = { [P in CodePurpose as `code ${P}`]: SentCode } & {
  proven: ProvenStep;
  answer: AnswerStep;
  person: TypedStep;
  'second-step': SecondStep;
};

const keyOf = (step: keyof Steps) => `signInStep ${step}`;

/** Ten minutes, as the server's challenges and proofs. */
export const STEP_MS = 600_000;

export function keepStep<S extends keyof Steps>(step: S, value: Steps[S]) {
  sessionStorage.setItem(keyOf(step), JSON.stringify(value));
}

export function forgetStep(...steps: (keyof Steps)[]) {
  for (const step of steps) sessionStorage.removeItem(keyOf(step));
}

/** The step as it was kept; what has run out is removed. */
export function keptStep<S extends keyof Steps>(step: S, now = Date.now()): Steps[S] | null {
  const text = sessionStorage.getItem(keyOf(step));
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as Steps[S];
    if (kept.until > now) return kept;
  } catch {
    // Written by somebody else, or by another version of this page.
  }
  forgetStep(step);
  return null;
}
