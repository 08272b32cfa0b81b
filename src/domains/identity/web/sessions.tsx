/** The devices one is signed in on; any other one can be signed out from here. */
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useAction } from '#web/actions.ts';
import { useAnswer } from '#web/answers.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { useFormats } from '#web/use-formats.ts';
import { endSession, listSessions } from '../contract.ts';
import { deviceName } from './device-name.rules.ts';
import style from './profile.module.css';

export function Sessions() {
  const t = useTexts('identity');
  const { instant } = useFormats();
  const { data, error, refetch } = useAnswer(listSessions);
  const end = useAction(endSession, { onDone: () => toast('success', t('sessions.ended')) });
  if (error && !data) return <Failed error={error} retry={refetch} />;
  return (
    <Sheet title={t('sessions.title')}>
      <ul className={style.sessions}>
        {data?.items.map((session) => {
          const { name, isPhone } = deviceName(session.device);
          const shown = name || t('sessions.unknown');
          const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={session.id} className={style.session}>
              <Icon size={24} stroke={1.5} aria-hidden="true" />
              <div className={style.device}>
                <div>{shown}</div>
                <div className={style.when}>
                  {session.ip ? `${session.ip} · ` : null}
                  {t('sessions.used', { when: instant(session.lastUsedAt) })}
                </div>
              </div>
              {session.current ? (
                <StateChip tone="green">{t('sessions.this')}</StateChip>
              ) : (
                <Button
                  variant="default"
                  aria-label={t('sessions.end_label', { device: shown })}
                  loading={end.isRunning}
                  onClick={() => end.run({ params: { id: session.id } })}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
