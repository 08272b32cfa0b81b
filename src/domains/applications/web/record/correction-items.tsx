/** What the applicant is asked to put right: parts and papers, each with its remark. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKind } from '../../documents.rules.ts';
import { PART_NAMES, type PartName } from '../../intake/parts.rules.ts';
import style from './record.module.css';

export type CorrectionItem = { part: PartName | 'document'; kind?: DocumentKind | null; remark: string };

const KINDS = DOCUMENT_KIND_NAMES.filter((kind) => DOCUMENT_KINDS[kind].by === 'applicant');
const keyOf = (item: CorrectionItem) => item.kind ?? item.part;

/** What the papers that the reviewer returned say is wrong with them. */
export function itemsOf({ documents }: ApplicationDetail): CorrectionItem[] {
  return documents
    .filter((paper) => paper.state === 'RETURNED')
    .map(({ kind, remark }) => ({ part: 'document', kind, remark: remark ?? '' }));
}

export function CorrectionItems({ form }: { form: FormFields<string> }) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const items = (form.valueOf('items') ?? []) as CorrectionItem[];
  const taken = new Set(items.map(keyOf));
  const problem = form.problemOf('items');
  const add = (value: string) => {
    if (!value) return;
    const part = PART_NAMES.find((name) => name === value);
    const kind = KINDS.find((name) => name === value);
    const item: CorrectionItem | null = part
      ? { part, remark: '' }
      : kind
        ? { part: 'document', kind, remark: '' }
        : null;
    if (item) form.change('items', [...items, item]);
  };
  const label = (item: CorrectionItem) => (item.kind ? t(`kinds.${item.kind}`) : t(`parts.${item.part}`));
  return (
    <div className={style.items}>
      {items.map((item, index) => (
        <div key={keyOf(item)} className={style.item}>
          <TextField
            form={form}
            name={`items.${index}.remark`}
            label={label(item)}
            placeholder={t('correction.item_remark')}
            required
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`${common('actions.remove')}: ${label(item)}`}
            onClick={() =>
              form.change(
                'items',
                items.filter((other) => other !== item),
              )
            }
          >
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      ))}
      <NativeSelect
        id={`${form.id}-items`}
        label={t('correction.add')}
        value=""
        error={problem ? t('correction.none') : null}
        onChange={(event) => add(event.currentTarget.value)}
        data={[
          { value: '', label: t('correction.choose') },
          {
            group: t('correction.parts'),
            items: PART_NAMES.filter((name) => !taken.has(name)).map((name) => ({
              value: name,
              label: t(`parts.${name}`),
            })),
          },
          {
            group: t('parts.document'),
            items: KINDS.filter((kind) => !taken.has(kind)).map((kind) => ({
              value: kind,
              label: t(`kinds.${kind}`),
            })),
          },
        ]}
      />
    </div>
  );
}
