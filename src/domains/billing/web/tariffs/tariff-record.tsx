/** One tariff version: its charges, its try-out, and the steps to its approval. */
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getTariff, type TariffDetail } from '../../tariffs/contract.ts';
import billStyle from '../billing.module.css';
import { CorrectDialog } from './correct-dialog.tsx';
import { price } from './price.rules.ts';
import { QuotePanel } from './quote-panel.tsx';
import { Simulation } from './simulation.tsx';
import { TariffImpact } from './tariff-impact.tsx';
import { TariffStateChip } from './tariff-state.tsx';
import { ApproveDialog, SubmitDialog, WithdrawDialog } from './tariff-steps.tsx';

function Blocks({ tariff }: { tariff: TariffDetail }) {
  const t = useTexts('billing');
  const { digits } = useFormats();
  if (tariff.blocks.length === 0) return null;
  return (
    <Sheet title={t('tariffs.blocks')}>
      <table className={billStyle.plain}>
        <thead>
          <tr>
            <th scope="col">{t('tariffs.block')}</th>
            <th scope="col" className={billStyle.figure}>
              {t('tariffs.rate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {tariff.blocks.map((block) => (
            <tr key={block.from}>
              <td>
                {block.to === null
                  ? t('tariffs.block_above', { from: digits(block.from) })
                  : t('tariffs.block_range', { from: digits(block.from), to: digits(block.to) })}
              </td>
              <td className={billStyle.figure}>{digits(price(block.rate))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}

function PipeSizes({ tariff }: { tariff: TariffDetail }) {
  const t = useTexts('billing');
  const { digits, number } = useFormats();
  if (tariff.pipeSizes.length === 0) return null;
  return (
    <Sheet title={t('tariffs.by_pipe')}>
      <table className={billStyle.plain}>
        <thead>
          <tr>
            <th scope="col">{t('tariffs.pipe_size')}</th>
            {(['pipe_flat', 'pipe_fixed', 'pipe_minimum'] as const).map((key) => (
              <th key={key} scope="col" className={billStyle.figure}>
                {t(`tariffs.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tariff.pipeSizes.map((size) => (
            <tr key={size.pipeSizeMm}>
              <td>{number(size.pipeSizeMm)}</td>
              <td className={billStyle.figure}>{digits(size.flatAmount)}</td>
              <td className={billStyle.figure}>{digits(size.fixedAmount)}</td>
              <td className={billStyle.figure}>{digits(size.minimumAmount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}

function Charges({ tariff }: { tariff: TariffDetail }) {
  const t = useTexts('billing');
  const { digits, day } = useFormats();
  const percent = (value: string) => `${digits(value)}%`;
  const minimum =
    tariff.minimumMode === 'none'
      ? t('tariffs.none')
      : `৳${digits(tariff.minimumAmount)} · ${t(`tariffs.minimum_modes.${tariff.minimumMode}`)} · ${t(`tariffs.minimum_periods.${tariff.minimumPer}`)}`;
  return (
    <Sheet title={t('tariffs.charges')}>
      <Facts
        facts={[
          { label: t('tariffs.mode'), value: t(`tariffs.modes.${tariff.waterMode}`) },
          ...(tariff.waterMode === 'flat'
            ? [{ label: t('tariffs.flat'), value: `৳${digits(tariff.flatAmount)}` }]
            : []),
          { label: t('tariffs.fixed'), value: `৳${digits(tariff.fixedAmount)}` },
          { label: t('tariffs.minimum'), value: minimum },
          { label: t('tariffs.sewer_percent'), value: percent(tariff.sewerPercent) },
          { label: t('tariffs.vat_water'), value: percent(tariff.vatWaterPercent) },
          { label: t('tariffs.vat_fixed'), value: percent(tariff.vatFixedPercent) },
          { label: t('tariffs.vat_sewer'), value: percent(tariff.vatSewerPercent) },
          {
            label: t('tariffs.rounding'),
            value: tariff.roundOffTo
              ? t('tariffs.to_whole', { step: digits(tariff.roundOffTo) })
              : t('tariffs.none'),
          },
          { label: t('tariffs.order_number'), value: tariff.orderNumber },
          { label: t('tariffs.source'), value: tariff.source },
          ...(tariff.billedTo ? [{ label: t('correction_run.billed_to'), value: day(tariff.billedTo) }] : []),
          ...(tariff.riseReason ? [{ label: t('tariffs.rise_reason'), value: tariff.riseReason }] : []),
          ...(tariff.effectiveTo ? [{ label: t('tariffs.replaced'), value: day(tariff.effectiveTo) }] : []),
          ...(tariff.withdrawnReason
            ? [{ label: t('tariffs.withdrawn_because'), value: tariff.withdrawnReason }]
            : []),
        ]}
      />
    </Sheet>
  );
}

type Dialog = 'submit' | 'approve' | 'correct' | 'withdraw' | null;

function useActions(tariff: TariffDetail | undefined, open: (dialog: Dialog) => void): RecordAction[] {
  const t = useTexts('billing');
  const may = useMay();
  const go = useGo();
  if (!tariff) return [];
  const actions: RecordAction[] = [];
  if (tariff.can.submit) {
    actions.push({ label: t('tariffs.announce'), run: () => open('submit') });
  }
  if (tariff.state === 'ANNOUNCED') {
    const obstacle = tariff.billedTo
      ? t('correction_run.needed')
      : may('tariffs:approve')
        ? t('tariffs.second_person')
        : t('tariffs.no_right');
    if (tariff.can.correct) actions.push({ label: t('correction_run.start'), run: () => open('correct') });
    actions.push({
      label: t('tariffs.approve'),
      reason: tariff.can.approve ? undefined : obstacle,
      run: () => open('approve'),
    });
  }
  if (tariff.can.edit) {
    actions.push({ label: t('tariffs.edit'), run: () => go(`/configuration/billing/${tariff.id}/edit`) });
  }
  if (may('tariffs:edit')) {
    actions.push({
      label: t('tariffs.copy'),
      run: () => go('/configuration/billing/new', { from: tariff.id }),
    });
  }
  if (tariff.can.withdraw) {
    actions.push({ label: t('tariffs.withdraw'), danger: true, run: () => open('withdraw') });
  }
  return actions;
}

export function TariffRecord() {
  const t = useTexts('billing');
  const may = useMay();
  const language = useLanguage();
  const { day } = useFormats();
  const id = usePathParam();
  const [dialog, setDialog] = useState<Dialog>(null);
  const { data: tariff, error, refetch } = useAnswer(getTariff, { params: { id } });
  const actions = useActions(tariff, setDialog);
  if (error && !tariff) return <FailedPage error={error} retry={refetch} />;
  if (!tariff) return <RecordSkeleton />;
  const close = () => setDialog(null);
  // What is in force or over has billed months of its own.
  const isOpen = tariff.state === 'DRAFT' || tariff.state === 'ANNOUNCED';
  return (
    <RecordPage
      title={tariff.name}
      place={language === 'bn' ? tariff.categoryNameBn : tariff.categoryNameEn}
      state={<TariffStateChip tariff={tariff} />}
      figure={{ label: t('tariffs.from'), value: day(tariff.effectiveFrom) }}
      actions={actions}
    >
      {may('tariffs:quote') ? <QuotePanel tariff={tariff} /> : null}
      {may('tariffs:quote') && isOpen ? <TariffImpact id={tariff.id} /> : null}
      {may('tariffs:quote') && isOpen ? <Simulation id={tariff.id} /> : null}
      <Blocks tariff={tariff} />
      <PipeSizes tariff={tariff} />
      <Charges tariff={tariff} />
      {dialog === 'submit' ? <SubmitDialog tariff={tariff} close={close} /> : null}
      {dialog === 'approve' ? <ApproveDialog tariff={tariff} close={close} /> : null}
      {dialog === 'correct' ? <CorrectDialog tariff={tariff} close={close} /> : null}
      {dialog === 'withdraw' ? <WithdrawDialog tariff={tariff} close={close} /> : null}
    </RecordPage>
  );
}
