/** Who asked takes a proposal back, from its row in the list of all or of the own ones. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import type { listOwnProposals, listProposals } from '../../proposals/contract.ts';
import type { Proposal } from '../../proposals/proposal.rules.ts';
import { GiveUpProposalDialog } from '../given-up/give-up-dialogs.tsx';

type TakeBackProps = {
  endpoint: typeof listProposals | typeof listOwnProposals;
  columns: readonly Column<Proposal>[];
  proposal: Proposal;
  close: () => void;
};

export function TakeBackRow({ endpoint, columns, proposal, close }: TakeBackProps) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  return (
    <RowDialog endpoint={endpoint} columns={columns} rows={[proposal]} fits={({ can }) => can.giveUp}>
      {({ id, kind, payerName, payerNameBn }) => (
        <GiveUpProposalDialog
          id={id}
          about={`${t(`proposals.kinds.${kind}`)}: ${nameIn(payerName, payerNameBn)}`}
          close={close}
        />
      )}
    </RowDialog>
  );
}
