/**
 * The two clocks of a ticket, in working time: until somebody answers, and until it is solved. Only waiting for the consumer stops the
 * second one: work at the place is a wait for the utility. An answer is what staff write to the consumer; nothing else ends the first one.
 */
import {
  addWorkingMinutes,
  type Office,
  workingMinutesBetween,
} from '#domains/applications/pipeline/working-time.rules.ts';

export type Hours = { answerHours: number; solveHours: number };
export type Clock = {
  /** Null: answered, or ended. */
  answerDueAt: Date | null;
  /** From when the hours of the answer count. */
  answerFrom: Date | null;
  /** Null: stopped, or ended. */
  solveDueAt: Date | null;
  /** The instant and the minutes of work that it is reckoned from. */
  solve: { from: Date; minutes: number } | null;
  /** Working minutes that were left when it was stopped; negative if it was late by then. */
  minutesLeft: number | null;
};

/** A ticket is created, or opened again. */
export const started = (at: Date, { answerHours, solveHours }: Hours, office: Office): Clock => ({
  answerDueAt: addWorkingMinutes(at, answerHours * 60, office),
  answerFrom: at,
  ...solvedIn(at, solveHours * 60, office),
  minutesLeft: null,
});

const solvedIn = (from: Date, minutes: number, office: Office) => ({
  solveDueAt: addWorkingMinutes(from, minutes, office),
  solve: { from, minutes },
});

export const answered = (clock: Clock): Clock => ({ ...clock, answerDueAt: null, answerFrom: null });

export const stopped = (clock: Clock, at: Date, office: Office): Clock =>
  clock.solveDueAt === null
    ? clock
    : {
        ...clock,
        ...{ solveDueAt: null, solve: null },
        minutesLeft: workingMinutesBetween(at, clock.solveDueAt, office),
      };

/** What was late when it was stopped is late by as much when it goes on. */
export const resumed = (clock: Clock, at: Date, office: Office): Clock =>
  clock.minutesLeft === null
    ? clock
    : { ...clock, ...solvedIn(at, clock.minutesLeft, office), minutesLeft: null };

/** Resolved and rejected tickets leave no due time. */
export const ended = (): Clock => ({
  ...{ answerDueAt: null, answerFrom: null },
  ...{ solveDueAt: null, solve: null, minutesLeft: null },
});

/** The clock of the solution was over at that instant. */
export const wasLate = ({ solveDueAt, minutesLeft }: Clock, at: Date): boolean =>
  solveDueAt ? solveDueAt < at : minutesLeft !== null && minutesLeft < 0;
