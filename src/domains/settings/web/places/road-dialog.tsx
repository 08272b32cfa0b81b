import { call } from '#web/calls/call.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Choice } from '#web/ui/form/choice.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { addRoad, type Road, updateRoad, validateRoad } from '../../places/contract.ts';

type RoadDialogProps = {
  road: Road | null;
  sectors: readonly Choice[];
  /** Of a new road: the sector the list is narrowed to. */
  sectorId: string | undefined;
  close: () => void;
};

export function RoadDialog({ road, sectors, sectorId, close }: RoadDialogProps) {
  const t = useTexts('settings');
  const { digits } = useFormats();
  const known: object = road ? { id: road.id } : {};
  const form = useForm(road ? updateRoad : addRoad, {
    initial: {
      sectorId: road?.sectorId ?? sectorId,
      number: road?.number,
      name: road?.name,
      nameBn: road?.nameBn,
      routeOrder: road?.routeOrder,
    },
    version: road?.version,
    extra: known,
    onDone: () => {
      close();
      return toast('success', t(road ? 'roads.updated' : 'roads.added'));
    },
  });
  const asking = form.asking(async (name, value) => {
    const chosen = form.valueOf('sectorId');
    if (name !== 'number' || !chosen) return undefined;
    const body = { sectorId: String(chosen), number: String(value), ...(road ? { id: road.id } : {}) };
    return (await call(validateRoad, { body }, { quiet: true })).free
      ? undefined
      : 'settings.road_number_taken';
  });
  return (
    <FormDialog
      title={road ? t('roads.edit', { number: digits(road.number) }) : t('roads.add')}
      close={close}
    >
      <FormBody form={form} submit={t('roads.save')} cancel={close}>
        <SelectField form={form} name="sectorId" label={t('roads.sector')} options={sectors} required />
        <TextField form={asking} name="number" label={t('roads.number')} required autoFocus />
        <TextField form={form} name="name" label={t('roads.name')} required />
        <TextField form={form} name="nameBn" label={t('roads.name_bn')} />
        <WholeField
          form={form}
          name="routeOrder"
          label={t('roads.route_order')}
          help={t('roads.route_order_help')}
        />
      </FormBody>
    </FormDialog>
  );
}
