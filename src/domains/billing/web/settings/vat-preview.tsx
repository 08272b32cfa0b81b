/** The preview of a change of VAT, asked for by a button: it calculates a month of bills. */
import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useTexts } from '#web/texts/texts.ts';
import { previewVat } from '../../settings/contract.ts';
import { ImpactView, RisesView } from './impact-view.tsx';
import style from './settings.module.css';

type Preview = EndpointAnswer<typeof previewVat>;

type VatPreviewProps = {
  validFrom: unknown;
  value: unknown;
};

export function VatPreview({ validFrom, value }: VatPreviewProps) {
  const t = useTexts('settings');
  const [shown, setShown] = useState<{ of: string; preview: Preview } | null>(null);
  const of = JSON.stringify([validFrom, value]);
  const preview = useAction(previewVat);
  const ask = async () => {
    // What is typed is checked by the call, which says what is wrong with it.
    const body = { validFrom, value } as EndpointInput<typeof previewVat>['body'];
    const answer = await preview.runAsync({ body } as EndpointInput<typeof previewVat>).catch(() => null);
    if (!answer) return;
    setShown({ of, preview: answer });
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
        {t(shown && !isFresh ? 'config.vat.preview_again' : 'config.vat.preview')}
      </Button>
      {isFresh ? (
        <>
          <ImpactView impact={shown.preview.impact} />
          <RisesView rises={shown.preview.rises} />
        </>
      ) : null}
    </div>
  );
}
