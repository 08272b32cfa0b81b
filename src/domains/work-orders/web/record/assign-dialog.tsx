/** Gives the work to a crew: who leads, and who comes along; who has much already is seen in the choice. */
import { Alert, Checkbox, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import type { FieldProps } from '#web/ui/form/field.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { listCrew, type OrderDetail } from '../../contract.ts';
import { assignOrder } from '../../steps/contract.ts';
import { listMissing } from '../../store/contract.ts';
import { ESCALATES_AT } from '../../work-order.rules.ts';
import { useSubject } from './use-subject.ts';

export function AssignDialog({ order, close }: { order: OrderDetail; close: () => void }) {
  const t = useTexts('work-orders');
  const { data, error, isPending, refetch } = useAnswer(listCrew);
  const inStore = useAnswer(listMissing, { query: { orderId: order.id } });
  const missing = inStore.data?.items ?? [];
  const form = useForm(assignOrder, {
    initial: { crewId: '', memberIds: [] as string[], remark: '', missingReason: '' },
    extra: {
      orderId: order.id,
      version: order.version,
      missing: missing.map(({ materialId, missing: quantity }) => ({ materialId, quantity })),
    },
    onDone: () => {
      close();
      return toast('success', t('act.status_updated'));
    },
  });
  const isAsked = form.problemOf('missingReason') !== undefined;
  const { refetch: lookAgain } = inStore;
  // Somebody else has reserved something since: it is shown before it is confirmed.
  useEffect(() => {
    if (isAsked) void lookAgain();
  }, [isAsked, lookAgain]);
  const crew = (data?.items ?? []).map(({ id, name, open, late }) => ({
    value: id,
    label: `${name} · ${t('assign.open', { count: open })}${late > 0 ? ` · ${t('assign.late', { count: late })}` : ''}`,
  }));
  return (
    <FormDialog title={t('assign.title')} subject={useSubject(order)} close={close}>
      {error && !data ? <Failed error={error} retry={refetch} /> : null}
      <FormBody form={form} submit={t('act.assign')} cancel={close}>
        <SelectField
          form={form}
          name="crewId"
          label={t('assign.crew')}
          help={t('assign.help')}
          options={crew}
          isLoading={isPending}
          required
        />
        <MembersField
          form={form}
          name="memberIds"
          label={t('assign.members')}
          help={t('assign.members_help')}
          options={crew.filter(({ value }) => value !== form.valueOf('crewId'))}
        />
        {order.reopened >= ESCALATES_AT ? (
          <LongTextField form={form} name="remark" label={t('assign.again')} help={t('assign.again_help')} />
        ) : null}
        {missing.length > 0 ? <MissingLines missing={missing} /> : null}
        {missing.length > 0 || isAsked ? (
          <LongTextField
            form={form}
            name="missingReason"
            label={t('assign.missing_reason')}
            help={t('assign.missing_help')}
            required
          />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}

function MissingLines({ missing }: { missing: EndpointAnswer<typeof listMissing>['items'] }) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { digits } = useFormats();
  return (
    <Alert color="yellow" title={t('assign.missing')}>
      {missing.map(({ materialId, nameEn, nameBn, unit, needed, free }) => (
        <div key={materialId}>
          {t('assign.missing_line', {
            ...{ name: nameIn(nameEn, nameBn), unit: unitIn(unit) },
            // More may be reserved than there is: then nothing is free.
            ...{ needed: digits(needed), free: digits(free.startsWith('-') ? '0' : free) },
          })}
        </div>
      ))}
    </Alert>
  );
}

type MembersProps<Name extends string> = FieldProps<Name> & {
  options: readonly { value: string; label: string }[];
};

/** Who was chosen to lead is no choice here, and drops out of what was chosen before. */
function MembersField<Name extends string>({ form, name, label, help, options }: MembersProps<Name>) {
  const chosen = (form.valueOf(name) ?? []) as string[];
  const offered = chosen.filter((id) => options.some(({ value }) => value === id));
  if (options.length === 0) return null;
  return (
    <Checkbox.Group
      label={label}
      description={help}
      value={offered}
      onChange={(ids) => form.change(name, ids)}
    >
      <Stack gap={8} mt={6}>
        {options.map(({ value, label: person }) => (
          <Checkbox key={value} value={value} label={person} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
