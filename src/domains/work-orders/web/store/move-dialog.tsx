/** Books materials into the store or out of it, with the reason. */
import { useState } from 'react';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField, RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { listStock, moveStock } from '../../store/contract.ts';

type MoveDialogProps = { materialId: string; close: () => void };

export function MoveDialog({ materialId, close }: MoveDialogProps) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { digits } = useFormats();
  const { data, isPending } = useAnswer(listStock);
  const [way, setWay] = useState<'in' | 'out'>('in');
  const form = useForm(moveStock, {
    initial: { materialId, quantity: '', remark: '', anyway: false },
    answers: { anyway: ['materialId', 'quantity'] },
    onDone: () => {
      close();
      return toast('success', t('store.moved'));
    },
  });
  const material = data?.items.find((item) => item.materialId === form.valueOf('materialId'));
  const unit = unitIn(material?.unit ?? '');
  // A quantity is typed without a sign: which way it goes is a choice of its own.
  const signed = (text: string, direction: 'in' | 'out') => {
    const bare = text.replace(/^-/, '');
    return direction === 'out' && bare ? `-${bare}` : bare;
  };
  const unsigned: FormFields<'quantity'> = {
    ...form,
    valueOf: (name) => String(form.valueOf(name) ?? '').replace(/^-/, ''),
    change: (name, value) => form.change(name, signed(String(value ?? ''), way)),
  };
  const ways: FormFields<'way'> = {
    id: form.id,
    valueOf: () => way,
    change: (_, value) => {
      const next = value === 'out' ? 'out' : 'in';
      setWay(next);
      form.change('quantity', signed(String(form.valueOf('quantity') ?? ''), next));
    },
    leave: () => undefined,
    problemOf: () => undefined,
  };
  return (
    <FormDialog title={t('store.move_title')} close={close}>
      <FormBody form={form} submit={t('store.move')} cancel={close}>
        <SelectField
          form={form}
          name="materialId"
          label={t('store.material')}
          {...(material
            ? {
                help:
                  material.onHand && material.free
                    ? `${t('cost.on_hand', { quantity: digits(material.onHand), unit })} · ${t('cost.free', { quantity: digits(material.free), unit })}`
                    : t('store.not_kept'),
              }
            : {})}
          options={(data?.items ?? []).map((item) => ({
            value: item.materialId,
            label: nameIn(item.nameEn, item.nameBn),
          }))}
          isLoading={isPending}
          required
        />
        <RadioField
          form={ways}
          name="way"
          label={t('store.way')}
          options={[
            { value: 'in', label: t('store.way_in') },
            { value: 'out', label: t('store.way_out') },
          ]}
          required
        />
        <TextField
          form={unsigned}
          name="quantity"
          label={unit ? t('store.quantity', { unit }) : t('store.quantity_plain')}
          inputMode="decimal"
          required
        />
        <LongTextField
          form={form}
          name="remark"
          label={t('store.reason')}
          help={t('store.reason_help')}
          required
        />
        {form.problemOf('anyway') || form.valueOf('anyway') ? (
          <CheckField form={form} name="anyway" label={t('store.anyway')} />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}
