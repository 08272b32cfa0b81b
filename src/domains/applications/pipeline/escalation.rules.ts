/** When a step that runs late is told further: before its time is over, when it is, and when it is far beyond. */
import { STATE_NAMES, type State } from '../application.rules.ts';
import { slaHoursOf, type WorkSettings } from '../settings/settings.rules.ts';
import { addWorkingMinutes, type Office } from './working-time.rules.ts';

/** 1 tells who does the step, 2 who assigns work, 3 the administrators. */
export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];

export type Limit = { state: State; level: Level; until: Date };

const MINUTES = 60;

/**
 * What is due by `until` in a state has reached the level now. Working hours count, as for the step itself.
 * @param now at which the limits are asked for
 */
export function limitsAt(now: Date, settings: WorkSettings & { office: Office }): Limit[] {
  const { office, escalation } = settings;
  return STATE_NAMES.flatMap((state) => {
    const hours = slaHoursOf(settings, state);
    if (hours === null) return [];
    const share = (percent: number) => Math.round((hours * MINUTES * percent) / 100);
    const soon = share(escalation.soonPercent);
    return [
      ...(soon === 0 ? [] : [{ state, level: 1 as const, until: addWorkingMinutes(now, soon, office) }]),
      { state, level: 2 as const, until: now },
      { state, level: 3 as const, until: addWorkingMinutes(now, -share(escalation.farPercent), office) },
    ];
  });
}
