/** The connection letter and what was installed. */
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { startDownload } from '#web/calls/downloads.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { letterPdf } from '../../letter/contract.ts';
import { Photos } from '../visit/photos.tsx';

export function ConnectionTab({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  return (
    <>
      <Sheet title={t('letter.title')} action={<LetterButton application={application} />}>
        <LetterFacts application={application} />
      </Sheet>
      <Sheet title={t('install.title')}>
        <Installation application={application} />
      </Sheet>
    </>
  );
}

function LetterButton({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const language = useLanguage();
  const { id, customerNumber, letterIssuedOn } = application;
  if (!letterIssuedOn) return null;
  const name = `${customerNumber ?? application.number}.pdf`;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconFileDownload size={16} />}
      onClick={() => void startDownload(letterPdf, { params: { id }, query: { language } }, name)}
    >
      {t('letter.pdf')}
    </Button>
  );
}

function LetterFacts({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { digits, day } = useFormats();
  const { customerNumber, dmaNumber, meterNumber, letterIssuedOn } = application;
  if (!letterIssuedOn) return <NothingYet title={t('letter.none')} text={t('letter.none_help')} />;
  return (
    <Facts
      facts={[
        { label: t('letter.issued_on'), value: day(letterIssuedOn) },
        { label: t('letter.customer'), value: customerNumber && digits(customerNumber) },
        { label: t('letter.dma'), value: dmaNumber && digits(dmaNumber) },
        { label: t('letter.reserved_meter'), value: meterNumber && digits(meterNumber) },
      ]}
    />
  );
}

/** What was noted at the plot: also shown to who confirms it. */
export function Installation({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { digits, day, cubicMetres, instant } = useFormats();
  const { installation } = application;
  if (!installation) return <NothingYet title={t('install.none')} text={t('install.none_help')} />;
  const { latitude, longitude, confirmedAt } = installation;
  return (
    <>
      <Facts
        facts={[
          { label: t('install.day'), value: day(installation.installedOn) },
          { label: t('fields.meter'), value: digits(installation.meterNumber) },
          {
            label: t('install.opening'),
            value: `${cubicMetres(installation.openingLitres)} ${t('words.cubic_metres')}`,
          },
          { label: t('install.seal'), value: digits(installation.sealNumber) },
          { label: t('install.by'), value: installation.installedBy },
          { label: t('fields.place'), value: latitude && longitude && digits(`${latitude}, ${longitude}`) },
          {
            label: t('install.confirmed'),
            value: confirmedAt ? (
              instant(confirmedAt)
            ) : (
              <StateChip tone="amber">{t('install.waits')}</StateChip>
            ),
          },
        ]}
      />
      <Photos application={application} kind="new_meter_doc" />
    </>
  );
}
