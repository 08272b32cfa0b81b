/** One settlement file: its sums by class, and what is done with it: ask the bank again, alarms, posting, giving it up. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { BankFileState } from '../../bank-files/bank-file.rules.ts';
import {
  askBankAgain,
  askBankPosting,
  type BankFileDetail,
  getBankFile,
  giveUpBankFile,
  raiseBankFile,
} from '../../bank-files/contract.ts';
import style from './bank-files.module.css';

const TONES: Record<BankFileState, Tone> = {
  READ: 'blue',
  ASKED: 'amber',
  POSTED: 'green',
  GIVEN_UP: 'grey',
};

type FileProps = { file: BankFileDetail };
type DialogProps = FileProps & { close: () => void };

const openOf = ({ classes }: BankFileDetail) => classes.reduce((sum, { open }) => sum + open, 0);

function Classes({ file }: FileProps) {
  const t = useTexts('payments');
  const { amount, number } = useFormats();
  const rows = file.classes.filter((row) => row.rows > 0);
  const sum = (of: 'rows' | 'amountMinor' | 'feeMinor' | 'open') =>
    rows.reduce((total, row) => total + (of === 'rows' && row.class === 'OURS' ? 0 : row[of]), 0);
  return (
    <Sheet title={t('bank_files.by_class')}>
      <p className={style.about}>{t('bank_files.about_table')}</p>
      <div className={style.scroll}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{t('bank_files.class')}</th>
              <th scope="col" className={style.figure}>
                {t('bank_files.rows')}
              </th>
              <th scope="col" className={style.figure}>
                {t('bank_files.at_bank')}
              </th>
              <th scope="col" className={style.figure}>
                {t('bank_files.fee')}
              </th>
              <th scope="col" className={style.figure}>
                {t('bank_files.open')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.class}>
                <th scope="row">
                  <GoLink to="/city-bank-report" query={{ page: 1, file: file.id, class: row.class }}>
                    {t(`bank_files.classes.${row.class}`)}
                  </GoLink>
                </th>
                <td className={style.figure}>{number(row.rows)}</td>
                <td className={style.figure}>{row.class === 'OURS' ? '—' : amount(row.amountMinor)}</td>
                <td className={style.figure}>{row.class === 'OURS' ? '—' : amount(row.feeMinor)}</td>
                <td className={style.figure}>{row.open > 0 ? number(row.open) : '—'}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('bank_files.total')}</th>
              <td className={style.figure}>{number(sum('rows'))}</td>
              <td className={style.figure}>{amount(sum('amountMinor'))}</td>
              <td className={style.figure}>{amount(sum('feeMinor'))}</td>
              <td className={style.figure}>{number(sum('open'))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {file.oursMinor > 0 ? (
        <p className={style.about}>{t('bank_files.ours_help', { amount: file.oursMinor })}</p>
      ) : null}
      {rows.some((row) => row.class === 'REPEATED') ? (
        <p className={style.about}>{t('bank_files.repeated_help')}</p>
      ) : null}
    </Sheet>
  );
}

function FileFacts({ file }: FileProps) {
  const t = useTexts('payments');
  const { number } = useFormats();
  return (
    <Sheet title={t('bank_files.file')}>
      <Facts
        facts={[
          { label: t('bank_files.counted'), value: <Money minor={file.amountMinor} /> },
          { label: t('bank_files.fees'), value: <Money minor={file.feeMinor} /> },
          { label: t('bank_files.rows'), value: number(file.rows) },
          { label: t('bank_files.taken_by'), value: file.uploadedBy },
          { label: t('bank_files.taken_at'), value: <Instant at={file.uploadedAt} /> },
          ...(file.statementReference
            ? [{ label: t('bank_files.statement'), value: file.statementReference }]
            : []),
          ...(file.postedOn
            ? [{ label: t('bank_files.posted_on'), value: <Day day={file.postedOn} /> }]
            : []),
        ]}
      />
    </Sheet>
  );
}

function PostDialog({ file, close }: DialogProps) {
  const t = useTexts('payments');
  const { id, amountMinor, feeMinor } = file;
  const open = openOf(file);
  const form = useForm(askBankPosting, {
    initial: { statementReference: '', reason: '' },
    input: { params: { id } },
    extra: { amountMinor, feeMinor },
    onDone: () => {
      close();
      return toast('success', t('bank_files.posted'));
    },
  });
  return (
    <FormDialog title={t('bank_files.post_title', { amount: amountMinor })} close={close}>
      <FormBody form={form} submit={t('bank_files.post_submit')} cancel={close}>
        <p>
          {t('bank_files.post_about', {
            ...{ amount: amountMinor, fee: feeMinor, payout: amountMinor - feeMinor },
          })}
        </p>
        {open > 0 ? <Alert color="yellow">{t('bank_files.post_open', { count: open })}</Alert> : null}
        <TextField
          form={form}
          name="statementReference"
          label={t('bank_files.statement')}
          help={t('bank_files.post_statement_help')}
          required
        />
        <LongTextField form={form} name="reason" label={t('bank_files.reason')} required />
      </FormBody>
    </FormDialog>
  );
}

function GiveUpDialog({ file, close }: DialogProps) {
  const t = useTexts('payments');
  const go = useGo();
  const form = useForm(giveUpBankFile, {
    initial: { reason: '' },
    input: { params: { id: file.id } },
    onDone: async () => {
      close();
      await toast('success', t('bank_files.given_up'));
      return go('/city-bank-report', { page: 1 });
    },
  });
  return (
    <FormDialog title={t('bank_files.give_up_title')} close={close}>
      <FormBody form={form} submit={t('bank_files.give_up')} danger cancel={close}>
        <p>{t('bank_files.give_up_about')}</p>
        <LongTextField form={form} name="reason" label={t('bank_files.give_up_reason')} required />
      </FormBody>
    </FormDialog>
  );
}

function useFileActions(file: BankFileDetail | undefined, begin: (step: 'post' | 'give-up') => void) {
  const t = useTexts('payments');
  const go = useGo();
  const may = useMay();
  const ask = useAction(askBankAgain, {
    onDone: ({ count }) => toast('success', t('bank_files.asked_again', { count })),
  });
  const raise = useAction(raiseBankFile, {
    onDone: ({ count }) => toast('success', t('bank_files.raised', { count })),
  });
  if (!file) return [];
  const { id, can, askable, state } = file;
  const input = { params: { id } };
  return [
    ...(state === 'ASKED' && may('payments:decide')
      ? [
          {
            label: t('bank_files.decide'),
            run: () => go('/proposals', { page: 1, state: 'REQUESTED', kind: 'POST_FILE' }),
          },
        ]
      : []),
    ...(can.askAgain
      ? [{ label: t('bank_files.ask_again', { count: askable }), run: () => ask.run(input) }]
      : []),
    ...(can.raise
      ? [{ label: t('bank_files.raise', { count: openOf(file) }), run: () => raise.run(input) }]
      : []),
    ...(can.post ? [{ label: t('bank_files.post'), run: () => begin('post') }] : []),
    ...(can.giveUp ? [{ label: t('bank_files.give_up'), danger: true, run: () => begin('give-up') }] : []),
  ];
}

export function BankFileRecord() {
  const t = useTexts('payments');
  const { money } = useFormats();
  const [step, setStep] = useState<'post' | 'give-up' | null>(null);
  const { data: file, error, refetch } = useAnswer(getBankFile, { params: { id: usePathParam() } });
  const actions = useFileActions(file, setStep);
  if (error && !file) return <FailedPage error={error} retry={refetch} />;
  if (!file) return <RecordSkeleton />;
  const close = () => setStep(null);
  return (
    <RecordPage
      title={file.name}
      place={`${t(`bank_files.gateways.${file.gateway}`)} · ${t('bank_files.between', { from: file.firstDay, to: file.lastDay })}`}
      state={<StateChip tone={TONES[file.state]}>{t(`bank_files.states.${file.state}`)}</StateChip>}
      figure={{ label: t('bank_files.payout'), value: money(file.amountMinor - file.feeMinor) }}
      actions={actions}
    >
      <FileFacts file={file} />
      <Classes file={file} />
      {step === 'post' ? <PostDialog file={file} close={close} /> : null}
      {step === 'give-up' ? <GiveUpDialog file={file} close={close} /> : null}
    </RecordPage>
  );
}
