/** What people read before they sign in and at the foot of the pages. */
import { MAINTENANCE_PERMISSION } from '#shared/permissions.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { reloadConfig } from '#web/config.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getWebsite, updateWebsite, type Website } from '../../website/contract.ts';
import { Differences } from '../differences.tsx';
import style from './config.module.css';
import { EntryHistory } from './entry-history.tsx';
import { MaintenanceSwitch } from './maintenance-switch.tsx';

function useLabels(): Record<keyof Website, string> {
  const t = useTexts('settings');
  return {
    footerEn: t('config.website.footer_en'),
    footerBn: t('config.website.footer_bn'),
    supportPhone: t('config.website.phone'),
    supportHoursEn: t('config.website.hours_en'),
    supportHoursBn: t('config.website.hours_bn'),
    facebook: t('config.website.facebook'),
    youtube: t('config.website.youtube'),
    maintenanceEn: t('config.website.maintenance_en'),
    maintenanceBn: t('config.website.maintenance_bn'),
  };
}

export function WebsitePage() {
  const t = useTexts('settings');
  const labels = useLabels();
  const may = useMay();
  const found = useAnswer(getWebsite);
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { version } = found.data;
  return (
    <div className={style.page}>
      <PageHead title={t('config.website.title')} about={t('config.website.about')} />
      <Sheet>
        <WebsiteForm {...found.data} />
      </Sheet>
      {may(MAINTENANCE_PERMISSION) ? <MaintenanceSwitch /> : null}
      <EntryHistory
        entry="website"
        version={version}
        labelOf={(field) => labels[field as keyof Website]}
        onRestored={reloadConfig}
      />
    </div>
  );
}

function WebsiteForm({ website, version }: { website: Website; version: number }) {
  const t = useTexts('settings');
  const labels = useLabels();
  const form = useForm(updateWebsite, {
    initial: { website },
    version,
    onDone: async () => {
      await reloadConfig();
      toast('success', t('config.website.saved'));
    },
  });
  const fields = Object.keys(labels) as (keyof Website)[];
  return (
    <FormBody form={form} submit={t('config.website.save')}>
      <FormSection title={t('config.website.footer')}>
        <TextField
          form={form}
          name="website.footerEn"
          label={labels.footerEn}
          help={t('config.website.footer_help')}
        />
        <TextField form={form} name="website.footerBn" label={labels.footerBn} />
      </FormSection>
      <FormSection title={t('config.website.support')}>
        <TextField
          form={form}
          name="website.supportPhone"
          label={labels.supportPhone}
          help={t('config.website.phone_help')}
          inputMode="tel"
        />
        <FieldRow>
          <TextField form={form} name="website.supportHoursEn" label={labels.supportHoursEn} />
          <TextField form={form} name="website.supportHoursBn" label={labels.supportHoursBn} />
        </FieldRow>
      </FormSection>
      <FormSection title={t('config.website.links')}>
        <TextField
          form={form}
          name="website.facebook"
          label={labels.facebook}
          type="url"
          placeholder="https://"
        />
        <TextField
          form={form}
          name="website.youtube"
          label={labels.youtube}
          type="url"
          placeholder="https://"
        />
      </FormSection>
      <FormSection title={t('config.website.maintenance')} about={t('config.website.maintenance_help')}>
        <LongTextField form={form} name="website.maintenanceEn" label={labels.maintenanceEn} />
        <LongTextField form={form} name="website.maintenanceBn" label={labels.maintenanceBn} />
      </FormSection>
      <Differences
        rows={fields.map((field) => ({
          label: labels[field],
          before: website[field],
          after: String(form.valueOf(`website.${field}`) ?? ''),
        }))}
      />
    </FormBody>
  );
}
