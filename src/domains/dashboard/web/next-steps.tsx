/** The next step of each open application, in the words of the applicant's own screens, with its date. */
import { IconChevronRight } from '@tabler/icons-react';
import { isPaymentOver, nextOf, ownState, STATE_TONES } from '#domains/applications/web/words.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { consumerDashboard } from '../contract.ts';
import style from './dashboard.module.css';

type Application = EndpointAnswer<typeof consumerDashboard>['applications'][number];

export function NextSteps({ applications }: { applications: readonly Application[] }) {
  const t = useTexts('dashboard');
  return (
    <Sheet title={t('own.applications')}>
      <ul className={style.lines}>
        {applications.map((application) => (
          <NextStep key={application.id} application={application} />
        ))}
      </ul>
    </Sheet>
  );
}

function NextStep({
  application: { id, number, state, toPayMinor, dueAt, expiresOn, isHeld, isSurveyed, visitOn, isBeingPaid },
}: {
  application: Application;
}) {
  const t = useTexts('dashboard');
  const words = useTexts('applications');
  const { day, digits, money } = useFormats();
  const known = isState(state) ? state : 'PENDING';
  const isOver = !isHeld && !isBeingPaid && isPaymentOver({ state, expiresOn });
  const until = expiresOn && !isOver ? t('own.until', { day: day(expiresOn) }) : null;
  const more = isHeld ? t('own.held') : isBeingPaid ? t('own.being_paid') : null;
  const visit = visitOn ? words('tracker.visit', { day: day(visitOn) }) : null;
  const expected = dueAt ? t('own.expected', { day: day(dueAt) }) : null;
  return (
    <li>
      <GoLink className={style.line} to={`/customer/new-connections/${id}`}>
        <span className={style.lineName}>
          <span className={style.lineHead}>
            {isHeld
              ? null
              : isOver
                ? words('tracker.pay_over_title')
                : words(`next.${nextOf(known, isSurveyed)}.title`)}
            {isHeld ? (
              <StateChip tone="violet">{words('overlays.HOLD')}</StateChip>
            ) : (
              <StateChip tone={STATE_TONES[known]}>{words(ownState(known))}</StateChip>
            )}
          </span>
          <span className={style.lineMore}>
            {[number && digits(number), until ?? visit ?? expected, more].filter(Boolean).join(' · ')}
          </span>
        </span>
        {toPayMinor > 0 ? <span className={style.count}>{money(toPayMinor)}</span> : null}
        <IconChevronRight size={18} aria-hidden="true" />
      </GoLink>
    </li>
  );
}

const isState = (state: string): state is keyof typeof STATE_TONES => state in STATE_TONES;
