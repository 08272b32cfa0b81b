/** The steps of the state that say something to the other side: solved, rejected, opened again. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { TicketDetail } from '../../contract.ts';
import { updateTicketStatus } from '../../steps/contract.ts';
import { useIsConsumer } from '../state-chip.tsx';
import { useSubject } from './use-subject.ts';

const STATES = { resolve: 'RESOLVED', reject: 'REJECTED', reopen: 'REOPENED' } as const;
export type Ending = keyof typeof STATES;

type EndDialogProps = { ending: Ending; ticket: TicketDetail; close: () => void };

export function EndDialog({ ending, ticket, close }: EndDialogProps) {
  const t = useTexts('support');
  const isConsumer = useIsConsumer();
  const form = useForm(updateTicketStatus, {
    initial: { remark: '' },
    input: { query: { ticketId: ticket.id, status: STATES[ending] } },
    extra: { version: ticket.version },
    onDone: () => {
      close();
      return toast('success', t('act.done'));
    },
  });
  return (
    <FormDialog title={t(`end.${ending}`)} subject={useSubject(ticket)} close={close}>
      <FormBody form={form} submit={t(`act.${ending}`)} danger={ending === 'reject'} cancel={close}>
        <LongTextField
          form={form}
          name="remark"
          label={t(`end.remark_${ending}`)}
          help={isConsumer ? t('end.help_own') : t('end.help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}
