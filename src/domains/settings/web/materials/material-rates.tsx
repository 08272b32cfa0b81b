/** All rates of a material: the step chart or the table, who set them, planning another one, withdrawing a planned one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import importStyle from '#web/ui/import/import.module.css';
import { Scrolling } from '#web/ui/import/scrolling.tsx';
import { RecordPage, RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  getMaterialRates,
  type Material,
  planMaterialRate,
  type MaterialRates as Rates,
  withdrawMaterialRate,
} from '../../materials/contract.ts';
import { useNameIn, useUnit } from '../in-language.ts';
import style from './material-rates.module.css';
import { RateSteps } from './rate-steps.tsx';

const TONES: Record<Rates['rates'][number]['state'], Tone> = {
  PLANNED: 'amber',
  IN_FORCE: 'green',
  PAST: 'grey',
};

function PlanDialog({ material, close }: { material: Material; close: () => void }) {
  const t = useTexts('settings');
  const nameIn = useNameIn();
  const form = useForm(planMaterialRate, {
    initial: { rateMinor: undefined, effectiveFrom: '' },
    extra: { id: material.id },
    onDone: () => {
      close();
      return toast('success', t('rates.planned'));
    },
  });
  return (
    <FormDialog
      title={t('rates.plan_title', { name: nameIn(material.nameEn, material.nameBn) })}
      close={close}
    >
      <FormBody form={form} submit={t('rates.save')} cancel={close}>
        <p className={importStyle.quiet}>{t('rates.plan_about')}</p>
        <MoneyField form={form} name="rateMinor" label={t('materials.rate_per_unit')} required autoFocus />
        <DayField form={form} name="effectiveFrom" label={t('materials.effective_from')} required />
      </FormBody>
    </FormDialog>
  );
}

function RateTable({ found }: { found: Rates }) {
  const t = useTexts('settings');
  const { amount, day, instant } = useFormats();
  const canEdit = useMay()('materials:edit');
  const withdraw = useAction(withdrawMaterialRate, {
    onDone: () => toast('success', t('rates.withdrawn')),
  });
  const ask = async ({ effectiveFrom, rateMinor }: Rates['rates'][number]) => {
    const detail = t('rates.withdraw_detail', { rate: rateMinor, day: effectiveFrom });
    if (await confirm('delete', detail))
      withdraw.run({ params: { id: found.material.id }, query: { effectiveFrom } });
  };
  return (
    <div className={importStyle.sheet}>
      <Scrolling label={t('rates.title')}>
        <table className={importStyle.table}>
          <thead>
            <tr>
              <th scope="col">{t('rates.from')}</th>
              <th scope="col">{t('rates.until')}</th>
              <th scope="col" className={style.figure}>
                {t('rates.rate')}
              </th>
              <th scope="col">{t('rates.state')}</th>
              <th scope="col">{t('rates.set_by')}</th>
              <th scope="col">{t('rates.set_at')}</th>
              {canEdit ? <td /> : null}
            </tr>
          </thead>
          <tbody>
            {found.rates.map((rate) => (
              <tr key={rate.effectiveFrom}>
                <td>{day(rate.effectiveFrom)}</td>
                <td>{rate.until ? day(rate.until) : '—'}</td>
                <td className={style.figure}>{amount(rate.rateMinor)}</td>
                <td>
                  <StateChip tone={TONES[rate.state]}>{t(`rates.states.${rate.state}`)}</StateChip>
                </td>
                <td>{rate.setBy ?? '—'}</td>
                <td>{rate.setAt ? instant(rate.setAt) : '—'}</td>
                {canEdit ? (
                  <td>
                    {rate.state === 'PLANNED' && found.rates.length > 1 ? (
                      <Button size="compact-sm" variant="default" onClick={() => void ask(rate)}>
                        {t('rates.withdraw')}
                      </Button>
                    ) : null}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </div>
  );
}

export function MaterialRates() {
  const t = useTexts('settings');
  const nameIn = useNameIn();
  const unit = useUnit();
  const { money } = useFormats();
  const canEdit = useMay()('materials:edit');
  const [isPlanning, setIsPlanning] = useState(false);
  const answer = useAnswer(getMaterialRates, { params: { id: usePathParam() } });
  if (answer.error) return <FailedPage error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <RecordSkeleton />;
  const found = answer.data;
  const { material } = found;
  return (
    <RecordPage
      title={nameIn(material.nameEn, material.nameBn)}
      place={t(material.type === 'FIXED' ? 'materials.fixed' : 'materials.extra')}
      state={
        <StateChip tone={material.active ? 'green' : 'grey'}>
          {t(material.active ? 'materials.active' : 'materials.inactive')}
        </StateChip>
      }
      figure={{
        label: t('rates.now'),
        value:
          material.rateMinor === null
            ? t('rates.none_now')
            : `${money(material.rateMinor)} / ${unit(material.unit)}`,
      }}
      actions={canEdit ? [{ label: t('rates.plan'), run: () => setIsPlanning(true) }] : []}
      tabs={[
        {
          id: 'table',
          title: t('rates.as_table'),
          count: found.rates.length,
          content: () => <RateTable found={found} />,
        },
        { id: 'chart', title: t('rates.as_chart'), content: () => <RateSteps found={found} /> },
      ]}
    >
      {isPlanning ? <PlanDialog material={material} close={() => setIsPlanning(false)} /> : null}
    </RecordPage>
  );
}
