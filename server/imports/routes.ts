// HTTP of moving in from another product.
import * as endpoints from '../../domain/endpoints.ts';
import { fileOf, takeFiles } from '../http/files.ts';
import { type Api, mount } from '../http/mount.ts';
import { importFamilies } from './import-families.ts';
import { readFamilies } from './read-families.ts';
import { undoImport } from './undo-import.ts';

export function mountImportRoutes(api: Api): void {
  const { file } = endpoints.importFamilies;
  if (file === undefined) throw new Error('an import takes a file');
  takeFiles(api.app, file, (app) => {
    const own = { ...api, app };
    mount(own, endpoints.previewImport, async ({ query, request }) => ({
      preview: await readFamilies(api.database.db, fileOf(request), query.columns),
    }));
    mount(own, endpoints.importFamilies, async ({ context, query, request, requestKey }) => ({
      import: await importFamilies(context, { file: fileOf(request), ...query }, requestKey),
    }));
  });
  mount(api, endpoints.undoImport, ({ context, params }) => undoImport(context, params.id));
}
