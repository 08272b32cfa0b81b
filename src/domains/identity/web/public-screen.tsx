/** Frame of the screens before sign-in: what the product is on the left, the form on the right; phones get the form. */
import { IconCircleCheck } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { companyName, webConfig } from '#web/config.ts';
import { LanguageSwitch } from '#web/layout/header/language-switch.tsx';
import { Logo } from '#web/layout/header/logo.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import style from './public-screen.module.css';

function Waves() {
  return (
    <svg className={style.waves} viewBox="0 0 600 220" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 90c100-50 200 40 300 0s200-50 300 0v130H0z" fill="#fff" fillOpacity="0.08" />
      <path d="M0 130c100 50 200-40 300 0s200 50 300 0v90H0z" fill="#fff" fillOpacity="0.1" />
      <path d="M0 175c100-36 200 34 300 0s200-34 300 0v45H0z" fill="#fff" fillOpacity="0.12" />
    </svg>
  );
}

type PublicScreenProps = { title: string; about?: ReactNode; children: ReactNode; below?: ReactNode };

export function PublicScreen({ title, about, children, below }: PublicScreenProps) {
  const t = useTexts('identity');
  const language = useLanguage();
  const company = companyName(language);
  const { supportPhone, website } = webConfig();
  const hours = website?.supportHours[language];
  const links = [
    ['Facebook', website?.links.facebook],
    ['YouTube', website?.links.youtube],
  ].filter(([, link]) => link);
  const { digits } = useFormats();
  const points = [t('welcome.point_apply'), t('welcome.point_bill'), t('welcome.point_pay')];
  return (
    <div className={style.screen} data-audience="public">
      <aside className={style.welcome} aria-label={company}>
        <div className={style.brand}>
          <Logo size={36} />
          {company}
        </div>
        <div className={style.message}>
          <p className={style.heading}>{t('welcome.heading')}</p>
          <p className={style.text}>{t('welcome.text')}</p>
          <ul className={style.points}>
            {points.map((point) => (
              <li key={point}>
                <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
                {point}
              </li>
            ))}
          </ul>
        </div>
        <Waves />
      </aside>
      <main className={style.side}>
        <div className={style.top}>
          <span className={style.smallBrand}>
            <Logo />
            <span className={style.name}>{company}</span>
          </span>
          <LanguageSwitch />
        </div>
        <div className={style.form}>
          <h1 className={style.title}>{title}</h1>
          {about ? <p className={style.about}>{about}</p> : null}
          {children}
          {below ? <div className={style.below}>{below}</div> : null}
        </div>
        {supportPhone ? (
          <p className={style.help}>
            {t('welcome.help')} <a href={`tel:${supportPhone}`}>{digits(supportPhone)}</a>
            {hours ? ` · ${hours}` : null}
          </p>
        ) : null}
        {links.length > 0 ? (
          <p className={style.help}>
            {links.map(([name, link], index) => (
              <Fragment key={name}>
                {index > 0 ? ' · ' : null}
                <a href={link} rel="noreferrer" target="_blank">
                  {name}
                </a>
              </Fragment>
            ))}
          </p>
        ) : null}
      </main>
    </div>
  );
}
