/** What a change of the calendar does to the steps that run: how many there are, and what the last change moved. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { getApplicationSettings } from '../../settings/contract.ts';
import { MOVED_KINDS } from '../../settings/settings.rules.ts';
import style from './settings.module.css';

export type Deadlines = EndpointAnswer<typeof getApplicationSettings>['deadlines'];

export function MovedDeadlines({ deadlines: { running, move } }: { deadlines: Deadlines }) {
  const t = useTexts('settings');
  return (
    <div className={style.moved}>
      <p className={style.quiet}>{t('rules.applications.moves_running', { count: running })}</p>
      {move ? <LastMove move={move} /> : null}
    </div>
  );
}

function LastMove({ move }: { move: NonNullable<Deadlines['move']> }) {
  const t = useTexts('settings');
  const { shortInstant } = useFormats();
  const { total, looked, moved, doneAt, savedAt, savedBy } = move;
  const about = { when: shortInstant(savedAt), who: savedBy };
  const kinds = MOVED_KINDS.filter((kind) => (moved[kind] ?? 0) > 0).map((kind) =>
    t(`rules.applications.moved_kinds.${kind}`, { count: moved[kind] ?? 0 }),
  );
  return (
    <p className={style.quiet} role="status">
      {doneAt === null
        ? t('rules.applications.moving', { looked, total, ...about })
        : kinds.length === 0
          ? t('rules.applications.moved_none', about)
          : t('rules.applications.moved', { kinds: kinds.join(', '), ...about })}
    </p>
  );
}
