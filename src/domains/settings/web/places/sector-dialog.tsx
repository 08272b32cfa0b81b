import { call } from '#web/calls/call.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { addSector, listDmas, type Sector, updateSector, validateSector } from '../../places/contract.ts';
import { useNameIn } from '../in-language.ts';

type SectorDialogProps = { sector: Sector | null; close: () => void };

export function SectorDialog({ sector, close }: SectorDialogProps) {
  const t = useTexts('settings');
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const dmas = useAnswer(listDmas, { query: { limit: 200 } });
  const known: object = sector ? { id: sector.id } : {};
  const form = useForm(sector ? updateSector : addSector, {
    initial: {
      number: sector?.number,
      name: sector?.name,
      nameBn: sector?.nameBn,
      dmaId: sector?.dmaId,
    },
    version: sector?.version,
    extra: known,
    onDone: () => {
      close();
      return toast('success', t(sector ? 'sectors.updated' : 'sectors.added'));
    },
  }).asking(async (name, value) => {
    if (name !== 'number') return undefined;
    const body = { number: String(value), ...(sector ? { id: sector.id } : {}) };
    return (await call(validateSector, { body }, { quiet: true })).free
      ? undefined
      : 'settings.sector_number_taken';
  });
  const options = (dmas.data?.items ?? []).map((dma) => ({
    value: dma.id,
    label: `${digits(dma.number)} · ${nameIn(dma.name, dma.nameBn)}`,
  }));
  return (
    <FormDialog
      title={sector ? t('sectors.edit', { number: digits(sector.number) }) : t('sectors.add')}
      close={close}
    >
      <FormBody form={form} submit={t('sectors.save')} cancel={close}>
        <TextField form={form} name="number" label={t('sectors.number')} required autoFocus />
        <TextField form={form} name="name" label={t('sectors.name')} required />
        <TextField form={form} name="nameBn" label={t('sectors.name_bn')} />
        <SelectField
          form={form}
          name="dmaId"
          label={t('sectors.dma')}
          help={t('sectors.dma_help')}
          options={options}
          isLoading={dmas.isPending}
        />
      </FormBody>
    </FormDialog>
  );
}
