/** Asks for a print of a posted run, and shows what it would have before it begins. */
import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Facts } from '#web/ui/record/record-page.tsx';
import { previewPrint, startPrint } from '../../prints/contract.ts';
import { HOUSEHOLDS, type Households } from '../../prints/print.rules.ts';
import style from '../billing.module.css';

type Props = { run: { id: string; period: string }; close: () => void };

export function PrintDialog({ run, close }: Props) {
  const t = useTexts('billing');
  const { month, digits, number, money, instant } = useFormats();
  const go = useGo();
  const sure = useRef<() => Promise<boolean>>(async () => true);
  const form = useForm(startPrint, {
    initial: { households: 'ALL' as Households },
    input: { params: { id: run.id } },
    // Paper for a whole town is asked about: a sector that was not chosen looks the same.
    before: () => sure.current(),
    onDone: async ({ id }) => {
      close();
      await go(`/bill-print/${id}`);
      return toast('success', t('prints.started'));
    },
  });
  const sectorId = String(form.valueOf('sectorId') ?? '');
  const chosen = String(form.valueOf('roadId') ?? '');
  const households = form.valueOf('households') as Households;
  const params = { id: run.id };
  const all = useAnswer(previewPrint, { params, query: {} }).data?.places ?? [];
  const roads = all.filter((place) => place.sectorId === sectorId);
  const roadId = roads.some((road) => road.roadId === chosen) ? chosen : '';
  const query = { households, ...(sectorId ? { sectorId } : {}), ...(roadId ? { roadId } : {}) };
  const { data } = useAnswer(previewPrint, { params, query });
  useEffect(() => {
    const question = t('prints.sure_everywhere', { count: data?.bills ?? 0 });
    sure.current = async () =>
      sectorId !== '' || confirm('submit', undefined, { question, yes: t('prints.start') });
  });
  const sectors = [...new Map(all.map((place) => [place.sectorId, place.sectorNumber]))];
  return (
    <FormDialog title={t('prints.start_title', { month: month(run.period) })} close={close}>
      <FormBody form={form} submit={t('prints.start')} cancel={close}>
        <p>{t('prints.start_help')}</p>
        <FieldRow>
          <SelectField
            form={form}
            name="sectorId"
            label={t('prints.sector')}
            options={sectors.map(([value, name]) => ({
              value,
              label: t('prints.scope_sector', { sector: digits(name) }),
            }))}
            placeholder={t('prints.everywhere')}
          />
          <SelectField
            form={form}
            name="roadId"
            label={t('prints.road')}
            options={roads.map(({ roadId: value, roadNumber, bills }) => ({
              value,
              label: `${digits(roadNumber)} (${number(bills)})`,
            }))}
            placeholder={sectorId ? t('prints.whole_sector') : t('prints.everywhere')}
          />
        </FieldRow>
        <RadioField
          form={form}
          name="households"
          label={t('prints.households')}
          options={HOUSEHOLDS.map((value) => ({ value, label: t(`prints.${value}`) }))}
        />
        {data?.earlier ? (
          <Alert color="yellow">
            {t(data.earlier.bills === data.bills ? 'prints.earlier_all' : 'prints.earlier_some', {
              count: data.earlier.bills,
              all: data.bills,
              when: instant(data.earlier.askedAt),
              who: data.earlier.askedBy,
            })}{' '}
            <GoLink to={`/bill-print/${data.earlier.id}`}>{t('prints.earlier_open')}</GoLink>
            {data.earlier.prints > 1 ? (
              <>
                {' · '}
                <GoLink to="/bill-print" query={{ page: 1, runId: run.id }}>
                  {t('prints.earlier_list')}
                </GoLink>
              </>
            ) : null}
          </Alert>
        ) : null}
        {data?.bills === 0 ? <Alert color="gray">{t('prints.nothing')}</Alert> : null}
        {data ? (
          <section className={style.waiting} aria-label={t('prints.what')} role="status">
            <Facts
              facts={[
                { label: t('prints.bills'), value: number(data.bills) },
                { label: t('prints.sum_of'), value: money(data.totalMinor) },
                { label: t('prints.roads'), value: number(data.roads) },
                { label: t('prints.files'), value: number(data.parts) },
                {
                  label: t('prints.languages'),
                  value: t('prints.language_counts', {
                    bengali: data.bengali,
                    english: data.bills - data.bengali,
                  }),
                },
                ...(data.leftOut > 0
                  ? [
                      {
                        label: t('prints.left_out'),
                        value: `${number(data.leftOut)} · ${t('prints.left_out_help')}`,
                      },
                    ]
                  : []),
              ]}
            />
          </section>
        ) : null}
      </FormBody>
    </FormDialog>
  );
}
