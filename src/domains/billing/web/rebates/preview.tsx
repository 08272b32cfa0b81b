/** What rules would have cost in the last month that was billed, asked for by a button. */
import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts } from '#web/ui/record/record-page.tsx';
import { previewRebates } from '../../rebates/contract.ts';
import style from '../settings/settings.module.css';

type Preview = EndpointAnswer<typeof previewRebates>;

function Shown({ preview }: { preview: Preview }) {
  const t = useTexts('rebates');
  const { digits, month } = useFormats();
  const { period, bills, rebates, amountMinor, mostRebates, mostAmountMinor, open } = preview;
  if (!period) return <p className={style.quiet}>{t('preview.none')}</p>;
  return (
    <section aria-live="polite">
      <h3>{t('preview.of', { month: month(period) })}</h3>
      <Facts
        facts={[
          {
            label: t('preview.rebates'),
            value: t('preview.rebates_of', { count: rebates, bills, amount: amountMinor }),
          },
          ...(open > 0 ? [{ label: t('preview.open'), value: digits(String(open)) }] : []),
          {
            label: t('preview.most'),
            value: t('preview.most_of', { count: mostRebates, amount: mostAmountMinor }),
          },
        ]}
      />
    </section>
  );
}

export function RebatePreview({ value }: { value: unknown }) {
  const t = useTexts('rebates');
  const [shown, setShown] = useState<{ of: string; preview: Preview } | null>(null);
  const of = JSON.stringify(value);
  const preview = useAction(previewRebates);
  const ask = async () => {
    // What is typed is checked by the call, which says what is wrong with it.
    const input = { body: value } as EndpointInput<typeof previewRebates>;
    const answer = await preview.runAsync(input).catch(() => null);
    if (answer) setShown({ of, preview: answer });
  };
  const isFresh = shown?.of === of;
  return (
    <div className={style.preview}>
      <Button
        variant="default"
        leftSection={<IconCalculator size={16} aria-hidden="true" />}
        loading={preview.isRunning}
        onClick={ask}
      >
        {t(shown && !isFresh ? 'preview.again' : 'preview.ask')}
      </Button>
      {isFresh ? <Shown preview={shown.preview} /> : null}
    </div>
  );
}
