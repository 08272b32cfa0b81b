/** How meters that nobody read are estimated, and when households send their own figures. */
import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { WholeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { getEstimateSettings, updateEstimateSettings } from '../../estimates/contract.ts';
import { METHODS, type Method } from '../../estimates/estimate.rules.ts';
import style from './checks.module.css';

export function EstimateSettings() {
  const t = useTexts('meters');
  const { data } = useAnswer(getEstimateSettings);
  if (!data) return null;
  return (
    <Sheet title={t('estimates.settings.title')}>
      <p className={style.limits}>{t('estimates.settings.about')}</p>
      <SettingsForm key={data.version} {...data} />
    </Sheet>
  );
}

function SettingsForm({ settings, version }: EndpointAnswer<typeof getEstimateSettings>) {
  const t = useTexts('meters');
  const form = useForm(updateEstimateSettings, {
    initial: { settings },
    version,
    onDone: () => toast('success', t('estimates.settings.saved')),
  });
  const order = (form.valueOf('settings.order') as Method[] | undefined) ?? [];
  const allowed = form.valueOf('settings.ownAllowed') === true;
  return (
    <FormBody form={form} submit={t('estimates.settings.save')}>
      <FieldRow>
        <WholeField
          form={form}
          name="settings.deadlineDay"
          label={t('estimates.settings.deadlineDay')}
          help={t('estimates.settings.deadline_help')}
          required
        />
        <WholeField
          form={form}
          name="settings.mostInRow"
          label={t('estimates.settings.mostInRow')}
          help={t('estimates.settings.in_row_help')}
          required
        />
      </FieldRow>
      <Order order={order} change={(next) => form.change('settings.order', next)} />
      <FieldRow>
        <WholeField
          form={form}
          name="settings.leastReadings"
          label={t('estimates.settings.leastReadings')}
          unit={t('estimates.settings.leastReadings_unit')}
          required
        />
        <WholeField
          form={form}
          name="settings.mostEstimatedPercent"
          label={t('estimates.settings.mostEstimatedPercent')}
          unit="%"
          required
        />
      </FieldRow>
      <Checkbox
        label={t('estimates.settings.ownAllowed')}
        checked={allowed}
        onChange={(event) => form.change('settings.ownAllowed', event.currentTarget.checked)}
      />
      {allowed ? (
        <FieldRow>
          <WholeField
            form={form}
            name="settings.ownFromDay"
            label={t('estimates.settings.ownFromDay')}
            unit={t('estimates.settings.of_month')}
            required
          />
          <WholeField
            form={form}
            name="settings.ownToDay"
            label={t('estimates.settings.ownToDay')}
            unit={t('estimates.settings.of_next')}
            required
          />
        </FieldRow>
      ) : null}
    </FormBody>
  );
}

/** Those that are used in their order, then the others. */
function Order({ order, change }: { order: Method[]; change: (order: Method[]) => void }) {
  const t = useTexts('meters');
  const rows = [...order, ...METHODS.filter((method) => !order.includes(method))];
  const swap = (at: number) =>
    order.map(
      (method, index) => (index === at - 1 ? order[at] : index === at ? order[at - 1] : method) ?? method,
    );
  return (
    <fieldset className={style.order}>
      <legend>{t('estimates.settings.order')}</legend>
      {rows.map((method, index) => {
        const rule = t(`estimates.methods.${method}`);
        const isUsed = order.includes(method);
        return (
          <div key={method} className={style.rule}>
            <Checkbox
              label={rule}
              aria-label={t('estimates.settings.use', { rule })}
              checked={isUsed}
              onChange={() => change(isUsed ? order.filter((other) => other !== method) : [...order, method])}
            />
            {isUsed && index > 0 ? (
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('estimates.settings.up', { rule })}
                onClick={() => change(swap(index))}
              >
                <IconChevronRight size={16} className={style.up ?? ''} aria-hidden="true" />
              </ActionIcon>
            ) : null}
          </div>
        );
      })}
      {order.length === 0 ? <p role="alert">{t('estimates.settings.none')}</p> : null}
    </fieldset>
  );
}
