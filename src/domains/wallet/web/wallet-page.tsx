/** One wallet: the own one of a consumer, or that of the address for the office; each with its own code. */
import { GoLink, useUrlQuery } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';

const Own = onDemand<object>(() => import('./own-wallet.tsx').then((file) => file.OwnWallet));
const Office = onDemand<{ consumerId: string }>(() =>
  import('./wallet-details.tsx').then((file) => file.WalletOf),
);

export function WalletPage() {
  const t = useTexts('wallet');
  const { consumerId } = useUrlQuery();
  const meanwhile = <RecordSkeleton />;
  if (useProfile()?.role === 'consumer') return <Own meanwhile={meanwhile} />;
  if (!consumerId)
    return (
      <>
        <PageHead title={t('wallets.details')} />
        <NothingYet title={t('wallets.choose')}>
          <GoLink to="/wallet-list" query={{ page: 1 }}>
            {t('wallets.title')}
          </GoLink>
        </NothingYet>
      </>
    );
  return <Office consumerId={consumerId} meanwhile={meanwhile} />;
}
