import { lazy, Suspense } from 'react';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Facts, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { LinesTable } from '../papers/lines-table.tsx';
import { Photos } from './photos.tsx';

const LeftOnPhone = onDemand(() => import('./noted-here.tsx').then((file) => file.LeftOnPhone));

/** Only surveyors fill it in. */
const SurveyForm = lazy(() => import('./survey-form.tsx').then((file) => ({ default: file.SurveyForm })));

const SURVEY_TONES = {
  DRAFT: 'blue',
  RETURNED: 'red',
  SUBMITTED: 'amber',
  APPROVED: 'green',
  REVISED: 'grey',
} as const;

/** The surveyor's form while it is theirs to fill in, after that the survey to read. */
export function SurveyTab({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const may = useMay();
  const { survey, can } = application;
  if (can.survey?.allowed) {
    return (
      <Suspense fallback={<RecordSkeleton />}>
        <SurveyForm key={application.id} application={application} />
      </Suspense>
    );
  }
  return (
    <>
      {may('applications:survey') ? <LeftOnPhone application={application} /> : null}
      {survey ? (
        <SurveyFacts application={application} survey={survey} />
      ) : (
        <Sheet>
          <NothingYet title={t('survey.none')} text={t('survey.none_help')} />
        </Sheet>
      )}
    </>
  );
}

type SurveyFactsProps = {
  application: ApplicationDetail;
  survey: NonNullable<ApplicationDetail['survey']>;
};

function SurveyFacts({ application, survey }: SurveyFactsProps) {
  const t = useTexts('applications');
  const { digits, day } = useFormats();
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { latitude, longitude } = survey;
  return (
    <Sheet
      title={t('tabs.survey')}
      action={<StateChip tone={SURVEY_TONES[survey.state]}>{t(`survey_states.${survey.state}`)}</StateChip>}
    >
      <Facts
        facts={[
          { label: t('survey.visited'), value: survey.visitedOn && day(survey.visitedOn) },
          { label: t('survey.type'), value: t(`survey.types.${survey.type}`) },
          {
            label: t('survey.distance'),
            value: survey.distanceM && t('words.metres', { count: digits(survey.distanceM) }),
          },
          { label: t('survey.road'), value: survey.roadType },
          {
            label: t('fields.pipe'),
            value: survey.pipeSizeMm && t('words.mm', { count: survey.pipeSizeMm }),
          },
          { label: t('fields.place'), value: latitude && longitude && digits(`${latitude}, ${longitude}`) },
          { label: t('survey.note'), value: survey.note },
        ]}
      />
      <LinesTable
        caption={t('survey.materials')}
        of={t('survey.material')}
        lines={survey.materials.map((line) => ({
          ...line,
          key: line.materialId,
          name: nameIn(line.nameEn, line.nameBn),
          quantity: `${line.quantity} ${unitIn(line.unit)}`,
        }))}
        sum={{ label: t('survey.total'), minor: survey.totalMinor }}
      />
      <Photos application={application} kind="survey_file" />
    </Sheet>
  );
}
