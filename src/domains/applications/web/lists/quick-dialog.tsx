import { useProfile } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { createDraft } from '../../intake/contract.ts';
import { useRoadChoices, useSectorChoices, useSectors } from '../use-places.ts';

/** What a caller tells in a minute; everything else is asked for on the draft's own page. */
export function QuickDialog({ close, open }: { close: () => void; open: (id: string) => void }) {
  const t = useTexts('applications');
  const isConsumer = useProfile()?.role === 'consumer';
  const form = useForm(createDraft, {
    initial: { applicant: { isOwner: true }, building: {} },
    onDone: ({ id }) => open(id),
  });
  const sectorId = String(form.valueOf('building.sectorId') ?? '');
  const sectors = useSectorChoices();
  const roads = useRoadChoices(sectorId);
  const isLoading = useSectors().isPending;
  return (
    <FormDialog title={t('quick.add')} close={close}>
      <FormBody form={form} submit={t('quick.create')} cancel={close}>
        <FieldRow>
          <TextField form={form} name="applicant.name" label={t('quick.name')} autoFocus />
          <PhoneField form={form} name="applicant.phone" label={t('quick.phone')} />
        </FieldRow>
        <FieldRow>
          <SelectField
            form={form}
            name="building.sectorId"
            label={t('fields.sector')}
            options={sectors}
            isLoading={isLoading}
          />
          <SelectField
            form={form}
            name="building.roadId"
            label={t('fields.road')}
            options={roads}
            placeholder={sectorId ? t('fields.choose_road') : t('fields.sector_first')}
          />
        </FieldRow>
        <TextField form={form} name="building.plotNumber" label={t('fields.plot')} />
        {isConsumer ? null : (
          <LongTextField form={form} name="note" label={t('quick.note')} help={t('quick.note_help')} />
        )}
      </FormBody>
    </FormDialog>
  );
}
