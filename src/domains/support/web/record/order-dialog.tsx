/** Work at the place for a ticket: a new work order, or the finished one once more. */

import { useNameIn } from '#domains/settings/web/in-language.ts';
import { listCategories } from '#domains/work-orders/contract.ts';
import { CASE_CATEGORIES } from '#domains/work-orders/work-order.rules.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { TicketDetail } from '../../contract.ts';
import { orderFromTicket, reopenOrderOfTicket } from '../../steps/contract.ts';
import { useNames } from '../state-chip.tsx';
import { useSubject } from './use-subject.ts';

type OrderDialogProps = { ticket: TicketDetail; close: () => void };

export function OrderDialog({ ticket, close }: OrderDialogProps) {
  const t = useTexts('support');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const { priorities } = useNames();
  const { data, isPending } = useAnswer(listCategories, {}, { afterActs: 'when-shown' });
  const form = useForm(orderFromTicket, {
    initial: {
      ...{
        categoryId: ticket.orderCategoryId ?? '',
        description: ticket.messages[0]?.text ?? ticket.subject,
      },
      ...{ connectionNumber: ticket.connection?.number ?? '', anyway: false },
    },
    extra: { ticketId: ticket.id, version: ticket.version },
    answers: { anyway: ['connectionNumber', 'categoryId'] },
    onDone: ({ orderNumber }) => {
      close();
      return toast('success', t('order.made', { number: digits(orderNumber) }));
    },
  });
  return (
    <FormDialog title={t('order.title')} subject={useSubject(ticket)} close={close}>
      <FormBody form={form} submit={t('order.submit')} cancel={close}>
        <SelectField
          form={form}
          name="categoryId"
          label={t('order.category')}
          options={(data?.items ?? [])
            .filter(({ code }) => !CASE_CATEGORIES.includes(code))
            .map(({ id, nameEn, nameBn }) => ({ value: id, label: nameIn(nameEn, nameBn) }))}
          isLoading={isPending}
          required
        />
        <TextField
          form={form}
          name="connectionNumber"
          label={t('detail.connection')}
          help={t('order.connection_help')}
          inputMode="numeric"
          required
        />
        <LongTextField
          form={form}
          name="description"
          label={t('order.description')}
          help={t('order.help')}
          required
        />
        <p>{t('order.urgency', { priority: priorities[ticket.priority] })}</p>
        {form.problemOf('anyway') || form.valueOf('anyway') ? (
          <CheckField form={form} name="anyway" label={t('order.anyway')} />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}

/** The last finished order of the ticket. */
export function ReopenOrderDialog({ ticket, close }: OrderDialogProps) {
  const t = useTexts('support');
  const { digits } = useFormats();
  const order = ticket.orders.findLast(({ isDone }) => isDone);
  const form = useForm(reopenOrderOfTicket, {
    initial: { remark: '' },
    extra: {
      ...{ ticketId: ticket.id, version: ticket.version },
      ...(order ? { orderId: order.id, orderVersion: order.version } : {}),
    },
    onDone: () => {
      close();
      return toast('success', t('act.done'));
    },
  });
  return (
    <FormDialog
      title={t('order.reopen_title', { number: digits(order?.number ?? '') })}
      subject={useSubject(ticket)}
      close={close}
    >
      <FormBody form={form} submit={t('act.reopen-order')} cancel={close}>
        <LongTextField
          form={form}
          name="remark"
          label={t('order.remark')}
          help={t('order.remark_help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}
