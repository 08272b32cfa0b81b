/** What a person asked a second one for: its state, why it was refused, and the way back while it waits. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { listOwnProposals, listOwnProposalsDownload } from '../../proposals/contract.ts';
import { PROPOSAL_KINDS, PROPOSAL_STATES, type Proposal } from '../../proposals/proposal.rules.ts';
import { useProposalColumns } from './proposal-columns.tsx';
import { TakeBackRow } from './take-back-row.tsx';

export function OwnProposals() {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const go = useGo();
  const columns = useProposalColumns();
  const [given, setGiven] = useState<Proposal | null>(null);
  const actions = (proposal: Proposal) => [
    ...(proposal.can.giveUp
      ? [{ label: t('given_up.take_back'), danger: true, run: () => setGiven(proposal) }]
      : []),
    ...(proposal.paymentId
      ? [{ label: t('proposals.show_payment'), run: () => go(`/payment-history/${proposal.paymentId}`) }]
      : []),
  ];
  return (
    <>
      <ListPage
        endpoint={listOwnProposals}
        exports={useExports(listOwnProposalsDownload, 'own-proposals')}
        title={t('given_up.own_title')}
        about={t('given_up.own_about')}
        searchLabel={t('proposals.search')}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listOwnProposals>) => counts,
          items: PROPOSAL_STATES.map((value) => ({ value, label: t(`proposals.states.${value}`) })),
        }}
        filters={[
          {
            name: 'kind',
            label: t('proposals.kind'),
            options: PROPOSAL_KINDS.map((value) => ({ value, label: t(`proposals.kinds.${value}`) })),
          },
        ]}
        nameOf={(row) => nameIn(row.payerName, row.payerNameBn)}
        empty={{ title: t('given_up.own_empty'), text: t('given_up.own_empty_help') }}
        {...{ columns, actions }}
      />
      {given ? (
        <TakeBackRow
          endpoint={listOwnProposals}
          columns={columns}
          proposal={given}
          close={() => setGiven(null)}
        />
      ) : null}
    </>
  );
}
