/**
 * The surveyor's form: measures and materials with the total so far. What is noted goes through the phone's outbox
 * (decision 0050), so the form works on without a network.
 */

import { Alert } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { listMaterials, type Material } from '#domains/settings/materials/contract.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import type { Entry } from '#web/outbox/entry.ts';
import { NoNetwork, RefusedNote } from '#web/outbox/notes.tsx';
import { loadAhead, onDelivery, startOutbox } from '#web/outbox/outbox.ts';
import { UnsentPhotos } from '#web/outbox/unsent-photos.tsx';
import { useEntriesOf, useOutbox } from '#web/outbox/use-outbox.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { LinesTotal } from '#web/ui/form/lines/quantity-lines.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { PIPE_SIZES_MM } from '../../intake/parts.rules.ts';
import { submitSurvey } from '../../survey/contract.ts';
import { SURVEY_SUBMIT } from '../outbox.ts';
import { latestOf } from '../portal/use-autosave.ts';
import style from '../record/record.module.css';
import { PlaceFields } from './install-dialog.tsx';
import { WaitingSubmission } from './noted-here.tsx';
import { Photos, photosOf, useNameOfUnsent } from './photos.tsx';
import { Sketch } from './sketch-pad.tsx';
import { fetchAgain, recordOf, type SurveyKeeper, surveyKeeper, typedLast } from './survey-keeper.ts';
import { type Line, SurveyMaterials } from './survey-materials.tsx';
import { SurveyNote } from './survey-note.tsx';
import {
  ALL_MATERIALS,
  amountOf,
  rateOf,
  startOf,
  totalOf,
  typeOf,
  unusualIn,
  type Values,
} from './survey-values.ts';

export function SurveyForm({ application }: { application: ApplicationDetail }) {
  const materials = useAnswer(listMaterials, { query: ALL_MATERIALS });
  const { isLoaded } = useOutbox();
  const entries = useEntriesOf(recordOf(application));
  const [isSubmitting, setSubmitting] = useState(false);
  const submitted = useSubmittedVersion(application);
  useEffect(() => {
    void startOutbox();
    void loadAhead();
  }, []);
  if (materials.error && !materials.data) return <Failed error={materials.error} retry={materials.refetch} />;
  // Submitted a moment ago: the page still has what was before.
  if (!materials.data || !isLoaded || submitted > application.version) return <RecordSkeleton />;
  const given = { application, materials: materials.data.items, entries };
  const left = typedLast(entries);
  if (left?.way === SURVEY_SUBMIT && left.state === 'waiting' && !isSubmitting)
    return <WaitingSubmission {...given} entry={left} />;
  return <SurveyFields {...given} left={left} setSubmitting={setSubmitting} />;
}

/** The version that the last submission from here has made; 0 before. */
function useSubmittedVersion(application: ApplicationDetail): number {
  const record = recordOf(application);
  const [version, setVersion] = useState(0);
  useEffect(
    () =>
      onDelivery(({ entry, answer }) => {
        if (entry.record === record && entry.way === SURVEY_SUBMIT)
          setVersion((answer as { version: number }).version);
        return false;
      }),
    [record],
  );
  return version;
}

type SurveyFieldsProps = {
  application: ApplicationDetail;
  materials: readonly Material[];
  entries: readonly Entry[];
  /** What was typed last and is not known to be on the server. */
  left: Entry | undefined;
  setSubmitting: (isSubmitting: boolean) => void;
};

/** Its answers, and what has to be kept when the page goes. */
function useKeeper({ application, left }: SurveyFieldsProps) {
  const [keeper] = useState(() => surveyKeeper(latestOf(application), left));
  const [savedAt, setSavedAt] = useState<string | null>(null);
  useEffect(() => {
    const stop = onDelivery((delivery) => {
      const isTaken = keeper.delivered(delivery);
      if (isTaken) setSavedAt(new Date().toISOString());
      return isTaken;
    });
    addEventListener('pagehide', keeper.settle);
    document.addEventListener('visibilitychange', keeper.settle);
    return () => {
      stop();
      removeEventListener('pagehide', keeper.settle);
      document.removeEventListener('visibilitychange', keeper.settle);
      keeper.settle();
    };
  }, [keeper]);
  return { keeper, savedAt };
}

function useSurvey(given: SurveyFieldsProps, keeper: SurveyKeeper) {
  const { application, materials, left, setSubmitting } = given;
  const t = useTexts('applications');
  const nameIn = useNameIn();
  const [start] = useState(() => ({
    ...startOf(latestOf(application), materials, today()),
    ...(left?.typed as Values | undefined),
  }));
  const latest = useRef<Values>(start);
  const unusualOf = (values: Values) => unusualIn(values, application, materials);
  /** With the figure, so that another one is asked about again. */
  const questionsOf = (values: Values) =>
    unusualOf(values).map((found) => {
      if (found.what === 'length')
        return t('survey.unusual_question', {
          metres: found.metres,
          usual: application.usualDistanceM ?? 0,
        });
      const line = ((values.materials ?? []) as Line[])[found.index];
      return t('survey.unusual_quantity', {
        name: nameOf(line?.materialId ?? ''),
        quantity: line?.quantity ?? '',
        usual: application.usualQuantity ?? 0,
      });
    });
  // The outbox names the version that is known when it is sent.
  const known = useRef({
    applicationId: application.id,
    get version() {
      return keeper.version();
    },
  }).current;
  /** What was asked about and confirmed: another figure is asked about again. */
  const confirmed = useRef('');
  const input = useRef({ query: { type: typeOf(start.materials, materials) } }).current;
  const nameOf = (id: string) => {
    const material = materials.find((listed) => listed.id === id);
    return material ? nameIn(material.nameEn, material.nameBn) : id;
  };
  const form = useForm(submitSurvey, {
    initial: start,
    extra: known,
    input,
    noGuard: 'kept on the phone while it is typed',
    before: async () => {
      const question = questionsOf(latest.current).join(' ');
      if (question === confirmed.current) return confirm('submit', t('survey.submit'));
      const isRight = await confirm('submit', t('survey.submit'), { question, yes: t('survey.unusual_yes') });
      if (isRight) confirmed.current = question;
      return isRight;
    },
    describes: ({ path }) =>
      path === 'materials'
        ? {
            label: t('survey.materials'),
            write: (lines) =>
              (lines as Line[]).map((line) => `${nameOf(line.materialId)}: ${line.quantity}`).join(', '),
          }
        : undefined,
    async sendBy(sent) {
      setSubmitting(true);
      try {
        const unusual =
          confirmed.current !== '' && confirmed.current === questionsOf(latest.current).join(' ');
        const outcome = await keeper.submit(
          { ...sent, body: { ...sent.body, unusual } } as typeof sent,
          latest.current,
        );
        if (outcome.kind === 'delivered') return outcome.answer as never;
        void toast('success', t('survey.kept_here'));
        return undefined;
      } finally {
        setSubmitting(false);
      }
    },
    onDone: () => toast('success', t('done.survey')),
  });
  latest.current = form.values as Values;
  input.query.type = typeOf((form.valueOf('materials') ?? []) as Line[], materials);
  /** Values that nobody typed, so that looking at a survey does not take it: those that it began with, and those that a conflict shows. */
  const shown = useRef<unknown>(start);
  const { values } = form;
  useEffect(() => {
    if (values === shown.current) return;
    shown.current = null;
    keeper.type(values as Values);
  }, [values, keeper]);
  useOthers({ ...given, keeper }, (theirs, version) => {
    shown.current = form.meet({ base: left ? undefined : start, theirs }, version);
  });
  return form;
}

/** Somebody else changed the application while the form is open, or before what was noted came to the server. */
function useOthers(
  { application, materials, left, keeper }: SurveyFieldsProps & { keeper: SurveyKeeper },
  meet: (theirs: unknown, version: number) => void,
) {
  const isConflict = left?.state === 'conflict';
  const { id, version } = application;
  // The page may not know yet what the server has.
  useEffect(() => {
    if (isConflict) void fetchAgain(id).catch(() => undefined);
  }, [isConflict, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version, and another refusal, are news
  useEffect(() => {
    const isOthers = keeper.see(application);
    if (left?.state !== 'conflict' || version <= left.version) return;
    if (!isOthers) return void keeper.repeat(left);
    keeper.meet(application);
    meet(startOf(application, materials, today()), version);
  }, [version, isConflict]);
}

function SurveyFields(given: SurveyFieldsProps) {
  const { application, materials, entries, left } = given;
  const t = useTexts('applications');
  const { instant } = useFormats();
  const { keeper, savedAt } = useKeeper(given);
  const form = useSurvey(given, keeper);
  const kept = application.survey;
  const lines = (form.valueOf('materials') ?? []) as Line[];
  const thisDay = today();
  const pipes = PIPE_SIZES_MM.map((size) => ({ value: String(size), label: t('words.mm', { count: size }) }));
  const pipeForm = {
    ...form,
    valueOf: () => String(form.valueOf('pipeSizeMm') ?? ''),
    change: (_: 'pipeSizeMm', value: unknown) => form.change('pipeSizeMm', value ? Number(value) : undefined),
  };
  // What this form has just been refused is shown by the form itself.
  const isToldAbove = left && left.state !== 'waiting' && !form.refusal && form.summary.length === 0;
  return (
    <Sheet title={t('tabs.survey')} action={<SurveyNote entries={entries} savedAt={savedAt} />}>
      <FormBody form={form} submit={t('survey.submit')}>
        <NoNetwork entries={entries} />
        {isToldAbove && !form.conflict ? <RefusedNote entry={left} /> : null}
        {kept?.returned ? (
          <Alert
            color="red"
            title={t('survey.returned', { by: kept.returned.by, at: instant(kept.returned.at) })}
          >
            {kept.returned.remark}
          </Alert>
        ) : null}
        <FieldRow>
          <DayField form={form} name="visitedOn" label={t('survey.visited')} latest={thisDay} required />
          <TextField
            form={form}
            name="distanceM"
            label={t('survey.distance')}
            help={t('survey.distance_help')}
            inputMode="decimal"
            required
          />
        </FieldRow>
        <FieldRow>
          <TextField form={form} name="roadType" label={t('survey.road')} help={t('survey.road_help')} />
          <SelectField form={pipeForm} name="pipeSizeMm" label={t('fields.pipe')} options={pipes} required />
        </FieldRow>
        <SurveyMaterials
          form={form as unknown as FormFields<string>}
          materials={materials}
          rateOf={(id) => rateOf(id, application, materials)}
          amountOf={(line) => amountOf(line, application, materials)}
        />
        <LinesTotal label={t('survey.total_so_far')} minor={totalOf(lines, application, materials)} />
        <PlaceFields form={form} />
        <SurveyPictures {...given} keeper={keeper} />
        <LongTextField form={form} name="note" label={t('survey.note')} />
      </FormBody>
    </Sheet>
  );
}

/** Photos and the sketch: on the phone at once, on the server as soon as it is reached. */
function SurveyPictures({ application, entries, keeper }: SurveyFieldsProps & { keeper: SurveyKeeper }) {
  const t = useTexts('applications');
  const take = (file: File) => keeper.photo(file);
  const nameOf = useNameOfUnsent(photosOf(application, 'survey_file').length);
  return (
    <div className={style.takePhotos}>
      <Photos application={application} kind="survey_file" />
      <UnsentPhotos entries={entries} nameOf={nameOf} />
      {application.can.attach?.allowed ? (
        <>
          <FileUpload label={t('photos.take.survey_file')} accepts="image" many send={take} />
          <Sketch take={take} />
        </>
      ) : null}
    </div>
  );
}
