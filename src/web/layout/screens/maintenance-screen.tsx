/** Shown instead of every page while `maintenance` is on in /config.json. */
import { webConfig } from '../../config.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { FullScreen } from './full-screen.tsx';
import { RepairPicture } from './repair-picture.tsx';

export function MaintenanceScreen() {
  const t = useTexts('common');
  const { digits } = useFormats();
  const language = useLanguage();
  const { supportPhone: phone, website } = webConfig();
  return (
    <FullScreen
      picture={<RepairPicture />}
      title={t('screens.maintenance_title')}
      text={website?.maintenance[language] || t('screens.maintenance')}
      {...(phone ? { detail: t('screens.maintenance_phone', { phone: digits(phone) }) } : {})}
    />
  );
}
