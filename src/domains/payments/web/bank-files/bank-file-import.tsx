/** A settlement file: choose the gateway and the file, look at what is in it, take it. */
import { Alert, Button, Group, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { GATEWAY_NAMES, type GatewayName } from '#shared/gateway-names.ts';
import { CallError } from '#web/calls/call-error.ts';
import { signalChange } from '#web/calls/change-signals.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { upload } from '#web/calls/upload.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { showError, toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DropZone } from '#web/ui/import/drop-zone.tsx';
import imports from '#web/ui/import/import.module.css';
import { Scrolling } from '#web/ui/import/scrolling.tsx';
import { Steps } from '#web/ui/import/steps.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { type BankFilePreview, importBankFile, listBankFiles } from '../../bank-files/contract.ts';
import style from './bank-files.module.css';

type Chosen = { file: File; gateway: GatewayName; preview: BankFilePreview };

const STEPS = ['file', 'preview', 'done'] as const;

export function BankFileImport() {
  const t = useTexts('payments');
  const go = useGo();
  const last = useAnswer(listBankFiles).data?.items[0]?.gateway;
  const [picked, setPicked] = useState<GatewayName | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const gateway = picked ?? last ?? 'city-bank';
  const send = async (file: File, onProgress: (share: number) => void) =>
    setChosen({
      ...{ file, gateway },
      preview: await upload(importBankFile, { query: { gateway } }, { files: { file }, onProgress }),
    });
  const step = chosen === null ? 0 : chosen.preview.savedId ? 3 : 1;
  return (
    <>
      <PageHead title={t('bank_files.import.title')} about={t('bank_files.import.about')}>
        <Button variant="default" onClick={() => go('/city-bank-report', { page: 1 })}>
          {t('bank_files.import.back')}
        </Button>
      </PageHead>
      <Steps titles={STEPS.map((name) => t(`bank_files.import.steps.${name}`))} current={step} />
      {chosen === null ? (
        <>
          <NativeSelect
            className={style.choice ?? ''}
            label={t('bank_files.gateway')}
            value={gateway}
            onChange={(event) => setPicked(event.currentTarget.value as GatewayName)}
            data={GATEWAY_NAMES.map((value) => ({ value, label: t(`bank_files.gateways.${value}`) }))}
          />
          <DropZone send={send} templates={[]} />
          <p className={imports.quiet}>{t('bank_files.import.columns')}</p>
        </>
      ) : (
        <Found chosen={chosen} change={setChosen} />
      )}
    </>
  );
}

type FoundProps = { chosen: Chosen; change: (next: Chosen | null) => void };

function Found({ chosen, change }: FoundProps) {
  const t = useTexts('payments');
  const go = useGo();
  const { file, gateway, preview } = chosen;
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    try {
      const query = { gateway, save: preview.mark };
      const saved = await upload(importBankFile, { query }, { files: { file } });
      signalChange('changed');
      change({ file, gateway, preview: saved });
      await toast('success', t('bank_files.import.saved'));
    } catch (error) {
      // Another file, or somebody was faster: begin with the file again.
      if (error instanceof CallError && error.status === 409) change(null);
      await showError(error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <>
      <Figures preview={preview} />
      {preview.problemCount > 0 ? (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} />}>
          {t('bank_files.import.bad_title')}
        </Alert>
      ) : null}
      {preview.savedId ? (
        <Alert color="teal" role="status" icon={<IconCircleCheck size={20} />}>
          {t('bank_files.import.saved')}
        </Alert>
      ) : null}
      <Group gap="xs" my="md">
        {preview.problemCount === 0 && preview.rows > 0 && !preview.savedId ? (
          <Button loading={isSaving} onClick={() => void save()}>
            {t('bank_files.import.save', { count: preview.rows })}
          </Button>
        ) : null}
        {preview.savedId ? (
          <Button onClick={() => go(`/city-bank-report/${preview.savedId}`)}>
            {t('bank_files.import.show')}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => change(null)}>
          {t('bank_files.import.another')}
        </Button>
      </Group>
      {preview.problemCount > 0 ? <Problems preview={preview} /> : null}
    </>
  );
}

function Figures({ preview }: { preview: BankFilePreview }) {
  const t = useTexts('payments');
  const { day, money, number } = useFormats();
  const { firstDay, lastDay, amountMinor, feeMinor, problemCount, repeated } = preview;
  const facts: (readonly [label: string, value: string])[] = [
    [t('bank_files.import.rows'), number(preview.rows)],
    ...(problemCount > 0
      ? [[t('bank_files.import.bad'), number(problemCount)] as const]
      : ([
          [t('bank_files.import.amount'), money(amountMinor)],
          [t('bank_files.import.fee'), money(feeMinor)],
          [t('bank_files.import.payout'), money(amountMinor - feeMinor)],
        ] as const)),
    ...(repeated > 0 ? [[t('bank_files.import.repeated'), number(repeated)] as const] : []),
  ];
  return (
    <>
      {firstDay && lastDay ? (
        <p className={style.about}>
          {firstDay === lastDay ? day(firstDay) : t('bank_files.between', { from: firstDay, to: lastDay })}
        </p>
      ) : null}
      <div className={imports.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={imports.fact}>
            <div className={imports.value}>{value}</div>
            <div className={imports.quiet}>{label}</div>
          </div>
        ))}
      </div>
    </>
  );
}

function Problems({ preview }: { preview: BankFilePreview }) {
  const t = useTexts('payments');
  const { number } = useFormats();
  const { problems, problemCount } = preview;
  return (
    <div className={imports.sheet}>
      <Scrolling label={t('bank_files.import.bad')}>
        <table className={imports.table}>
          <thead>
            <tr>
              {(['row', 'field', 'value', 'problem'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(`bank_files.import.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, field, value, code }) => (
              <tr key={`${row} ${field} ${code}`}>
                <td>{number(row)}</td>
                <td>{t(`bank_files.import.fields.${field}`)}</td>
                <td>{value || '—'}</td>
                <td>{errorTextNow(code, {})}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {problems.length < problemCount ? (
        <p className={imports.quiet}>
          {t('bank_files.import.first_of', { shown: problems.length, count: problemCount })}
        </p>
      ) : null}
    </div>
  );
}
