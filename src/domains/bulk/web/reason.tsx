/** Why it was not done to a record, as a sentence. Reasons of every domain, and those that only many records at once have. */
import { useEffect, useState } from 'react';
import type { ErrorParams } from '#shared/errors.ts';
import { errorText } from '#web/calls/error-text.ts';
import { useTexts } from '#web/texts/texts.ts';

const OWN = {
  'common.stale_version': 'reasons.stale',
  'common.not_found': 'reasons.gone',
  'common.not_permitted': 'reasons.not_permitted',
  'common.locked': 'reasons.busy',
  'common.conflict': 'reasons.busy',
} as const;

export function useReason(code: string, params: ErrorParams): string {
  const t = useTexts('bulk');
  const own = OWN[code as keyof typeof OWN];
  const [loaded, setLoaded] = useState('');
  const filled = JSON.stringify(params);
  useEffect(() => {
    let isGone = false;
    if (!own)
      void errorText(code, JSON.parse(filled) as ErrorParams).then((text) => isGone || setLoaded(text));
    return () => {
      isGone = true;
    };
  }, [code, filled, own]);
  return own ? t(own) : loaded;
}

export function Reason({ code, params }: { code: string; params: ErrorParams }) {
  return useReason(code, params);
}
