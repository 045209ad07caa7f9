// Moving in from another product: the preview of a file, its import, and undoing it.
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../domain/imports/endpoints.ts';
import {
  type Columns,
  type ImportResult,
  importResultSchema,
} from '../../../domain/imports/import.ts';
import { FAMILIES } from '../../data/family-records.ts';
import { call } from '../../transport/client.ts';
import { useSendOnce } from '../../transport/request-key.ts';
import { tryStorage } from '../../transport/storage.ts';

export interface ChosenFile {
  readonly file: File;
  /** Tells two choices of one file apart, which may have changed in between. */
  readonly key: string;
}

/** What importing the file would do; the page shows why it cannot be read. */
export function previewQuery({ file, key }: ChosenFile, columns: Columns) {
  return queryOptions({
    queryKey: ['admin', 'import', key, columns],
    queryFn: ({ signal }) =>
      call(endpoints.previewImport, {
        signal,
        file,
        query: { columns: JSON.stringify(columns) },
      }),
    select: ({ preview }) => preview,
    placeholderData: keepPreviousData,
    meta: { isSilent: true },
  });
}

interface Import {
  readonly chosen: ChosenFile;
  readonly columns: Columns;
  readonly invite: boolean;
}

/** `mutateAsync({chosen, columns, invite})` */
export function useImport() {
  const sendOnce = useSendOnce();
  return useMutation({
    meta: {
      operation: {
        title: 'Not Imported',
        text: 'Unable to import the families. Please try again: nothing is imported twice.',
        coversServerErrors: true,
      },
      changes: [FAMILIES],
    },
    mutationFn: async ({ chosen: { file, key }, columns, invite }: Import) => {
      const query = {
        columns: JSON.stringify(columns),
        invite: invite ? 'true' : 'false',
      } as const;
      const answer = await sendOnce({ key, columns, invite }, (idempotencyKey) =>
        call(endpoints.importFamilies, { file, query, idempotencyKey }),
      );
      return answer.import;
    },
    onSuccess: rememberImport,
  });
}

/** `mutateAsync(id)` */
export function useUndoImport() {
  return useMutation({
    meta: {
      operation: {
        title: 'Not Undone',
        text: 'Unable to undo the import. Please try again.',
        coversServerErrors: true,
      },
      changes: [FAMILIES],
    },
    mutationFn: async (id: string) => {
      const { removed, kept } = await call(endpoints.undoImport, { params: { id } });
      return { removed, kept };
    },
    onSuccess: () => tryStorage('device', (storage) => storage.removeItem(KEY)),
  });
}

/** The last import of this device, without any names, as long as it can be undone. */
const KEY = 'last-import';

function rememberImport(result: ImportResult): void {
  tryStorage('device', (storage) => storage.setItem(KEY, JSON.stringify(result)));
}

/** Null if there is none, or it can no longer be undone. `now` is epoch milliseconds. */
export function readLastImport(now: number): ImportResult | null {
  const stored = tryStorage('device', (storage): unknown =>
    JSON.parse(storage.getItem(KEY) ?? 'null'),
  );
  const { data } = importResultSchema.safeParse(stored);
  return data !== undefined && Date.parse(data.undo_until) > now ? data : null;
}
