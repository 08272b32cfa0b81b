/** How a channel goes, in one line on its card. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { getSending, type SenderChannel } from '../../senders/contract.ts';

export function SenderHealth({ channel }: { channel: SenderChannel }) {
  const t = useTexts('settings');
  const { data } = useAnswer(getSending, { query: { channel } });
  if (!data) return null;
  const { by, tests, failures, programHost } = data;
  const [last] = tests;
  if (by === 'nobody' || by === 'simulator') {
    return (
      <span>
        <StateChip tone={by === 'nobody' ? 'red' : 'amber'}>{t(`config.sender.by.${by}`)}</StateChip>
      </span>
    );
  }
  const tested =
    by === 'program'
      ? t('config.sender.by.program', { host: programHost ?? '' })
      : last
        ? t(last.outcome === 'accepted' ? 'config.hub.tested_ok' : 'config.hub.tested_bad', {
            at: last.testedAt,
          })
        : t('config.hub.never_tested');
  const isWell = by === 'program' || last?.outcome === 'accepted';
  return (
    <span>
      <StateChip tone={isWell ? 'green' : last ? 'red' : 'amber'}>{tested}</StateChip>
      {failures.length > 0 ? (
        <StateChip tone="red">{t('config.hub.failing', { count: failures.length })}</StateChip>
      ) : null}
    </span>
  );
}
