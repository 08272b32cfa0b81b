/** The sentence of a refusal on a page; its domain's texts may have to come first. */
import { useEffect, useState } from 'react';
import type { ErrorParams } from '#shared/errors.ts';
import { useLanguage } from '../texts/texts.ts';
import { errorText } from './error-text.ts';

type Refusal = { code: string; params: ErrorParams };

/** @returns undefined without a refusal, and until its texts are here */
export function useErrorText(refusal: Refusal | undefined): string | undefined {
  const language = useLanguage();
  const [text, setText] = useState<string>();
  const asked = refusal && JSON.stringify(refusal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other texts
  useEffect(() => {
    let isGone = false;
    const told = asked && (JSON.parse(asked) as Refusal);
    if (told) void errorText(told.code, told.params).then((sentence) => isGone || setText(sentence));
    else setText(undefined);
    return () => {
      isGone = true;
    };
  }, [asked, language]);
  return text;
}
