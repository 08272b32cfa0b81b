/** Why an application is held and since when, and who goes on with it: the office, of which staff read the roles. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { webConfig } from '#web/config.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';

type HeldProps = {
  overlay: 'HOLD' | 'SUSPENDED';
  application: Pick<
    ApplicationDetail,
    'overlayReason' | 'overlayOn' | 'overlayUntil' | 'overlayBy' | 'resumedBy'
  >;
  /** The applicant reads it. */
  isOwn?: boolean;
  /** Of the page that it is on. */
  className: string | undefined;
};

export function Held({ overlay, application, isOwn = false, className }: HeldProps) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { day, phone } = useFormats();
  const { supportPhone } = webConfig();
  const { overlayReason, overlayOn, overlayUntil, overlayBy, resumedBy } = application;
  const about = {
    state: t(`overlays.${overlay}`),
    reason: overlayReason ?? '',
    since: overlayOn ? day(overlayOn) : '',
  };
  const roles = resumedBy.map(({ code, name }) => roleName(code, name)).join(', ');
  return (
    <div className={className} data-tone="violet" role="note">
      <p>
        {overlayUntil
          ? t('record.held_until', { ...about, day: day(overlayUntil) })
          : t('record.held', about)}
        {overlayBy ? ` (${overlayBy})` : null}
      </p>
      {isOwn ? (
        <p>
          {t('record.held_own')} {supportPhone ? t('record.held_call', { phone: phone(supportPhone) }) : null}
        </p>
      ) : null}
      {!isOwn && roles ? <p>{t('resumed_by', { roles })}</p> : null}
    </div>
  );
}
