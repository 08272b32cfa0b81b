/** What this phone keeps of a survey, to be read: a submission that waits for a network, or what the server did not take. */
import { Button, Group } from '@mantine/core';
import { listMaterials, type Material } from '#domains/settings/materials/contract.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import type { Entry } from '#web/outbox/entry.ts';
import { NoNetwork, RefusedNote } from '#web/outbox/notes.tsx';
import { sendNow } from '#web/outbox/outbox.ts';
import { UnsentPhotos } from '#web/outbox/unsent-photos.tsx';
import { useEntriesOf, useOnline, useOutbox } from '#web/outbox/use-outbox.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { photosOf, useNameOfUnsent } from './photos.tsx';
import { recordOf, surveyKeeper, typedLast } from './survey-keeper.ts';
import type { Line } from './survey-materials.tsx';
import { ALL_MATERIALS, totalOf, type Values } from './survey-values.ts';
import style from './visit.module.css';

type Noted = { application: ApplicationDetail; materials: readonly Material[]; entry: Entry };

const valuesOf = ({ typed }: Entry) => typed as Values & { materials: Line[] };

/** The measures and the total, as they were typed. */
function NotedFacts({ application, materials, entry }: Noted) {
  const t = useTexts('applications');
  const { digits, day, money } = useFormats();
  const values = valuesOf(entry);
  const { latitude, longitude, distanceM, visitedOn, pipeSizeMm, roadType, note } = values;
  return (
    <Facts
      facts={[
        { label: t('survey.visited'), value: visitedOn ? day(String(visitedOn)) : null },
        {
          label: t('survey.distance'),
          value: distanceM ? t('words.metres', { count: digits(String(distanceM)) }) : null,
        },
        { label: t('survey.road'), value: String(roadType ?? '') },
        {
          label: t('fields.pipe'),
          value: pipeSizeMm ? t('words.mm', { count: Number(pipeSizeMm) }) : null,
        },
        {
          label: t('fields.place'),
          value: latitude && longitude ? digits(`${latitude}, ${longitude}`) : null,
        },
        { label: t('survey.note'), value: String(note ?? '') },
        { label: t('survey.total'), value: money(totalOf(values.materials, application, materials)) },
      ]}
    />
  );
}

/** The form cannot be filled in (on hold, submitted by somebody else): what this phone keeps of it is shown all the same. */
export function LeftOnPhone({ application }: { application: ApplicationDetail }) {
  const frame = useTexts('frame');
  const nameOf = useNameOfUnsent(photosOf(application, 'survey_file').length);
  const materials = useAnswer(listMaterials, { query: ALL_MATERIALS });
  const entries = useEntriesOf(recordOf(application));
  const entry = typedLast(entries);
  if (entries.length === 0) return null;
  return (
    <Sheet title={frame('outbox.left_here')}>
      <div className={style.noted}>
        {entry && entry.state !== 'waiting' ? <RefusedNote entry={entry} isReadOnly /> : null}
        {entry ? (
          <NotedFacts application={application} materials={materials.data?.items ?? []} entry={entry} />
        ) : null}
        <UnsentPhotos entries={entries} nameOf={nameOf} />
      </div>
    </Sheet>
  );
}

type WaitingSubmissionProps = Noted & { entries: readonly Entry[] };

export function WaitingSubmission({ entries, ...noted }: WaitingSubmissionProps) {
  const { application, entry } = noted;
  const t = useTexts('applications');
  const frame = useTexts('frame');
  const nameOf = useNameOfUnsent(photosOf(application, 'survey_file').length);
  const isOnline = useOnline();
  const { sending } = useOutbox();
  const change = () => surveyKeeper(application, entry).takeBack(valuesOf(entry));
  return (
    <Sheet title={t('tabs.survey')} action={<StateChip tone="amber">{t('survey.submitted_here')}</StateChip>}>
      <div className={style.noted}>
        <NoNetwork entries={entries} />
        <p>{t('survey.submitted_here_help')}</p>
        <NotedFacts {...noted} />
        <UnsentPhotos entries={entries} nameOf={nameOf} />
        <Group gap="xs">
          <Button disabled={!isOnline || sending !== null} onClick={() => void sendNow()}>
            {frame('outbox.send')}
          </Button>
          {entry.isUncertain ? null : (
            <Button variant="default" onClick={() => void change()}>
              {t('survey.change_again')}
            </Button>
          )}
        </Group>
      </div>
    </Sheet>
  );
}
