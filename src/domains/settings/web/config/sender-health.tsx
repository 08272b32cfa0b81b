/** How a channel goes: by whose settings, the tests with the server's own words, and what was given up. */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { type getSending, type Sender, type SenderTest, testEmailConfig } from '../../senders/contract.ts';
import style from './config.module.css';

type Sending = EndpointAnswer<typeof getSending>;

export function SenderState({ sending }: { sending: Sending }) {
  const t = useTexts('settings');
  const { number, instant } = useFormats();
  return (
    <Sheet title={t('config.sender.state')}>
      <Facts
        facts={[
          {
            label: t('config.sender.through'),
            value: t(`config.sender.by.${sending.by}`, { host: sending.programHost ?? '' }),
          },
          { label: t('config.sender.waiting'), value: number(sending.waiting) },
          {
            label: t('config.sender.last_delivered'),
            value: sending.lastDeliveredAt ? instant(sending.lastDeliveredAt) : t('config.sender.never'),
          },
        ]}
      />
    </Sheet>
  );
}

export function SenderTests({ config, tests }: { config: Sender | null; tests: readonly SenderTest[] }) {
  const t = useTexts('settings');
  const may = useMay();
  const language = useLanguage();
  const { instant } = useFormats();
  const test = useAction(testEmailConfig);
  const send = () => test.run({ params: { id: config?.id ?? '' }, body: { language } });
  return (
    <Sheet
      title={t('config.sender.tests')}
      action={
        config && may('settings:edit') ? (
          <Button
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={test.isRunning}
            onClick={send}
          >
            {t('config.sender.test')}
          </Button>
        ) : null
      }
    >
      <p className={style.quiet}>{t(config ? 'config.sender.tests_about' : 'config.sender.test_first')}</p>
      {config && tests.length === 0 ? <p>{t('config.sender.no_tests')}</p> : null}
      <ul className={style.rows} aria-live="polite">
        {tests.map((test) => (
          <li key={test.testedAt} className={style.row}>
            <div className={style.rowHead}>
              <StateChip tone={test.outcome === 'accepted' ? 'green' : 'red'}>
                {t(`config.sender.outcomes.${test.outcome}`)}
              </StateChip>
              <span className={style.quiet}>
                {t('config.sender.tested', { at: instant(test.testedAt), name: test.testedBy })}
              </span>
            </div>
            <p>{t(`config.sender.outcome_help.${test.outcome}`)}</p>
            {test.answer ? (
              <p className={style.answer} lang="en">
                {test.answer}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

export function SenderFailures({ failures }: { failures: Sending['failures'] }) {
  const t = useTexts('settings');
  const { instant, numberOrText } = useFormats();
  return (
    <Sheet title={t('config.sender.failures')}>
      {failures.length === 0 ? (
        <p className={style.quiet}>{t('config.sender.no_failures')}</p>
      ) : (
        <div className={style.scroll}>
          <table className={style.table}>
            <thead>
              <tr>
                <th scope="col">{t('config.sender.when')}</th>
                <th scope="col">{t('config.sender.recipient')}</th>
                <th scope="col">{t('config.sender.error')}</th>
              </tr>
            </thead>
            <tbody>
              {failures.map(({ at, recipient, error }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: failures have no identity of their own on this list
                <tr key={index}>
                  <td>{instant(at)}</td>
                  <td>{numberOrText(recipient)}</td>
                  <td lang="en">{error}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Sheet>
  );
}
