/** What came into the store and what left it. */
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import {
  listMovements,
  listMovementsDownload,
  listStock,
  type Movement,
  WAYS,
} from '../../store/contract.ts';

function useColumns(): Column<Movement>[] {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const may = useMay();
  const { digits } = useFormats();
  const numberOf = ({ orderId, orderNumber }: Movement) =>
    orderNumber &&
    (may('work-orders:view') ? (
      <GoLink to={`/work-order-list/${orderId}`}>{digits(orderNumber)}</GoLink>
    ) : (
      digits(orderNumber)
    ));
  return [
    { key: 'at', title: t('store.when'), kind: 'instant', value: (row) => row.at, sort: 'at' },
    {
      key: 'material',
      fields: ['nameEn', 'nameBn'],
      title: t('store.material'),
      value: (row) => nameIn(row.nameEn, row.nameBn),
      onCard: true,
    },
    {
      key: 'quantity',
      fields: ['quantity', 'unit'],
      title: t('store.count'),
      kind: 'number',
      // With its sign: both ways are in one column.
      value: (row) => `${row.quantity.startsWith('-') ? '' : '+'}${digits(row.quantity)} ${unitIn(row.unit)}`,
      onCard: true,
    },
    {
      key: 'onHand',
      title: t('store.left'),
      kind: 'number',
      value: (row) => `${digits(row.onHand)} ${unitIn(row.unit)}`,
      onCard: true,
    },
    { key: 'orderNumber', title: t('list.number'), value: numberOf },
    { key: 'actorName', title: t('store.moved_by'), value: (row) => row.actorName },
    { key: 'remark', title: t('store.reason'), value: (row) => row.remark },
  ];
}

export function Movements() {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const { data } = useAnswer(listStock, {}, { afterActs: 'when-shown' });
  const ways = { IN: t('store.way_in'), OUT: t('store.way_out') };
  return (
    <ListPage
      isPart
      endpoint={listMovements}
      exports={useExports(listMovementsDownload, 'store-movements')}
      title={t('store.movements')}
      about={t('store.movements_about')}
      searchLabel={t('store.search')}
      columns={useColumns()}
      nameOf={(row) => nameIn(row.nameEn, row.nameBn)}
      filters={[
        {
          name: 'materialId',
          label: t('store.material'),
          options: (data?.items ?? []).map((item) => ({
            value: item.materialId,
            label: nameIn(item.nameEn, item.nameBn),
          })),
        },
        { name: 'way', label: t('store.way'), options: WAYS.map((value) => ({ value, label: ways[value] })) },
        { name: 'from', label: t('list.from'), kind: 'day' },
        { name: 'to', label: t('list.to'), kind: 'day' },
      ]}
      empty={{ title: t('store.no_movements') }}
    />
  );
}
