/** How one signs in: the second factor and the outside provider, each with what can be done about it. */
import { Button, Group } from '@mantine/core';
import { IconKey, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { leaveProvider } from '../../provider/contract.ts';
import { getSignInMethods } from '../../second-factor/contract.ts';
import type { FactorTask } from '../sign-in/factor-task.ts';
import style from './profile.module.css';

const FactorDialog = lazy(() =>
  import('../sign-in/factor-dialog.tsx').then((file) => ({ default: file.FactorDialog })),
);

type Methods = EndpointAnswer<typeof getSignInMethods>;

function SecondFactor({ factor }: { factor: Methods['secondFactor'] }) {
  const t = useTexts('identity');
  const { instant, number } = useFormats();
  const [task, setTask] = useState<FactorTask | null>(null);
  const { since, isDemanded, recoveryCodesLeft } = factor;
  const Icon = since ? IconShieldCheck : IconShieldOff;
  return (
    <div className={style.method}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div className={style.device}>
        <div className={style.methodName}>
          {t('second_factor.title')}
          <StateChip tone={since ? 'green' : 'grey'}>
            {t(since ? 'second_factor.on' : 'second_factor.off')}
          </StateChip>
        </div>
        <div className={style.when}>
          {since
            ? t('second_factor.since', { when: instant(since), count: number(recoveryCodesLeft) })
            : t('second_factor.about')}
        </div>
        {isDemanded ? <div className={style.when}>{t('second_factor.demanded')}</div> : null}
        <Group gap="xs" mt={10}>
          {since ? (
            <>
              <Button variant="default" onClick={() => setTask('renew')}>
                {t('second_factor.renew')}
              </Button>
              {isDemanded ? null : (
                <Button variant="default" c="var(--red-ink)" onClick={() => setTask('end')}>
                  {t('second_factor.turn_off')}
                </Button>
              )}
            </>
          ) : (
            <Button onClick={() => setTask('set-up')}>{t('second_factor.set_up')}</Button>
          )}
        </Group>
      </div>
      <Suspense>{task ? <FactorDialog task={task} close={() => setTask(null)} /> : null}</Suspense>
    </div>
  );
}

function Provider({ name, joinedAt }: NonNullable<Methods['provider']>) {
  const t = useTexts('identity');
  const { instant } = useFormats();
  const leave = useAction(leaveProvider, { onDone: () => toast('success', t('provider.left')) });
  return (
    <div className={style.method}>
      <IconKey size={24} stroke={1.5} aria-hidden="true" />
      <div className={style.device}>
        <div className={style.methodName}>
          {name}
          <StateChip tone={joinedAt ? 'green' : 'grey'}>
            {t(joinedAt ? 'provider.joined' : 'provider.not_joined')}
          </StateChip>
        </div>
        <div className={style.when}>
          {joinedAt ? t('provider.joined_at', { when: instant(joinedAt) }) : t('provider.how_to_join')}
        </div>
        {joinedAt ? (
          <Button mt={10} variant="default" loading={leave.isRunning} onClick={() => leave.run({ body: {} })}>
            {t('provider.leave')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

export function SignInMethods() {
  const t = useTexts('identity');
  const { data, error, refetch } = useAnswer(getSignInMethods);
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data?.secondFactor.isOffered) return null;
  return (
    <Sheet title={t('second_factor.heading')}>
      <SecondFactor factor={data.secondFactor} />
      {data.provider ? <Provider {...data.provider} /> : null}
    </Sheet>
  );
}
