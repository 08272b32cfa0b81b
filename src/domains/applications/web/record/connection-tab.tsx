/** The connection letter and what was installed. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { letterPdf } from '../../letter/contract.ts';
import { certificatePdf } from '../../papers/contract.ts';
import { PaperButton } from '../papers/paper-button.tsx';
import { Photos } from '../visit/photos.tsx';

type OfApplication = { application: ApplicationDetail };

export function ConnectionTab({ application }: OfApplication) {
  const t = useTexts('applications');
  return (
    <>
      <Sheet title={t('letter.title')} action={<LetterButton application={application} />}>
        <LetterFacts application={application} />
      </Sheet>
      <Sheet title={t('install.title')} action={<CertificateButton application={application} />}>
        <Installation application={application} />
      </Sheet>
    </>
  );
}

function LetterButton({ application: { id, customerNumber, number, letterIssuedOn } }: OfApplication) {
  const t = useTexts('applications');
  if (!letterIssuedOn) return null;
  return (
    <PaperButton
      label={t('letter.pdf')}
      paper={letterPdf}
      id={id}
      fileName={`${customerNumber ?? number}.pdf`}
    />
  );
}

function CertificateButton({ application: { id, customerNumber, state, installation } }: OfApplication) {
  const t = useTexts('applications');
  if (state !== 'CONNECTED' || !installation?.confirmedAt) return null;
  return (
    <PaperButton
      label={t('install.certificate')}
      paper={certificatePdf}
      id={id}
      fileName={`${customerNumber}.pdf`}
    />
  );
}

function LetterFacts({ application }: OfApplication) {
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
export function Installation({ application }: OfApplication) {
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
          ...(installation.unprovenReason
            ? [{ label: t('install.unproven_reason'), value: installation.unprovenReason }]
            : []),
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
