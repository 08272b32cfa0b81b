/** What an authenticator app needs: a QR code to scan, or the secret to type. */
import { useTexts } from '#web/texts/texts.ts';
import { CopySecret } from './copy-secret.tsx';
import style from './sign-in.module.css';

type EnrolmentProps = { secret: string; address: string; qr: string };

export function Enrolment({ secret, address, qr }: EnrolmentProps) {
  const t = useTexts('identity');
  return (
    <div className={style.enrolment}>
      <img
        className={style.qr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        alt={t('second_factor.qr')}
        width={176}
        height={176}
      />
      <ol className={style.steps}>
        <li>{t('second_factor.step_app')}</li>
        <li>
          {t('second_factor.step_scan')} <a href={address}>{t('second_factor.on_this_phone')}</a>
        </li>
        <li>{t('second_factor.step_type')}</li>
      </ol>
      <div className={style.secret}>
        <span>{t('second_factor.secret')}</span>
        <CopySecret secret={secret} />
      </div>
    </div>
  );
}
