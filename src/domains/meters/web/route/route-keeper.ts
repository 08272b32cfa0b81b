/** Puts what a reader notes at a meter into the phone's outbox: the figure or the reason, then the photo. */
import { randomKey } from '#web/calls/random-key.ts';
import type { Entry } from '#web/outbox/entry.ts';
import { putIn } from '#web/outbox/outbox.ts';
import { today } from '#web/today.ts';
import type { RoadMeter, RoadRoute } from '../../visits/contract.ts';
import type { CannotRead, Visit } from '../../visits/visit.rules.ts';
import { READING_MISSING, READING_PHOTO, READING_TAKEN } from '../outbox.ts';

/** What was noted: it is shown again from the phone. */
export type Noted = { visit: Visit } & ({ registerLitres: number } | { reason: CannotRead; remark: string });

type OfMonth = { meterId: string; period: string };
const recordOf = ({ meterId, period }: OfMonth) => `meter:${meterId}:${period}`;
/** As an earlier version of the program called it: the page of an entry names its month. */
const formerRecordOf = ({ meterId }: OfMonth) => `meter:${meterId}`;
const monthOf = ({ page }: Entry) => new URLSearchParams(page.split('?')[1]).get('period');

/** What the phone keeps of a meter for a month. */
export const keptOf = (entries: readonly Entry[], of: OfMonth): readonly Entry[] =>
  entries.filter(
    (entry) =>
      entry.record === recordOf(of) || (entry.record === formerRecordOf(of) && monthOf(entry) === of.period),
  );
/** The figure or the reason that the phone keeps of a meter. */
export const notedOf = (entries: readonly Entry[]): Entry | undefined =>
  entries.findLast(({ slot }) => slot === 'figure');
export const typedOf = (entry: Entry): Noted => entry.typed as Noted;
export const isStopped = ({ state }: Entry): boolean => state === 'refused' || state === 'conflict';

type Given = {
  meter: RoadMeter;
  route: Pick<RoadRoute, 'roadId' | 'period'>;
  place: Visit['place'];
  /** What the phone keeps of the meter already: its photo goes with the same visit. */
  before: Entry | undefined;
  photo: File | null;
};

export type Value = { registerLitres: number } | { reason: CannotRead; remark: string };

export async function keep({ meter, route, place, before, photo }: Given, value: Value): Promise<void> {
  const { meterId, meterNumber } = meter;
  const { roadId, period } = route;
  const sent = before && !before.isUncertain ? typedOf(before).visit.id : undefined;
  const visit: Visit = { id: sent ?? randomKey(), at: new Date().toISOString(), place };
  const common = {
    // A correction takes the place of what it corrects, also of an entry of an earlier version of the program.
    record: before?.record ?? recordOf({ meterId, period }),
    ...{ number: meterNumber, version: () => 0, isVersioned: false },
    page: `/meter-reading/${roadId}?period=${period}&at=${meterId}`,
  };
  const typed: Noted = { ...value, visit };
  const isRead = 'registerLitres' in value;
  await putIn({
    ...common,
    ...{ way: isRead ? READING_TAKEN : READING_MISSING, slot: 'figure', typed },
    input: {
      body: {
        ...{ meterId, period, visit },
        ...(isRead ? { registerLitres: value.registerLitres, readOn: today() } : { reason: value.reason }),
        ...(!isRead && value.remark ? { remark: value.remark } : {}),
      },
    },
  });
  if (photo)
    await putIn({
      ...common,
      ...{ way: READING_PHOTO, slot: 'photo', isLast: true },
      input: { query: { visitId: visit.id } },
      file: { field: 'file', name: photo.name, blob: photo },
    });
}
