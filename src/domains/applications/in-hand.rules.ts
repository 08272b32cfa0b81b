/**
 * Who has an application now (domain.md §5.1, "desk owner"): the person whose step it waits for. They put it on hold and let it go on,
 * as the office does.
 */
import type { Permission } from '#shared/permissions.ts';
import type { Facts, Who } from './facts.rules.ts';

/** @param isAtDesk it is the turn of this person's desk, or of the one whose deputy they are */
export function hasItNow(waiting: Facts, { userId, permissions }: Who, isAtDesk: boolean): boolean {
  if (userId === null) return false;
  const does = (work: Permission) => permissions.has(work);
  const isAssigned = waiting.assigneeId === userId;
  switch (waiting.state) {
    case 'PENDING':
      return does('applications:accept');
    case 'WAITING_FOR_REVIEW':
      return isAtDesk && does('noc:decide') && !waiting.decidedBy.includes(userId);
    case 'WAITING_FOR_METER_NUMBER':
      return does('applications:letter');
    case 'READY_TO_SURVEY':
      return waiting.surveyState === 'SUBMITTED'
        ? does('applications:approve-survey') && waiting.surveyorId !== userId
        : does('applications:survey') && isAssigned;
    case 'READY_FOR_METER_INSTALLATION':
      return waiting.installationRecorded
        ? does('applications:confirm-install') && waiting.installerId !== userId
        : does('applications:install') && isAssigned;
    default:
      return false;
  }
}
