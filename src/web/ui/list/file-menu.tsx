/** A household's list as a file: one button with the formats. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Endpoint } from '#shared/endpoint.ts';
import { startDownload } from '../../calls/downloads.ts';
import { useTexts } from '../../texts/texts.ts';
import { DropMenu } from '../menu/drop-menu.tsx';
import { useExports } from './use-exports.ts';

type FileMenuProps = {
  endpoint: Endpoint;
  /** Of the file until the server says it, without extension. */
  name: string;
  label: string;
  /** What the list shows. */
  query: Readonly<Record<string, unknown>>;
};

export function FileMenu({ endpoint, name, label, query }: FileMenuProps) {
  const common = useTexts('common');
  return (
    <DropMenu
      choices={useExports(endpoint, name).map((file) => ({
        label: common('list.export_as', { format: file.format }),
        run: () =>
          void startDownload(file.endpoint, { query: { ...query, ...file.query } } as never, file.fileName),
      }))}
      trigger={(props) => (
        <Button {...props} variant="default" leftSection={<IconDownload size={16} />}>
          {label}
        </Button>
      )}
    />
  );
}
