/** The number that a household calls. */
import { webConfig } from '#web/config.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';

export function HelpNumber() {
  const t = useTexts('empty_houses');
  const { digits } = useFormats();
  const { supportPhone } = webConfig();
  return supportPhone ? <a href={`tel:${supportPhone}`}>{digits(supportPhone)}</a> : t('own.counter');
}
