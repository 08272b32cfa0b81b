/** Changes of an owner that run: what each asks of this owner now, and the way to it. */
import { IconChevronRight } from '@tabler/icons-react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { consumerDashboard } from '../contract.ts';
import style from './dashboard.module.css';

type Change = EndpointAnswer<typeof consumerDashboard>['changes'][number];

export function OwnerChanges({ changes }: { changes: readonly Change[] }) {
  const t = useTexts('dashboard');
  const { day, digits } = useFormats();
  return (
    <Sheet title={t('own.changes')}>
      <ul className={style.lines}>
        {changes.map(({ id, connectionNumber, side, asked, duesMinor, feeMinor, expiresOn }) => (
          <li key={id}>
            <GoLink className={style.line} to={`/owner-change-request-list/${id}`}>
              <span className={style.lineName}>
                {asked === 'CORRECT' ||
                asked === 'OTHER_CORRECTS' ||
                asked === 'PAY' ||
                asked === 'OTHER_PAYS' ||
                asked === 'FEE'
                  ? t(`change.${asked}`)
                  : t(`change.${side}_${asked}`)}
                <span className={style.lineMore}>
                  {t('own.connection', { number: digits(connectionNumber) })}
                  {/* It is the last day of the consent, not of paying. */}
                  {expiresOn && asked !== 'PAY' ? ` · ${t('own.until', { day: day(expiresOn) })}` : ''}
                </span>
              </span>
              {duesMinor > 0 ? (
                <span className={style.count}>{t('own.change_dues', { amount: duesMinor })}</span>
              ) : null}
              {asked === 'FEE' ? (
                <span className={style.count}>{t('own.change_fee', { amount: feeMinor })}</span>
              ) : null}
              <IconChevronRight size={18} aria-hidden="true" />
            </GoLink>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
