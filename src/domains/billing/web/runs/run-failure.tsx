/** Work of a run that failed three times: why, since when, and the button that starts it again. */
import { Button } from '@mantine/core';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { type getRun, tryAgain } from '../../bill-run/contract.ts';

export function RunFailure({ run }: { run: EndpointAnswer<typeof getRun> }) {
  const t = useTexts('billing');
  const { instant } = useFormats();
  const again = useAction(tryAgain, { onDone: () => toast('success', t('runs.trying_again')) });
  const { failure } = run;
  if (!failure) return null;
  return (
    <Sheet
      title={t('runs.failed')}
      action={
        run.can.tryAgain ? (
          <Button loading={again.isRunning} onClick={() => again.run({ params: { id: run.id } })}>
            {t('runs.try_again')}
          </Button>
        ) : null
      }
    >
      <div role="alert">
        <p>{t('runs.failed_about', { when: instant(failure.since) })}</p>
        <Facts facts={[{ label: t('runs.failed_reason'), value: failure.reason }]} />
        {failure.retriedAt ? <p>{t('runs.failed_retried', { when: instant(failure.retriedAt) })}</p> : null}
      </div>
    </Sheet>
  );
}
