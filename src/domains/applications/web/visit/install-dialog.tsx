import { Button } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { CheckField, DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { installMeter } from '../../installation/contract.ts';
import { useSubject } from '../record/use-subject.ts';
import { TakePhotos } from './photos.tsx';

type InstallDialogProps = { application: ApplicationDetail; close: () => void };

const empty = (thisDay: string) => ({
  ...{ installedOn: thisDay, meterNumber: '', sealNumber: '' },
  openingLitres: undefined,
});

/** What was noted before is corrected, not typed again. */
const noted = (installation: NonNullable<ApplicationDetail['installation']>) => {
  const { installedOn, meterNumber, sealNumber, openingLitres, latitude, longitude } = installation;
  return { installedOn, meterNumber, sealNumber, openingLitres, latitude, longitude };
};

export function InstallDialog({ application, close }: InstallDialogProps) {
  const t = useTexts('applications');
  const { digits } = useFormats();
  const thisDay = today();
  const { installation, meterNumber } = application;
  // What was noted of another meter counts no more.
  const before = installation?.meterNumber === meterNumber ? installation : null;
  const form = useForm(installMeter, {
    initial: { ...(before ? noted(before) : empty(thisDay)), remark: '' },
    extra: { applicationId: application.id, version: application.version },
    answers: { unusual: ['meterNumber', 'openingLitres', 'installedOn'] },
    onDone: () => {
      close();
      return toast('success', t('done.install'));
    },
  });
  return (
    <FormDialog title={t('actions.install')} subject={useSubject(application)} close={close}>
      <FormBody form={form} submit={t('actions.install')} cancel={close}>
        <TextField
          form={form}
          name="meterNumber"
          label={t('fields.meter')}
          help={t('install.meter_help', { number: digits(meterNumber ?? '') })}
          required
          autoFocus
        />
        <FieldRow>
          <VolumeField form={form} name="openingLitres" label={t('install.opening')} required />
          <TextField form={form} name="sealNumber" label={t('install.seal')} required />
        </FieldRow>
        <DayField form={form} name="installedOn" label={t('install.day')} latest={thisDay} required />
        <PlaceFields form={form} />
        <TakePhotos application={application} kind="new_meter_doc" />
        {form.problemOf('unusual') || form.valueOf('unusual') ? (
          <CheckField form={form} name="unusual" label={t('install.unusual')} />
        ) : null}
        {form.problemOf('unprovenReason') || form.valueOf('unprovenReason') ? (
          <LongTextField form={form} name="unprovenReason" label={t('install.unproven_reason')} required />
        ) : null}
        {before ? (
          <CheckField
            form={form}
            name="replaces"
            label={t('install.replaces', { name: before.installedBy })}
            required
          />
        ) : null}
        <LongTextField form={form} name="remark" label={t('dialogs.remark_optional')} />
      </FormBody>
    </FormDialog>
  );
}

/** Coordinates, typed or of the phone. */
export function PlaceFields({ form }: { form: FormFields<'latitude' | 'longitude'> }) {
  const t = useTexts('applications');
  const take = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.change('latitude', coords.latitude.toFixed(6));
        form.change('longitude', coords.longitude.toFixed(6));
      },
      () => void toast('error', t('fields.no_place')),
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  return (
    <>
      <FieldRow>
        <TextField form={form} name="latitude" label={t('fields.latitude')} />
        <TextField form={form} name="longitude" label={t('fields.longitude')} />
      </FieldRow>
      {'geolocation' in navigator ? (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconCurrentLocation size={17} aria-hidden="true" />}
          onClick={take}
        >
          {t('fields.take_place')}
        </Button>
      ) : null}
    </>
  );
}
