/** How tab, frame, foot and the page of maintenance will look after saving, in each language that is offered. */
import { formats } from '#shared/format.ts';
import { companyName, webConfig } from '#web/config.ts';
import { Logo } from '#web/layout/header/logo.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { Website } from '../../website/contract.ts';
import { USUAL_SENTENCE } from '../../website/maintenance.rules.ts';
import style from './website.module.css';
import type { PictureAddress } from './website-pictures.tsx';

type Language = 'en' | 'bn';
type PreviewProps = { website: Website; addressOf: PictureAddress };

const NAMES: Record<Language, string> = { en: 'English', bn: 'বাংলা' };

export function WebsitePreview({ website, addressOf }: PreviewProps) {
  const t = useTexts('settings');
  const languages = website.languages.split('_') as Language[];
  return (
    <Sheet title={t('config.website.preview')}>
      <p className={style.quiet}>{t('config.website.preview_about')}</p>
      {languages.map((language) => (
        <Preview
          key={language}
          {...{ website, addressOf, language }}
          other={languages.find((name) => name !== language)}
        />
      ))}
    </Sheet>
  );
}

type OneProps = PreviewProps & { language: Language; other: Language | undefined };

function Preview({ website, addressOf, language, other }: OneProps) {
  const { digits } = formats({ language, bengaliDigits: true }, webConfig().timeZone);
  const of = (en: string, bn: string) => (language === 'bn' && bn) || en;
  const name = companyName(language);
  const phone = website.supportPhone || (webConfig().supportPhone ?? '');
  const hours = of(website.supportHoursEn, website.supportHoursBn);
  const written = language === 'bn' ? website.maintenanceBn : website.maintenanceEn;
  const [logo, icon] = [addressOf(website.logo), addressOf(website.favicon) ?? '/favicon.svg'];
  const links = [website.facebook && 'Facebook', website.youtube && 'YouTube'].filter(Boolean).join(' · ');
  return (
    <section className={style.preview} lang={language} aria-label={NAMES[language]}>
      <p className={style.tab}>
        <img src={icon} width={16} height={16} alt="" />
        {name}
      </p>
      <p className={style.bar}>
        {logo ? <img src={logo} height={28} alt="" className={style.logo} /> : <Logo size={28} drawn />}
        <b>{name}</b>
        {other ? <span className={style.other}>{NAMES[other]}</span> : null}
      </p>
      <p className={style.foot}>{[phone && digits(phone), hours, links].filter(Boolean).join(' · ')}</p>
      <p className={style.foot}>© {of(website.footerEn, website.footerBn) || name}</p>
      <p className={style.closed}>{written || USUAL_SENTENCE[language]}</p>
    </section>
  );
}
