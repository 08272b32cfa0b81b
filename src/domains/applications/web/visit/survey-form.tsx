/** The surveyor's form: measures and materials, kept on the server as they are typed, with the total so far. */

import { Alert } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { listMaterials, type Material } from '#domains/settings/materials/contract.ts';
import { call } from '#web/calls/call.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { PIPE_SIZES_MM } from '../../intake/parts.rules.ts';
import { saveSurvey, submitSurvey } from '../../survey/contract.ts';
import { isQuantity, lineAmount } from '../../survey/quantity.rules.ts';
import type { Autosave, SaveState } from '../autosave.ts';
import style from '../record/record.module.css';
import { SaveNote } from '../save-note.tsx';
import { latestOf, useAutosave } from '../use-autosave.ts';
import { PlaceFields } from './install-dialog.tsx';
import { TakePhotos } from './photos.tsx';
import { type Line, SurveyMaterials } from './survey-materials.tsx';

/** All materials in use; a survey begins with the fixed ones in their usual quantity. */
const ALL_MATERIALS = { active: true, limit: 200 } as const;

export function SurveyForm({ application }: { application: ApplicationDetail }) {
  const materials = useAnswer(listMaterials, { query: ALL_MATERIALS });
  const { isReady, ...saved } = useSavedSurvey(application);
  if (materials.error && !materials.data) return <Failed error={materials.error} retry={materials.refetch} />;
  if (!materials.data || !isReady) return <RecordSkeleton />;
  return <SurveyFields application={application} materials={materials.data.items} saved={saved} />;
}

type Values = Record<string, unknown>;
type Saved = { saving: Autosave<Values>; state: SaveState };

/** Keeps the survey of an application on the server. Not ready: what the last page left is sent first. */
function useSavedSurvey(application: ApplicationDetail) {
  return useAutosave<Values>(application, {
    form: 'survey',
    send: async (values, version, how) => {
      const body = { ...sendable(values), applicationId: application.id, version } as never;
      const answer = await call(saveSurvey, { body }, how);
      return { survey: answer.survey, version: answer.version };
    },
  });
}

function startOf({ survey, pipeSizeMm }: ApplicationDetail, materials: readonly Material[]) {
  const lines: Line[] = survey
    ? survey.materials.map(({ materialId, quantity }) => ({ materialId, quantity }))
    : materials
        .filter((material) => material.type === 'FIXED')
        .map((material) => ({ materialId: material.id, quantity: material.defaultQuantity }));
  return {
    visitedOn: survey?.visitedOn ?? today(),
    distanceM: survey?.distanceM ?? '',
    roadType: survey?.roadType ?? '',
    pipeSizeMm: PIPE_SIZES_MM.find((size) => size === (survey?.pipeSizeMm ?? pipeSizeMm)),
    latitude: survey?.latitude ?? '',
    longitude: survey?.longitude ?? '',
    note: survey?.note ?? '',
    materials: lines,
  };
}

/** Half-typed figures are not sent: the server keeps numbers only. */
function sendable(values: Record<string, unknown>): Record<string, unknown> {
  const isNumber = (value: unknown) => isQuantity(String(value ?? ''));
  const lines = (values.materials ?? []) as Line[];
  return {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)),
    ...(isNumber(values.distanceM) ? {} : { distanceM: undefined }),
    materials: lines.filter((line) => isNumber(line.quantity)),
  };
}

function useSurvey(application: ApplicationDetail, materials: readonly Material[], { saving }: Saved) {
  const t = useTexts('applications');
  const [{ left, latest }] = useState(() => ({ left: saving.left(), latest: latestOf(application) }));
  const [start] = useState(() => ({ ...startOf(latest, materials), ...left }));
  // Submitting names the version that keeping has come to by then.
  const known = useRef({
    applicationId: application.id,
    get version() {
      return saving.version();
    },
  }).current;
  const typeOf = (lines: readonly Line[]) =>
    lines.some((line) => materials.find((material) => material.id === line.materialId)?.type === 'EXTRA')
      ? 'EXTRA'
      : 'FIXED';
  const input = useRef({ query: { type: typeOf(start.materials) as 'FIXED' | 'EXTRA' } }).current;
  const form = useForm(submitSurvey, {
    initial: start,
    extra: known,
    input,
    noGuard: 'kept on the server while it is typed',
    before: () => confirm('submit', t('survey.submit')),
    onDone: () => toast('success', t('done.survey')),
  });
  input.query.type = typeOf((form.valueOf('materials') ?? []) as Line[]);
  const isFirst = useRef(true);
  const isStarted = useRef(latest.survey !== null || left !== null).current;
  const { values } = form;
  const { queue } = saving;
  useEffect(() => {
    // A survey that was started is saved at once: the total of the usual materials comes with it.
    if (isFirst.current && isStarted) isFirst.current = false;
    else queue(values as Values);
  }, [values, queue, isStarted]);
  // What waits is kept first: submitting names the version that keeping answers.
  const submit = async () => {
    if (await saving.flush()) await form.submit();
  };
  return { ...form, submit };
}

type SurveyFieldsProps = { application: ApplicationDetail; materials: readonly Material[]; saved: Saved };

function SurveyFields({ application, materials, saved }: SurveyFieldsProps) {
  const t = useTexts('applications');
  const { money, instant } = useFormats();
  const form = useSurvey(application, materials, saved);
  const kept = application.survey;
  // Of the visit's day if a line was kept already; of today for one that was just added.
  const rateOf = (id: string) =>
    kept?.materials.find((line) => line.materialId === id)?.rateMinor ??
    materials.find((material) => material.id === id)?.rateMinor ??
    null;
  const amountOf = ({ materialId, quantity }: Line) => {
    const rate = rateOf(materialId);
    return rate === null ? null : lineAmount(quantity, rate);
  };
  const lines = (form.valueOf('materials') ?? []) as Line[];
  const totalMinor = lines.reduce((sum, line) => sum + (amountOf(line) ?? 0), 0);
  const thisDay = today();
  const pipes = PIPE_SIZES_MM.map((size) => ({ value: String(size), label: t('words.mm', { count: size }) }));
  const pipeForm = {
    ...form,
    valueOf: () => String(form.valueOf('pipeSizeMm') ?? ''),
    change: (_: 'pipeSizeMm', value: unknown) => form.change('pipeSizeMm', value ? Number(value) : undefined),
  };
  return (
    <Sheet title={t('tabs.survey')} action={<SaveNote state={saved.state} retry={saved.saving.flush} />}>
      <FormBody form={form} submit={t('survey.submit')}>
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
          rateOf={rateOf}
          amountOf={amountOf}
        />
        <div className={style.total} role="status">
          <span>{t('survey.total_so_far')}</span>
          <span className={style.sum}>{money(totalMinor)}</span>
        </div>
        <PlaceFields form={form} />
        <TakePhotos
          application={application}
          kind="survey_file"
          // A save or a submission that is sent meanwhile would name an older version than the photo makes.
          before={saved.saving.flush}
          during={saved.saving.hold}
          onDone={({ version }) => saved.saving.seen(version)}
        />
        <LongTextField form={form} name="note" label={t('survey.note')} />
      </FormBody>
    </Sheet>
  );
}
