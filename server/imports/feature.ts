// Families whom the tutor brings along from another product.
import type { AccountListener } from '../accounts/listeners.ts';
import type { JobBase } from '../process/repeat.ts';
import { startInvitingImported } from './due-invitations.ts';
import { acceptImportInvitation, findImportInvitation } from './import-invitations.ts';
import { mountImportRoutes } from './routes.ts';
import { startDeletingUnusedFamilies } from './undo-import.ts';

const account: AccountListener = {
  findInvitation: async (context, token) => {
    const found = await findImportInvitation(context, token);
    return (
      found && {
        ...found,
        accept: (accepting, details) => acceptImportInvitation(accepting, found, details),
      }
    );
  },
};

export const imports = {
  routes: mountImportRoutes,
  jobs: (base: JobBase) => [startInvitingImported(base), startDeletingUnusedFamilies(base)],
  account,
};
