// Setup addresses, which let the first admin make an account: their table and its type.
import type { Fixed, Instant } from './columns.ts';

const statements = `
-- Each process without an admin has its own. Only one row can be used, so that only one of them
-- makes an admin.
create table setup_addresses (
  token_hash text primary key,
  expires_at bigint not null,
  used integer unique check (used = 1)
);
`;

export const setupAddresses = (): string[] => [statements];

export interface SetupTables {
  setup_addresses: {
    token_hash: Fixed<string>;
    expires_at: Fixed<Instant>;
    /** 1 for the address that made the first admin; null for all others. */
    used: 1 | null;
  };
}
