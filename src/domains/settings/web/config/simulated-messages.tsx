/** What a demo would have sent by SMS: people who try it out find one-time codes here. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { getSending } from '../../senders/contract.ts';
import style from './config.module.css';

type Messages = EndpointAnswer<typeof getSending>['simulated'];

export function SimulatedMessages({ messages }: { messages: Messages }) {
  const t = useTexts('settings');
  const { instant, numberOrText } = useFormats();
  return (
    <Sheet title={t('config.sender.simulated')}>
      <p className={style.quiet}>{t('config.sender.simulated_about')}</p>
      {messages.length === 0 ? <p>{t('config.sender.no_simulated')}</p> : null}
      <ul className={style.rows}>
        {messages.map(({ at, recipient, text }) => (
          <li key={`${at}-${recipient}`} className={style.row}>
            <span className={style.quiet}>
              {instant(at)} · {numberOrText(recipient)}
            </span>
            <p className={style.answer}>{text}</p>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
