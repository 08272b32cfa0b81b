/** The fees of a connection, as they count today, before somebody begins an application. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { getFees } from '../../settings/contract.ts';
import style from './portal.module.css';

export function WhatItCosts() {
  const t = useTexts('applications');
  const { digits, money } = useFormats();
  const fees = useAnswer(getFees, {}).data;
  if (!fees) return null;
  const sizes = fees.connectionFees.toSorted((a, b) => a.pipeSizeMm - b.pipeSizeMm);
  const hasVat = Number(fees.vatPercent) > 0;
  return (
    <Sheet title={t('own.costs')}>
      <div className={style.fields}>
        <Facts
          facts={[
            { label: t('line_kinds.application_fee'), value: money(fees.applicationFeeMinor) },
            ...sizes.map(({ pipeSizeMm, amountMinor }) => ({
              label: t('own.fee_of_size', { size: t('words.mm', { count: pipeSizeMm }) }),
              value: money(amountMinor),
            })),
            { label: t('line_kinds.material'), value: t('own.by_survey') },
            ...(hasVat ? [{ label: t('line_kinds.vat'), value: digits(`${fees.vatPercent}%`) }] : []),
          ]}
        />
        <p className={style.soft}>{t('own.costs_help')}</p>
      </div>
    </Sheet>
  );
}
