/** What people read before they sign in and at the foot of the pages. */
import { MAINTENANCE_PERMISSION } from '#shared/permissions.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { reloadConfig, webConfig } from '#web/config.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Facts, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import {
  getWebsite,
  LANGUAGE_CHOICES,
  PICTURE_KINDS,
  updateWebsite,
  type Website,
} from '../../website/contract.ts';
import { Differences } from '../differences.tsx';
import style from './config.module.css';
import { EntryHistory } from './entry-history.tsx';
import { MaintenanceSwitch } from './maintenance-switch.tsx';
import own from './website.module.css';
import { PictureField, usePictures } from './website-pictures.tsx';
import { WebsitePreview } from './website-preview.tsx';

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
    languages: t('config.website.languages'),
    logo: t('config.website.logo'),
    favicon: t('config.website.favicon'),
  };
}

/** A value as people read it; the id of a picture says nothing to anybody. */
function useWritten(): (field: string, value: string) => string {
  const t = useTexts('settings');
  return (field, value) => {
    if (field === 'languages')
      return t(`config.website.choices.${(value || 'en_bn') as Website['languages']}`);
    return value && (field === 'logo' || field === 'favicon') ? t('config.website.picture') : value;
  };
}

/** Names, texts and the icon of this tab are shown at once, without a new start. */
async function showSaved() {
  await reloadConfig();
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  icon?.removeAttribute('type');
  icon?.setAttribute('href', webConfig().website?.favicon?.address ?? '/favicon.svg');
}

export function WebsitePage() {
  const t = useTexts('settings');
  const labels = useLabels();
  const may = useMay();
  const written = useWritten();
  const found = useAnswer(getWebsite);
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { version } = found.data;
  return (
    <div className={style.page} data-wide>
      <PageHead title={t('config.website.title')} about={t('config.website.about')} />
      <WebsiteForm {...found.data} />
      {may(MAINTENANCE_PERMISSION) ? <MaintenanceSwitch /> : null}
      <EntryHistory
        entry="website"
        version={version}
        labelOf={(field) => labels[field as keyof Website]}
        written={written}
        onRestored={showSaved}
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
      await showSaved();
      toast('success', t('config.website.saved'));
    },
  });
  const written = useWritten();
  const pictures = usePictures();
  const fields = Object.keys(labels) as (keyof Website)[];
  const now = Object.fromEntries(
    fields.map((field) => [field, form.valueOf(`website.${field}`) ?? null]),
  ) as unknown as Website;
  const after = (field: keyof Website) => {
    const value = now[field];
    const isOther = (field === 'logo' || field === 'favicon') && value && value !== website[field];
    return isOther ? t('config.website.picture_new') : written(field, value ?? '');
  };
  return (
    <div className={own.columns}>
      <Sheet>
        <FormBody form={form} submit={t('config.website.save')}>
          <FormSection title={t('config.website.pictures')}>
            {PICTURE_KINDS.map((kind) => (
              <PictureField
                key={kind}
                kind={kind}
                id={now[kind]}
                pictures={pictures}
                change={(id) => form.change(`website.${kind}`, id)}
              />
            ))}
          </FormSection>
          <FormSection title={t('config.website.languages_and_zone')}>
            <RadioField
              form={form}
              name="website.languages"
              label={labels.languages}
              help={t('config.website.languages_help')}
              options={LANGUAGE_CHOICES.map((value) => ({
                value,
                label: t(`config.website.choices.${value}`),
              }))}
            />
            <Facts facts={[{ label: t('config.website.time_zone'), value: webConfig().timeZone }]} />
            <p className={style.quiet}>{t('config.website.time_zone_help')}</p>
          </FormSection>
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
              before: written(field, website[field] ?? ''),
              after: after(field),
            }))}
          />
        </FormBody>
      </Sheet>
      <div className={own.beside}>
        <WebsitePreview website={now} addressOf={pictures.addressOf} />
      </div>
    </div>
  );
}
