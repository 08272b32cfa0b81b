/** The demo town as a choice at the set-up: ordered once, made in the background, waited for. */
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconBuildingCommunity } from '@tabler/icons-react';
import { useAction } from '#web/calls/use-action.ts';
import { useTexts } from '#web/texts/texts.ts';
import { makeDemoTown } from '../../contract.ts';
import style from './setup.module.css';

export function DemoChoice({ token }: { token: string }) {
  const t = useTexts('settings');
  const order = useAction(makeDemoTown);
  return (
    <div className={style.demo}>
      <p>{t('setup.demo_about')}</p>
      <Button
        variant="light"
        leftSection={<IconBuildingCommunity size={18} aria-hidden="true" />}
        loading={order.isRunning}
        onClick={() => order.run({ body: { token } })}
      >
        {t('setup.demo')}
      </Button>
    </div>
  );
}

/** The answer about the set-up is asked for again and again while the town is made. */
export function DemoTown({ progress }: { progress: 'making' | 'ready' | 'failed' }) {
  const t = useTexts('settings');
  return (
    <div className={style.message} role="status">
      {progress === 'making' ? <Loader size="lg" /> : null}
      {progress === 'ready' ? <IconBuildingCommunity size={44} stroke={1.4} aria-hidden="true" /> : null}
      {progress === 'failed' ? <IconAlertTriangle size={44} stroke={1.4} aria-hidden="true" /> : null}
      <h1>{t(`setup.demo_${progress}`)}</h1>
      <p>{t(`setup.demo_${progress}_text`)}</p>
      {progress === 'ready' ? (
        <Button component="a" href="/login">
          {t('setup.sign_in')}
        </Button>
      ) : null}
    </div>
  );
}
