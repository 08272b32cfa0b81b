/** The devices one is signed in on; each other one can be signed out from here, or all at once. */
import { Button, Group } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { giveUpSession } from '#web/session/keep-session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { endSession, endSessions, listSessions } from '../../contract.ts';
import { deviceName } from './device-name.rules.ts';
import style from './profile.module.css';

type Session = EndpointAnswer<typeof listSessions>['items'][number];

function SessionRow({ session }: { session: Session }) {
  const t = useTexts('identity');
  const { instant } = useFormats();
  const end = useAction(endSession, { onDone: () => toast('success', t('sessions.ended')) });
  const { name, isPhone } = deviceName(session.device);
  const shown = name || t('sessions.unknown');
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={style.session}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div className={style.device}>
        <div>{shown}</div>
        <div className={style.when}>
          {session.ip ? <bdi>{session.ip} · </bdi> : null}
          {t('sessions.since', { when: instant(session.createdAt) })}
          {' · '}
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
}

function Everywhere({ others }: { others: number }) {
  const t = useTexts('identity');
  const { number } = useFormats();
  const end = useAction(endSessions, {
    onDone: ({ ended }, { body }) =>
      body?.which === 'all'
        ? giveUpSession()
        : toast('success', t('sessions.ended_others', { count: number(ended) })),
  });
  const endAll = async () => {
    const own = { question: t('sessions.end_all_ask'), yes: t('sessions.end_yes') };
    if (await confirm('submit', t('sessions.end_all_detail'), own)) end.run({ body: { which: 'all' } });
  };
  const endOthers = async () => {
    const own = { question: t('sessions.end_others_ask'), yes: t('sessions.end_yes') };
    if (await confirm('submit', t('sessions.end_others_detail', { count: others }), own))
      end.run({ body: { which: 'others' } });
  };
  return (
    <Group gap="xs" mt={12}>
      {others > 0 ? (
        <Button variant="default" loading={end.isRunning} onClick={() => void endOthers()}>
          {t('sessions.end_others')}
        </Button>
      ) : null}
      <Button variant="default" c="var(--red-ink)" loading={end.isRunning} onClick={() => void endAll()}>
        {t('sessions.end_all')}
      </Button>
    </Group>
  );
}

export function Sessions() {
  const t = useTexts('identity');
  const { data, error, refetch } = useAnswer(listSessions);
  if (error && !data) return <Failed error={error} retry={refetch} />;
  const items = data?.items ?? [];
  return (
    <Sheet title={t('sessions.title')}>
      <ul className={style.sessions}>
        {items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <Everywhere others={items.filter(({ current }) => !current).length} />
    </Sheet>
  );
}
