/**
 * A deadline that runs, and what it is reckoned from: an instant and so many minutes of work. If the office's calendar changes, the same
 * minutes are counted again, so that a holiday that is entered and taken out again leaves the deadline as it was.
 */
import {
  addWorkingMinutes,
  minutesOfDay,
  type Office,
  workingMinutesBetween,
} from '../pipeline/working-time.rules.ts';

/** `day`: the minutes of a working day when it was reckoned, if it is so many days and not so many hours. */
export type RunningClock = { from: Date; minutes: number; day: number | null };

/** The clock of so many working days, or parts of them. */
export const ofDays = (from: Date, minutes: number, office: Office): RunningClock => ({
  ...{ from, minutes },
  day: minutesOfDay(office),
});

export function dueOf({ from, minutes, day }: RunningClock, office: Office): Date {
  const asDays = day === null ? minutes : Math.round((minutes * minutesOfDay(office)) / day);
  return addWorkingMinutes(from, asDays, office);
}

export type Calendars = { before: Office; now: Office };

export type Running = {
  dueAt: Date;
  /** Null: written by a version of the program that did not keep it. */
  clock: RunningClock | null;
  /** When the step began, for what has no clock. */
  began: Date;
  /** It is counted in days. */
  inDays: boolean;
  /** The minutes are kept elsewhere and stay as they are. */
  fixed?: number | undefined;
};

/**
 * The deadline by the calendar as it is now. What was put on another instant by hand is not what its clock says: it keeps the minutes that it
 * had from its beginning to that instant.
 */
export function reckoned(running: Running, { before, now }: Calendars): { dueAt: Date; clock: RunningClock } {
  const { dueAt, clock } = running;
  if (clock) {
    const due = dueOf(clock, now);
    if (isSame(due, dueAt) || isSame(dueOf(clock, before), dueAt)) return { dueAt: due, clock };
  }
  const taken = takenOver(running, before);
  return { dueAt: dueOf(taken, now), clock: taken };
}

const isSame = (a: Date, b: Date) => a.getTime() === b.getTime();

/** The clock of a deadline of which only its instant is known. */
function takenOver({ dueAt, began, inDays, fixed }: Running, before: Office): RunningClock {
  const minutes = fixed ?? workingMinutesBetween(began, dueAt, before);
  return {
    ...{ minutes, day: inDays ? minutesOfDay(before) : null },
    // Counted back, so that no seconds are lost.
    from: addWorkingMinutes(dueAt, -minutes, before),
  };
}
