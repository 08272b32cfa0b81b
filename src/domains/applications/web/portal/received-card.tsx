/** Right after submitting: the number to keep, and the slip with it. */
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { useSlip } from '../papers/use-slip.ts';
import style from './portal.module.css';
import { useArrival } from './use-arrival.ts';

export function ReceivedCard({ application, isSent }: { application: ApplicationDetail; isSent: boolean }) {
  const heading = useArrival(isSent);
  const t = useTexts('applications');
  const { digits } = useFormats();
  const download = useSlip(application);
  return (
    <section className={style.next} data-tone="green">
      <h2 ref={heading} tabIndex={-1}>
        {t('slip.received')}
      </h2>
      <p className={style.amount}>{digits(application.number ?? '')}</p>
      <p>{t('slip.keep')}</p>
      <Button
        fullWidth
        size="lg"
        leftSection={<IconFileDownload size={18} />}
        onClick={() => void download()}
      >
        {t('slip.download')}
      </Button>
    </section>
  );
}
