/** The demand note with its lines and what changed since the one before; earlier, cancelled ones below. */
import { Button, Group } from '@mantine/core';
import { IconCash, IconFileDownload } from '@tabler/icons-react';
import { startDownload } from '#web/calls/downloads.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { demandNotePdf } from '../../demand-note/contract.ts';
import { NoteChanges } from '../papers/note-changes.tsx';
import { NoteLines } from '../papers/note-lines.tsx';

type Note = ApplicationDetail['demandNotes'][number];
const NOTE_TONES = { ISSUED: 'amber', PARTIALLY_PAID: 'amber', PAID: 'green', CANCELLED: 'grey' } as const;

export function NoteTab({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  if (application.demandNotes.length === 0) {
    return (
      <Sheet>
        <NothingYet title={t('note.none')} text={t('note.none_help')} />
      </Sheet>
    );
  }
  return (
    <>
      {application.goesBack.map((money) => (
        <LateMoney key={money.paymentId} money={money} />
      ))}
      {application.demandNotes.map((note, index) => (
        <NoteSheet
          key={note.id}
          note={note}
          before={application.demandNotes[index + 1]}
          application={application}
          isNewest={index === 0}
        />
      ))}
    </>
  );
}

/** A payment that came when the note could not be paid any more, and its refund. */
function LateMoney({ money: late }: { money: ApplicationDetail['goesBack'][number] }) {
  const t = useTexts('applications');
  const { money, day } = useFormats();
  return (
    <Sheet title={t('note.came_too_late')}>
      <Facts
        facts={[
          { label: t('note.paid'), value: money(late.amountMinor) },
          {
            label: t('note.came_on'),
            value: <GoLink to={`/payment-history/${late.paymentId}`}>{day(late.paidOn)}</GoLink>,
          },
          {
            label: t('note.refund'),
            value: [t(`refund_states.${late.refundState}`), late.paidOutOn ? day(late.paidOutOn) : '']
              .filter(Boolean)
              .join(' · '),
          },
        ]}
      />
    </Sheet>
  );
}

type NoteSheetProps = {
  note: Note;
  /** The version that it replaced. */
  before: Note | undefined;
  application: ApplicationDetail;
  isNewest: boolean;
};

function NoteSheet({ note, before, application, isNewest }: NoteSheetProps) {
  const t = useTexts('applications');
  const go = useGo();
  const may = useMay();
  const language = useLanguage();
  const { digits, day, money } = useFormats();
  const print = () =>
    startDownload(
      demandNotePdf,
      { params: { id: application.id }, query: { language, versionNo: note.versionNo } },
      `${note.number}.pdf`,
    );
  return (
    <Sheet
      title={digits(note.number)}
      action={
        <StateChip tone={NOTE_TONES[note.state]}>
          {isNewest ? t(`note_states.${note.state}`) : t('note_changes.replaced')}
        </StateChip>
      }
    >
      <Facts
        facts={[
          { label: t('note.issued'), value: day(note.issuedOn) },
          { label: t('note.due'), value: day(note.dueOn) },
          { label: t('note.paid'), value: money(note.settledMinor) },
          ...(note.refundState
            ? [
                {
                  label: t('note.refund'),
                  value: `${money(note.refundableMinor)} · ${t(`refund_states.${note.refundState}`)}`,
                },
              ]
            : []),
          // Nothing is to be paid by a cancelled one.
          ...(note.state === 'CANCELLED'
            ? []
            : [{ label: t('note.left'), value: money(note.totalMinor - note.settledMinor) }]),
          ...(note.cancelReason ? [{ label: t('note.cancel_reason'), value: note.cancelReason }] : []),
        ]}
      />
      {before ? <NoteChanges note={note} before={before} /> : null}
      <NoteLines note={note} />
      <Group gap="xs" mt="md">
        {may('demand-notes:view') ? (
          <Button variant="default" leftSection={<IconFileDownload size={17} />} onClick={() => void print()}>
            {t('note.pdf')}
          </Button>
        ) : null}
        {isNewest && note.refundState && may('payments:refund') ? (
          <Button variant="default" onClick={() => go('/refund', { page: 1, search: note.number })}>
            {t('note.refund_case')}
          </Button>
        ) : null}
        {isNewest && application.can.pay?.allowed ? (
          <Button
            variant="default"
            leftSection={<IconCash size={17} />}
            onClick={() => go('/take-payment', { applicationId: application.id })}
          >
            {t('actions.pay')}
          </Button>
        ) : null}
      </Group>
    </Sheet>
  );
}
