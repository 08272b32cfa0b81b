import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { offeredLanguages, onConfig } from '../../config.ts';
import { setLanguage, useLanguage, useTexts } from '../../texts/texts.ts';

/** Four letters in a file of their own (fonts.css). */
const NAME_OF_BENGALI = "'Name of Bengali', 'Noto Sans Bengali', sans-serif";

const areSeveral = () => offeredLanguages().length > 1;

/** Names the other language in its own script; the choice is remembered (cookie and local storage). */
export function LanguageSwitch() {
  const t = useTexts('common');
  const hasOther = useSyncExternalStore(onConfig, areSeveral, areSeveral);
  const other = useLanguage() === 'bn' ? 'en' : 'bn';
  if (!hasOther) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      lang={other}
      {...(other === 'bn' ? { ff: NAME_OF_BENGALI } : {})}
      aria-label={`${t('frame.language')}: ${other === 'bn' ? 'বাংলা' : 'English'}`}
      onClick={() => void setLanguage(other)}
    >
      {other === 'bn' ? 'বাংলা' : 'English'}
    </Button>
  );
}
