/** The first tab: who the consumer is, then what other domains have to say, the most urgent first. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Day, Instant } from '#web/ui/figures.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ConsumerRecord } from '../../contract.ts';
import { useSeesIdentity } from '../use-sees-identity.ts';
import { OverviewPanels } from './panels.tsx';

function Account({ account }: Pick<ConsumerRecord, 'account'>) {
  const t = useTexts('consumers');
  const { instant } = useFormats();
  if (!account) return t('record.account_none');
  if (account.status === 'disabled') return <StateChip tone="grey">{t('record.account_disabled')}</StateChip>;
  return account.lastLoginAt
    ? t('record.account_used', { at: instant(account.lastLoginAt) })
    : t('record.account_unused');
}

export function Overview({ consumer }: { consumer: ConsumerRecord }) {
  const t = useTexts('consumers');
  const { digits } = useFormats();
  const { name, nameBn, phone, email, nid, dateOfBirth, address, createdAt, statusReason, status } = consumer;
  const { legacyNumber } = consumer;
  const isIdentityOpen = useSeesIdentity();
  return (
    <>
      <OverviewPanels consumerId={consumer.id} />
      <Sheet title={t('record.facts')}>
        <Facts
          facts={[
            { label: t('list.name'), value: name },
            { label: t('list.name_bn'), value: nameBn },
            { label: t('list.phone'), value: <a href={`tel:${phone}`}>{digits(phone)}</a> },
            { label: t('list.email'), value: email },
            ...(isIdentityOpen
              ? [
                  { label: t('list.nid'), value: nid && digits(nid) },
                  { label: t('list.birth'), value: dateOfBirth && <Day day={dateOfBirth} /> },
                ]
              : []),
            ...(legacyNumber
              ? [{ label: t('imports.fields.legacyNumber'), value: digits(legacyNumber) }]
              : []),
            { label: t('list.address'), value: address },
            { label: t('list.since'), value: <Instant at={createdAt} /> },
            { label: t('record.account'), value: <Account account={consumer.account} /> },
            ...(status === 'inactive' && statusReason
              ? [{ label: t('record.inactive_because'), value: statusReason }]
              : []),
          ]}
        />
      </Sheet>
    </>
  );
}
