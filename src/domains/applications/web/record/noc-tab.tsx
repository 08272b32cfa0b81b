import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { ChainStepper } from '../chain-stepper.tsx';
import { NocLetterButton } from '../papers/noc-letter-button.tsx';
import style from './record.module.css';
import { RemarkList } from './remark-list.tsx';

export function NocTab({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { digits, day } = useFormats();
  const { nocNumber, nocDate, nocValidUntil, nocDocumentId, documents } = application;
  const scan = documents.find((paper) => paper.id === nocDocumentId);
  return (
    <>
      <Sheet title={t('noc.title')} action={<NocLetterButton application={application} />}>
        {nocNumber ? (
          <Facts
            facts={[
              { label: t('noc.number'), value: nocNumber && digits(nocNumber) },
              { label: t('noc.date'), value: nocDate && day(nocDate) },
              { label: t('noc.valid_until'), value: nocValidUntil && day(nocValidUntil) },
              { label: t('noc.scan'), value: scan?.fileName },
            ]}
          />
        ) : (
          <p className={style.soft}>{t('noc.none')}</p>
        )}
      </Sheet>
      <Sheet title={t('noc.chain')}>
        <ChainStepper chain={application.chain} />
      </Sheet>
      <Sheet title={t('noc.remarks')}>
        <RemarkList remarks={application.remarks} />
      </Sheet>
    </>
  );
}
