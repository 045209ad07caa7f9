// Imports families from a CSV file of another product.
import * as endpoints from '../../domain/endpoints.ts';
import type { AccountListener } from '../accounts/listeners.ts';
import { fileOf, takeFiles } from '../http/files.ts';
import { type Api, mount } from '../http/mount.ts';
import { inviteImportedJob } from './due-invitations.ts';
import { importFamilies } from './import-families.ts';
import { acceptImportInvitation, findImportInvitation } from './import-invitations.ts';
import { readFamilies } from './read-families.ts';
import { deleteUnusedFamiliesJob, undoImport } from './undo-import.ts';

const account: AccountListener = {
  beforePersonIsDeleted: async ({ tx }, personId) => {
    for (const table of ['import_invitations', 'due_import_invitations'] as const)
      await tx.deleteFrom(table).where('person_id', '=', personId).execute();
  },
  findInvitation: async (context, token) => {
    const invitation = await findImportInvitation(context, token);
    return (
      invitation && {
        ...invitation,
        accept: (accepting, details) => acceptImportInvitation(accepting, invitation, details),
      }
    );
  },
};

export const imports = {
  routes: mountImportRoutes,
  jobs: () => [inviteImportedJob, deleteUnusedFamiliesJob],
  account,
};

/** HTTP of moving in from another product. */
function mountImportRoutes(api: Api): void {
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
