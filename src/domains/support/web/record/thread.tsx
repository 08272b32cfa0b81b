/** What both sides wrote, and between it what the office wrote to itself. */
import { UnstyledButton } from '@mantine/core';
import { IconLock, IconPaperclip } from '@tabler/icons-react';
import { call } from '#web/calls/call.ts';
import { showError } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Instant } from '#web/ui/figures.tsx';
import { openAttachment, type TicketDetail } from '../../contract.ts';
import { useIsConsumer } from '../state-chip.tsx';
import style from '../support.module.css';

type Message = TicketDetail['messages'][number];
type Note = TicketDetail['notes'][number];

export function Thread({ ticket }: { ticket: TicketDetail }) {
  const t = useTexts('support');
  const lines = [
    ...ticket.messages.map((message) => ({ at: message.at, id: message.id, message })),
    ...ticket.notes.map((note) => ({ at: note.at, id: note.id, note })),
  ].toSorted((a, b) => (a.at === b.at ? a.id.localeCompare(b.id) : a.at < b.at ? -1 : 1));
  return (
    <ol className={style.thread} aria-label={t('detail.thread')}>
      {lines.map((line) =>
        'message' in line ? (
          <MessageLine key={line.id} message={line.message} />
        ) : (
          <NoteLine key={line.id} note={line.note} />
        ),
      )}
    </ol>
  );
}

function MessageLine({ message }: { message: Message }) {
  const t = useTexts('support');
  const isConsumer = useIsConsumer();
  const isOwn = message.byOffice !== isConsumer;
  const side = message.byOffice
    ? t(isConsumer ? 'detail.utility' : 'detail.office')
    : t(isConsumer ? 'detail.you' : 'detail.consumer');
  return (
    <li className={style.message} data-own={isOwn}>
      <p className={style.head}>
        <b>{message.by || side}</b>
        {message.by ? <span>{side}</span> : null}
        <Instant at={message.at} />
      </p>
      <p className={style.text}>{message.text}</p>
      <Attachments attachments={message.attachments} />
    </li>
  );
}

/** Only the office gets any. */
function NoteLine({ note }: { note: Note }) {
  const t = useTexts('support');
  const { digits, day } = useFormats();
  const { successor = '', on } = note.facts;
  return (
    <li className={style.message} data-note="true">
      <p className={style.head}>
        <IconLock size={14} aria-hidden="true" />
        <b>{t('detail.note')}</b>
        {note.kind === 'TEXT' ? <span>{note.by}</span> : null}
        <Instant at={note.at} />
      </p>
      <p className={style.text}>
        {note.kind === 'TEXT'
          ? note.text
          : t('detail.owner_changed', { number: digits(successor), day: on ? day(on) : '' })}
      </p>
    </li>
  );
}

/** Each opens in a tab of its own. */
function Attachments({ attachments }: Pick<Message, 'attachments'>) {
  const { fileSize } = useFormats();
  const open = async (attachmentId: string) => {
    try {
      const { url } = await call(openAttachment, { query: { attachmentId } });
      window.open(url, '_blank', 'noopener');
    } catch (error) {
      showError(error);
    }
  };
  if (attachments.length === 0) return null;
  return (
    <ul className={style.files}>
      {attachments.map(({ id, fileName, bytes }) => (
        <li key={id}>
          <UnstyledButton className={style.file} onClick={() => void open(id)}>
            <IconPaperclip size={18} stroke={1.5} aria-hidden="true" />
            {fileName} · {fileSize(bytes)}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
