/** What a consumer shares and is given, on their page for staff. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { consumerAccess } from '../../sharing/contract.ts';
import { AccessChip } from './access-chip.tsx';
import { EndAccess } from './end-access.tsx';
import style from './sharing.module.css';

export function ConsumerSharing({ consumerId }: { consumerId: string }) {
  const t = useTexts('meters');
  const { day, digits, phone } = useFormats();
  const nameIn = useNameIn();
  const mayEnd = useMay()('consumers:edit');
  const { data, error, refetch } = useAnswer(consumerAccess, { params: { id: consumerId } });
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <Sheet title={t('shared.title')}>
      {data.items.length === 0 ? <p className={style.none}>{t('shared.none')}</p> : null}
      <ul className={style.people}>
        {data.items.map((item) => (
          <li key={item.id} className={style.person}>
            <div className={style.who}>
              <div>
                {t(item.isGiven ? 'shared.to' : 'shared.from')}{' '}
                {item.otherId ? (
                  <GoLink to={`/customer-management/${item.otherId}`}>
                    {nameIn(item.otherName ?? '', item.otherNameBn)}
                  </GoLink>
                ) : (
                  item.name
                )}
              </div>
              <div className={style.soft}>
                {t('sharing.connection', { number: digits(item.number) })} · {phone(item.phone)}
              </div>
              <div className={style.soft}>
                {t(item.mayPay ? 'sharing.pay' : 'sharing.see')}
                {item.endsOn ? ` · ${t('sharing.until', { day: day(item.endsOn) })}` : ''}
                {item.endedAs ? ` · ${t(`shared.ended.${item.endedAs}`)}` : ''}
              </div>
            </div>
            <AccessChip state={item.state} />
            {item.endedAt || !mayEnd ? null : <EndAccess item={item} />}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
