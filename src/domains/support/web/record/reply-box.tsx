/** Writing in the thread: to the other side, or a note for the office alone. What was typed stays if it is refused. */
import { SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { errors, type TicketDetail } from '../../contract.ts';
import { noteInTicket, replyToTicket } from '../../steps/contract.ts';
import { FilesField } from '../ask/files-field.tsx';
import { useIsConsumer } from '../state-chip.tsx';
import style from '../support.module.css';

export function ReplyBox({ ticket, reload }: { ticket: TicketDetail; reload: () => void }) {
  const t = useTexts('support');
  const { can } = ticket;
  const mayReply = can.reply === 'yes' || can.answer === 'yes';
  const mayNote = can.note === 'yes';
  const [kind, setKind] = useState<'reply' | 'note'>('reply');
  if (!mayReply && !mayNote) return null;
  const shown = mayReply && mayNote ? kind : mayReply ? 'reply' : 'note';
  return (
    <div className={style.write}>
      {mayReply && mayNote ? (
        <SegmentedControl
          mb="sm"
          value={shown}
          onChange={(value) => setKind(value as 'reply' | 'note')}
          data={(['reply', 'note'] as const).map((value) => ({ value, label: t(`write.as_${value}`) }))}
        />
      ) : null}
      {shown === 'reply' ? <Reply ticket={ticket} reload={reload} /> : <Note ticket={ticket} />}
    </div>
  );
}

function Reply({ ticket, reload }: { ticket: TicketDetail; reload: () => void }) {
  const t = useTexts('support');
  const isConsumer = useIsConsumer();
  // Mounted once: what was read when the typing began is what the answer is to. A newer message is shown, and then it is read.
  const form = useForm(replyToTicket, {
    initial: { text: '', waits: false, files: [] },
    extra: { ticketId: ticket.id, ...(ticket.lastMessageId ? { seenUpTo: ticket.lastMessageId } : {}) },
    onDone: () => {
      form.setValues({ text: '', waits: false, files: [] });
      return toast('success', t('write.sent'));
    },
  });
  const isNewer = form.problemOf('text')?.code === errors.newer_message.code;
  useEffect(() => {
    if (isNewer) reload();
  }, [isNewer, reload]);
  return (
    <FormBody form={form} submit={t(isNewer ? 'write.send_anyway' : 'write.send')}>
      <LongTextField
        form={form}
        name="text"
        label={t(isConsumer ? 'write.own_text' : 'write.text')}
        required
      />
      <FilesField form={form} />
      {ticket.can.ask === 'yes' ? (
        <CheckField form={form} name="waits" label={t('write.waits')} help={t('write.waits_help')} />
      ) : null}
    </FormBody>
  );
}

function Note({ ticket }: { ticket: TicketDetail }) {
  const t = useTexts('support');
  const form = useForm(noteInTicket, {
    initial: { text: '' },
    extra: { ticketId: ticket.id },
    onDone: () => {
      form.setValues({ text: '' });
      return toast('success', t('write.noted'));
    },
  });
  return (
    <FormBody form={form} submit={t('write.keep_note')}>
      <LongTextField form={form} name="text" label={t('write.note')} help={t('write.note_help')} required />
    </FormBody>
  );
}
