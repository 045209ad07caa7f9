// Imported parents who will be invited: their table and its type.
import type { Fixed, Instant } from './columns.ts';

const statements = `
-- Until the invitation is due. Its email and its link are made then, so that an import is short.
create table due_import_invitations (
  person_id text primary key references people (id),
  due_at bigint not null
);
create index due_import_invitations_age on due_import_invitations (due_at, person_id);
`;

export const dueImportInvitations = (): string[] => [statements];

export interface DueInvitationTables {
  due_import_invitations: {
    person_id: Fixed<string>;
    due_at: Instant;
  };
}
