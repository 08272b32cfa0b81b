/** Gives a ticket to somebody who answers; who has much already is seen in the choice. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { listAgents, type TicketItem } from '../../contract.ts';
import { assignTicket } from '../../steps/contract.ts';
import { useSubject } from './use-subject.ts';

export function AssignDialog({ ticket, close }: { ticket: TicketItem; close: () => void }) {
  const t = useTexts('support');
  const { data, error, isPending, refetch } = useAnswer(listAgents);
  const form = useForm(assignTicket, {
    initial: { agentId: '' },
    extra: { ticketId: ticket.id, version: ticket.version },
    onDone: () => {
      close();
      return toast('success', t('act.done'));
    },
  });
  const agents = (data?.items ?? []).map(({ id, name, open, late }) => ({
    value: id,
    label: `${name} · ${t('assign.open', { count: open })}${late > 0 ? ` · ${t('assign.late', { count: late })}` : ''}`,
  }));
  return (
    <FormDialog title={t('assign.title')} subject={useSubject(ticket)} close={close}>
      {error && !data ? <Failed error={error} retry={refetch} /> : null}
      <FormBody form={form} submit={t('act.assign')} cancel={close}>
        <SelectField
          form={form}
          name="agentId"
          label={t('assign.agent')}
          help={t(ticket.reopened > 1 ? 'assign.other_help' : 'assign.help')}
          options={agents}
          isLoading={isPending}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
