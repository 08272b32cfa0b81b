/** A register from a file: choose it, look at what it would change, save that. One screen for all four registers. */
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CallError } from '#web/calls/call-error.ts';
import { signalChange } from '#web/calls/change-signals.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { randomKey } from '#web/calls/random-key.ts';
import { upload } from '#web/calls/upload.ts';
import { useGo } from '#web/navigation/go.tsx';
import { showError, toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DropZone } from '#web/ui/import/drop-zone.tsx';
import style from '#web/ui/import/import.module.css';
import { Scrolling } from '#web/ui/import/scrolling.tsx';
import { Steps, Totals } from '#web/ui/import/steps.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import * as contract from '../imports/contract.ts';
import { titlesOf } from '../imports/titles.rules.ts';
import { useFieldTexts } from './field-texts.ts';

const CALLS = {
  sectors: { take: contract.importSectors, template: contract.sectorTemplate, list: '/sector' },
  roads: { take: contract.importRoads, template: contract.roadTemplate, list: '/road' },
  dmas: { take: contract.importDmas, template: contract.dmaTemplate, list: '/dma' },
  materials: {
    take: contract.importMaterials,
    template: contract.materialTemplate,
    list: '/materials/FIXED',
  },
} as const;

type Kind = contract.ListKind;
type Preview = contract.ListPreview;
/** @property key of the saving: pressed again because its answer was lost, it gets that answer */
type Chosen = { file: File; preview: Preview; key: string };

const STEPS = ['file', 'preview', 'done'] as const;

export function ListImport({ kind }: { kind: Kind }) {
  const t = useTexts('settings');
  const go = useGo();
  const language = useLanguage();
  const { take, template, list } = CALLS[kind];
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const send = async (file: File, onProgress: (share: number) => void) =>
    setChosen({ file, preview: await upload(take, {}, { files: { file }, onProgress }), key: randomKey() });
  const templates = (['xlsx', 'csv'] as const).map((format) => ({
    label: t('lists.template', { format: format.toUpperCase() }),
    run: () => startDownload(template, { query: { format, language } }, `${kind}.${format}`),
  }));
  const columns = titlesOf(kind).map(({ title }) => title);
  const step = chosen === null ? 0 : chosen.preview.saved ? 3 : 1;
  return (
    <>
      <PageHead title={t(`lists.titles.${kind}`)} about={t('lists.about')}>
        <Button variant="default" onClick={() => go(list, { page: 1 })}>
          {t('lists.back')}
        </Button>
      </PageHead>
      <Steps titles={STEPS.map((step) => t(`lists.steps.${step}`))} current={step} />
      {chosen === null ? (
        <>
          <DropZone send={send} templates={templates} />
          <p className={style.quiet}>{t('lists.columns', { columns: columns.join(', ') })}</p>
        </>
      ) : (
        <Found kind={kind} chosen={chosen} change={setChosen} />
      )}
    </>
  );
}

type FoundProps = { kind: Kind; chosen: Chosen; change: (next: Chosen | null) => void };

function Found({ kind, chosen, change }: FoundProps) {
  const t = useTexts('settings');
  const go = useGo();
  const { file, preview, key: idempotencyKey } = chosen;
  const [isSaving, setIsSaving] = useState(false);
  const count = preview.added + preview.changed;
  const save = async () => {
    setIsSaving(true);
    try {
      const query = { save: preview.mark };
      const saved = await upload(CALLS[kind].take, { query }, { files: { file }, idempotencyKey });
      signalChange('changed');
      change({ ...chosen, preview: saved });
      await toast('success', t('lists.saved', { added: saved.added, changed: saved.changed }));
    } catch (error) {
      // Somebody was faster: begin with the file again.
      if (error instanceof CallError && error.code === 'settings.import_outdated') change(null);
      await showError(error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <>
      <Totals
        totals={[
          [t('lists.rows'), preview.rows],
          [t('lists.added'), preview.added],
          [t('lists.changed'), preview.changed],
          preview.problemCount > 0 ? [t('lists.bad'), preview.problemCount] : [t('lists.same'), preview.same],
        ]}
      />
      <Verdict preview={preview} />
      <Group gap="xs" my="md">
        {preview.problemCount === 0 && count > 0 && !preview.saved ? (
          <Button loading={isSaving} onClick={() => void save()}>
            {t('lists.save', { count })}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => change(null)}>
          {t('lists.another')}
        </Button>
        {preview.saved ? (
          <Button onClick={() => go(CALLS[kind].list, { page: 1 })}>{t('lists.back')}</Button>
        ) : null}
      </Group>
      {preview.problemCount > 0 ? <Problems preview={preview} /> : <Changes preview={preview} />}
    </>
  );
}

function Verdict({ preview }: { preview: Preview }) {
  const t = useTexts('settings');
  if (preview.problemCount > 0) {
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} />}>
        {t('lists.bad_title')}
      </Alert>
    );
  }
  const text = preview.saved
    ? t('lists.saved', { added: preview.added, changed: preview.changed })
    : preview.added + preview.changed === 0
      ? t('lists.nothing')
      : null;
  return text === null ? null : (
    <Alert color="teal" role="status" icon={<IconCircleCheck size={20} />}>
      {text}
    </Alert>
  );
}

type TableProps = {
  label: string;
  heads: readonly string[];
  children: ReactNode;
  shown: number;
  count: number;
};

function Table({ label, heads, children, shown, count }: TableProps) {
  const t = useTexts('settings');
  return (
    <div className={style.sheet}>
      <Scrolling label={label}>
        <table className={style.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </Scrolling>
      {shown < count ? <p className={style.quiet}>{t('lists.first_of', { shown, count })}</p> : null}
    </div>
  );
}

function Problems({ preview }: { preview: Preview }) {
  const t = useTexts('settings');
  const { number } = useFormats();
  const { fieldName } = useFieldTexts();
  const heads = [t('lists.row'), t('lists.field'), t('lists.value'), t('lists.reason')];
  return (
    <Table label={t('lists.bad')} heads={heads} shown={preview.problems.length} count={preview.problemCount}>
      {preview.problems.map(({ row, field, value, code, params }) => (
        <tr key={`${row} ${field} ${code}`}>
          <td>{number(row)}</td>
          <td>{fieldName(field)}</td>
          <td>{value || '—'}</td>
          <td>{errorTextNow(code, params)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Changes({ preview }: { preview: Preview }) {
  const t = useTexts('settings');
  const { number, numberOrText } = useFormats();
  const { fieldName, fieldValue } = useFieldTexts();
  if (preview.changes.length === 0) return null;
  const heads = [t('lists.row'), t('lists.record'), t('lists.what'), t('lists.differences')];
  return (
    <Table
      label={t('lists.steps.preview')}
      heads={heads}
      shown={preview.changes.length}
      count={preview.added + preview.changed}
    >
      {preview.changes.map(({ row, what, name, fields }) => (
        <tr key={row}>
          <td>{number(row)}</td>
          <td>{numberOrText(name)}</td>
          <td>
            <StateChip tone={what === 'add' ? 'green' : 'blue'}>{t(`lists.${what}`)}</StateChip>
          </td>
          <td>
            {fields.map(({ field, before, after }) => (
              <div key={field}>
                <span className={style.quiet}>{fieldName(field)}: </span>
                {what === 'change' && before !== null ? (
                  <>
                    <del>{fieldValue(field, before)}</del> →{' '}
                  </>
                ) : null}
                <ins className={style.after}>{fieldValue(field, after)}</ins>
              </div>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}

export const SectorImport = () => <ListImport kind="sectors" />;
export const RoadImport = () => <ListImport kind="roads" />;
export const DmaImport = () => <ListImport kind="dmas" />;
export const MaterialImport = () => <ListImport kind="materials" />;
