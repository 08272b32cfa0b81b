/**
 * When work has to be done. Working time of the office, as for applications and tickets: a day of a category's hours (24) is one working
 * day. Urgent work goes on at night and on days off: its hours are those of the clock.
 */
import { dueOf, ofDays, type RunningClock } from '#domains/applications/calendar/running-clock.rules.ts';
import {
  minutesOfDay,
  type Office,
  workingMinutesBetween,
} from '#domains/applications/pipeline/working-time.rules.ts';
import { HOURS_OF_DAY, type Priority, runsAlways } from './work-order.rules.ts';

const HOUR_MS = 3_600_000;

/** How long the clock was stopped in all: by the clock, and in whole minutes of work. */
export type Stopped = { ms: number; minutes: number };
const NEVER: Stopped = { ms: 0, minutes: 0 };

/** A deadline, and what it is reckoned from; null: its hours are those of the clock. */
export type Deadline = { dueAt: Date; clock: RunningClock | null };

/**
 * The deadline of work that was asked for, or opened again.
 * @param from the instant from which its time runs
 * @param work hours: of its category, by the clock; stopped: how long its clock was stopped since
 */
export function deadlineOf(
  from: Date,
  work: { hours: number; priority: Priority; stopped?: Stopped },
  office: Office,
): Deadline {
  const { hours, priority, stopped = NEVER } = work;
  if (runsAlways(priority))
    return { dueAt: new Date(from.getTime() + hours * HOUR_MS + stopped.ms), clock: null };
  const minutes = Math.round((hours * minutesOfDay(office)) / HOURS_OF_DAY);
  const clock = ofDays(from, minutes + stopped.minutes, office);
  return { dueAt: dueOf(clock, office), clock };
}

/**
 * The deadline when the clock goes on: as much time is left as when it was stopped. What was late then is late by as much.
 * @returns the new deadline, and how long this stop was
 */
export function goneOn(
  { dueAt, priority }: { dueAt: Date; priority: Priority },
  { from, to }: { from: Date; to: Date },
  office: Office,
): Deadline & { stopped: Stopped } {
  const ms = Math.max(0, to.getTime() - from.getTime());
  const stopped = { ms, minutes: Math.max(0, workingMinutesBetween(from, to, office)) };
  if (runsAlways(priority)) return { dueAt: new Date(dueAt.getTime() + ms), clock: null, stopped };
  const clock = ofDays(to, workingMinutesBetween(from, dueAt, office), office);
  return { dueAt: dueOf(clock, office), clock, stopped };
}
