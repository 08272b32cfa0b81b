/** VAT by date: what is billed today, a change with its preview, and the changes that were planned. */

import { DatedSheet } from '#domains/settings/web/config/dated-sheet.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { approveVat, listVat, withdrawVat } from '../../settings/contract.ts';
import style from './settings.module.css';
import { VatForm } from './vat-form.tsx';
import { useVatLines } from './vat-lines.ts';
import { VatPreview } from './vat-preview.tsx';

type State = EndpointAnswer<typeof listVat>;

export function VatPage() {
  const t = useTexts('settings');
  const may = useMay();
  const found = useAnswer(listVat);
  const linesOf = useVatLines(found.data?.categories ?? []);
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { items, today } = found.data;
  return (
    <div className={style.page}>
      <PageHead title={t('config.vat.title')} about={t('config.vat.about')} />
      <BilledToday state={found.data} />
      {may('tariffs:edit') ? (
        <Sheet title={t('config.vat.new')}>
          <VatForm key={items.map(({ id, version }) => id + version).join()} state={found.data} />
        </Sheet>
      ) : null}
      <DatedSheet
        items={items}
        today={today}
        linesOf={linesOf}
        approve={approveVat}
        withdraw={withdrawVat}
        about={({ validFrom, value }) =>
          validFrom < today ? null : <VatPreview validFrom={validFrom} value={value} />
        }
      />
    </div>
  );
}

function BilledToday({ state }: { state: State }) {
  const t = useTexts('settings');
  const language = useLanguage();
  const { digits } = useFormats();
  const kinds = ['water', 'fixed', 'minimum', 'sewer'] as const;
  return (
    <Sheet title={t('config.vat.by_category')}>
      <p className={style.quiet}>{t('config.vat.by_category_about')}</p>
      <div className={style.scroll}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{t('config.vat.category')}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" className={style.number}>
                  {t(`config.vat.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {state.billed.map((row) => (
              <tr key={row.category}>
                <td>{language === 'bn' ? row.nameBn : row.nameEn}</td>
                {kinds.map((kind) => (
                  <td key={kind} className={style.number}>
                    {digits(`${row[`${kind}Percent`]}%`)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}
