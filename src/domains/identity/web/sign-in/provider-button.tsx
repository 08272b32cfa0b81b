/** The way to the outside provider. What has to come back with its answer waits in this tab only. */
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useAction } from '#web/calls/use-action.ts';
import { useTexts } from '#web/texts/texts.ts';
import { beginProvider } from '../../provider/contract.ts';
import { keepFlow } from './provider-flow.ts';
import style from './sign-in.module.css';

export function ProviderButton({ name, next }: { name: string; next: string | undefined }) {
  const t = useTexts('identity');
  const begin = useAction(beginProvider, {
    onDone: ({ address, flow }) => {
      keepFlow({ flow, next });
      location.assign(address);
    },
  });
  return (
    <div className={style.provider}>
      <p className={style.or}>{t('provider.or')}</p>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconExternalLink size={18} aria-hidden="true" />}
        loading={begin.isRunning}
        onClick={() => begin.run({ body: {} })}
      >
        {t('provider.sign_in', { name })}
      </Button>
    </div>
  );
}
