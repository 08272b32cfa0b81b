/** The versions of an entry: who changed what, and a button that saves an earlier one again. */
import { Button } from '@mantine/core';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { type EntryKey, listEntryVersions, restoreEntry } from '../../history/contract.ts';
import style from './config.module.css';

type EntryHistoryProps = {
  entry: EntryKey;
  version: number;
  /** What a field is called on the form; undefined: it is not there any more. */
  labelOf: (field: string) => string | undefined;
  /** How a value is written, if it is a code. */
  written?: (field: string, value: string) => string;
  onRestored?: () => unknown;
};

const asItIs = (_field: string, value: string) => value;

export function EntryHistory({ entry, version, labelOf, written = asItIs, onRestored }: EntryHistoryProps) {
  const t = useTexts('settings');
  const may = useMay();
  const { digits, instant } = useFormats();
  const found = useAnswer(listEntryVersions, { query: { key: entry } });
  const restore = useAction(restoreEntry, {
    onDone: async () => {
      await onRestored?.();
      toast('success', t('config.restored'));
    },
  });
  const items = found.data?.items ?? [];
  return (
    <Sheet title={t('config.history')}>
      {found.error ? <Failed error={found.error} retry={found.refetch} /> : null}
      <p className={style.quiet}>{t(items.length > 0 ? 'config.history_about' : 'config.history_empty')}</p>
      <ul className={style.rows}>
        {items.map((item, index) => (
          <li key={item.version} className={style.row}>
            <div className={style.rowHead}>
              <p className={style.quiet}>
                {t('config.version_by', {
                  version: item.version,
                  at: instant(item.savedAt),
                  name: item.savedBy || '—',
                })}
                {item.restores === null
                  ? null
                  : ` · ${t('config.version_restored', { version: item.restores })}`}
              </p>
              {index > 0 && may('settings:edit') ? (
                <Button
                  variant="default"
                  size="xs"
                  loading={restore.isRunning}
                  aria-label={`${t('config.restore')}: ${digits(String(item.version))}`}
                  onClick={async () => {
                    if (await confirm('submit', t('config.version_restored', { version: item.version }))) {
                      restore.run({ body: { key: entry, restores: item.version, version } });
                    }
                  }}
                >
                  {t('config.restore')}
                </Button>
              ) : null}
            </div>
            {item.version === 1 ? (
              <p>{t('config.first_version')}</p>
            ) : (
              <ul className={style.changes}>
                {item.changes
                  .filter(({ field }) => labelOf(field))
                  .map((change) => (
                    <li key={change.field}>
                      {labelOf(change.field)}:{' '}
                      <del>{written(change.field, change.before) || t('rules.no_value')}</del>{' '}
                      <ins>{written(change.field, change.after) || t('rules.no_value')}</ins>
                    </li>
                  ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
