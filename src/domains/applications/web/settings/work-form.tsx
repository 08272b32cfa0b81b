/** Working hours, how long steps may take, times for applicants, rules. */
import { Differences } from '#domains/settings/web/differences.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { updateApplicationSettings } from '../../settings/contract.ts';
import {
  type ApplicationSettings,
  slaHoursOf,
  TIMED_STATES,
  type WorkSettings,
  workSettings,
} from '../../settings/settings.rules.ts';
import { Holidays, Weekend } from './days-off.tsx';
import { type Deadlines, MovedDeadlines } from './moved-deadlines.tsx';
import style from './settings.module.css';
import { useWorkLines } from './work-lines.ts';

type WorkFormProps = { settings: ApplicationSettings; version: number; deadlines: Deadlines };

/** With the hours of every state, as the form has them. */
function typed(work: WorkSettings) {
  return {
    ...work,
    slaHours: Object.fromEntries(TIMED_STATES.map((state) => [state, slaHoursOf(work, state) ?? undefined])),
  };
}

export function WorkForm({ settings, version, deadlines }: WorkFormProps) {
  const t = useTexts('settings');
  const words = useTexts('applications');
  const common = useTexts('common');
  const linesOf = useWorkLines();
  const known: WorkSettings = workSettings.parse(settings);
  const work = typed(known);
  const form = useForm(updateApplicationSettings, {
    initial: { work },
    version,
    readNow: (now) => ({
      work: typed(workSettings.parse((now as { settings: ApplicationSettings }).settings)),
    }),
    onDone: () => toast('success', t('rules.saved')),
  });
  const fields = form as unknown as FormFields<string>;
  const before = linesOf(work);
  const after = linesOf(form.values.work as typeof work);
  const changes = before.map((line, index) => ({
    label: line.label,
    before: line.value,
    after: after[index]?.value ?? '',
  }));
  const days = { unit: t('rules.days'), required: true };
  return (
    <Sheet>
      <FormBody form={form} submit={t('rules.save')}>
        <FormSection title={t('rules.applications.office')} about={t('rules.applications.office_about')}>
          <FieldRow>
            <TextField
              form={fields}
              name="work.office.opensAt"
              type="time"
              label={t('rules.applications.opens')}
              required
            />
            <TextField
              form={fields}
              name="work.office.closesAt"
              type="time"
              label={t('rules.applications.closes')}
              required
            />
          </FieldRow>
          <Weekend form={fields} name="work.office.weekend" />
          <Holidays form={fields} name="work.office.holidays" />
          <MovedDeadlines deadlines={deadlines} />
        </FormSection>
        <FormSection title={t('rules.applications.sla')} about={t('rules.applications.sla_about')}>
          <div className={style.hours}>
            {TIMED_STATES.map((state) => (
              <WholeField
                key={state}
                form={fields}
                name={`work.slaHours.${state}`}
                label={words(`states.${state}`)}
                unit={t('rules.hours')}
                required
              />
            ))}
          </div>
          <p className={style.quiet}>{t('rules.applications.escalation_about')}</p>
          <FieldRow>
            <WholeField
              form={fields}
              name="work.escalation.soonPercent"
              label={t('rules.applications.soon')}
              unit={t('rules.percent')}
              required
            />
            <WholeField
              form={fields}
              name="work.escalation.farPercent"
              label={t('rules.applications.far')}
              unit={t('rules.percent')}
              required
            />
          </FieldRow>
        </FormSection>
        <FormSection title={t('rules.applications.times')}>
          <FieldRow>
            <WholeField
              form={fields}
              name="work.validityDays"
              label={t('rules.applications.validity')}
              {...days}
            />
            <WholeField
              form={fields}
              name="work.correctionDays"
              label={t('rules.applications.correction')}
              {...days}
            />
          </FieldRow>
          <FieldRow>
            <WholeField form={fields} name="work.draftDays" label={t('rules.applications.draft')} {...days} />
            <WholeField
              form={fields}
              name="work.archiveAfterMonths"
              label={t('rules.applications.archive')}
              unit={t('rules.months')}
              required
            />
          </FieldRow>
        </FormSection>
        <FormSection title={t('rules.applications.rules')}>
          <WholeField
            form={fields}
            name="work.usualDistanceM"
            label={t('rules.applications.usual_length')}
            unit={common('units.m')}
            required
          />
          <WholeField
            form={fields}
            name="work.usualQuantity"
            label={t('rules.applications.usual_quantity')}
            required
          />
          <CheckField form={fields} name="work.partialPayment" label={t('rules.applications.partial')} />
          <CheckField
            form={fields}
            name="work.checkEachDocument"
            label={t('rules.applications.each_document')}
          />
        </FormSection>
        <FormSection
          title={t('rules.applications.completion')}
          about={t('rules.applications.completion_about')}
        >
          <FieldRow>
            <WholeField
              form={fields}
              name="work.completion.labourPercent"
              label={t('rules.applications.labour_percent')}
              unit={t('rules.percent')}
              required
            />
            <MoneyField
              form={fields}
              name="work.completion.labourMinor"
              label={t('rules.applications.labour')}
              required
            />
          </FieldRow>
          <FieldRow>
            <MoneyField
              form={fields}
              name="work.completion.mostLabourMinor"
              label={t('rules.applications.most_labour')}
              required
            />
            <WholeField
              form={fields}
              name="work.completion.lostM3"
              label={t('rules.applications.lost')}
              unit={common('units.cubic_metres')}
              required
            />
          </FieldRow>
          <FieldRow>
            <WholeField
              form={fields}
              name="work.completion.mostLostM3"
              label={t('rules.applications.most_lost')}
              unit={common('units.cubic_metres')}
              required
            />
            <span />
          </FieldRow>
        </FormSection>
        <Differences rows={changes} />
      </FormBody>
    </Sheet>
  );
}
