/** Which ticket a dialog is about: number and subject, then whose it is. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Subject } from '#web/ui/form/form-dialog.tsx';
import type { TicketItem } from '../../contract.ts';

export function useSubject(ticket: TicketItem): Subject {
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const { consumerName, consumerNameBn } = ticket;
  return {
    what: `${digits(ticket.number)} · ${ticket.subject}`,
    which: consumerName ? nameIn(consumerName, consumerNameBn) : nameIn(ticket.categoryEn, ticket.categoryBn),
  };
}
