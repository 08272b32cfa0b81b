/** The button with the files of a list; pages of rows that are no ListPage show it too. */
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Endpoint } from '#shared/endpoint.ts';
import { startDownload } from '../../calls/downloads.ts';
import { useTexts } from '../../texts/texts.ts';
import { DropMenu } from '../menu/drop-menu.tsx';

export type Export = {
  format: string;
  endpoint: Endpoint;
  fileName: string;
  query?: Readonly<Record<string, unknown>>;
  params?: Readonly<Record<string, string>>;
};

type ExportMenuProps = {
  exports: readonly Export[];
  query?: Readonly<Record<string, unknown>>;
  /** Which fields a file of this format has; all of them if it says nothing. */
  fieldsOf?: (format: string) => readonly string[] | undefined;
  /** Beside other tools its icon says enough. */
  isSmall?: boolean;
};

/** The same search, filters, order and columns as the screen, but all pages. */
export function ExportMenu({ exports, query = {}, fieldsOf, isSmall = false }: ExportMenuProps) {
  const t = useTexts('common');
  const { limit: _limit, offset: _offset, ...shown } = query;
  const start = (listExport: Export) => {
    const fields = fieldsOf?.(listExport.format);
    const columns = fields ? { columns: fields.join() } : {};
    return startDownload(
      listExport.endpoint,
      {
        query: { ...shown, ...listExport.query, ...columns },
        ...(listExport.params ? { params: listExport.params } : {}),
      } as never,
      listExport.fileName,
    );
  };
  return (
    <DropMenu
      choices={exports.map((listExport) => ({
        label: t('list.export_as', { format: listExport.format }),
        run: () => void start(listExport),
      }))}
      trigger={(props) =>
        isSmall ? (
          <ActionIcon
            {...props}
            variant="default"
            size={36}
            aria-label={t('actions.export')}
            title={t('actions.export')}
          >
            <IconDownload size={17} />
          </ActionIcon>
        ) : (
          <Button {...props} variant="default" leftSection={<IconDownload size={16} />}>
            {t('actions.export')}
          </Button>
        )
      }
    />
  );
}
