// Why PostgreSQL cannot be used, in one sentence with the statement that helps.
import pg from 'pg';

import { codeOf, reasonOf } from '../away.ts';

/** Whose rights and settings are at fault. */
export interface Session {
  readonly role: string;
  readonly database: string;
  /** The server is a standby, which never takes writes. */
  readonly isStandby: boolean;
}

const name = pg.escapeIdentifier;

/** Another program's table, or one of a copy that was restored in part. */
const taken = ({ role }: Session, reason: string) =>
  `the database has tables that this server has not made (${reason}). Use an empty one: create database other_name owner ${name(role)} encoding 'UTF8' template template0`;

/** Faults of the rights, settings and resources of a server, by SQLSTATE. */
const FAULTS: Readonly<Record<string, (session: Session, reason: string) => string>> = {
  // A wrong password, and a role that may not sign in or has no line in pg_hba.conf.
  '28P01': ({ role }, reason) =>
    `PostgreSQL refuses the password (${reason}). Set it with: alter role ${name(role)} password '...'`,
  28000: ({ role }, reason) =>
    `PostgreSQL does not let this role in (${reason}). Run: alter role ${name(role)} login; or add a line for it to pg_hba.conf`,
  '3D000': ({ role, database }, reason) =>
    `${reason}. Run: create database ${name(database)} owner ${name(role)} encoding 'UTF8' template template0`,
  '3F000': ({ role, database }, reason) =>
    `there is no schema to make tables in (${reason}). Run: alter role ${name(role)} in database ${name(database)} reset search_path`,
  42501: ({ role, database }, reason) =>
    /permission denied for database/.test(reason)
      ? `this role may not use the database (${reason}). Run: alter database ${name(database)} owner to ${name(role)}`
      : /permission denied for schema/.test(reason)
        ? `this role may not make tables (${reason}). Run: alter database ${name(database)} owner to ${name(role)}; or in that database: grant usage, create on schema public to ${name(role)}`
        : `the tables belong to another role (${reason}). Restore the copy with: pg_restore --no-owner --role=${name(role)}; or run: reassign owned by their_owner to ${name(role)}`,
  '42P07': taken,
  42710: taken,
  42723: taken,
  25006: ({ role, database, isStandby }, reason) =>
    isStandby
      ? `this server is a standby and takes no writes (${reason}). Name the primary, or both`
      : `the database takes no writes (${reason}). Once it has room, run: alter database ${name(database)} reset default_transaction_read_only; alter role ${name(role)} reset default_transaction_read_only`,
  57014: ({ role }, reason) =>
    `PostgreSQL ended a statement too early (${reason}). Run: alter role ${name(role)} reset statement_timeout`,
  '25P03': ({ role }, reason) =>
    `PostgreSQL ended the session too early (${reason}). Run: alter role ${name(role)} reset idle_in_transaction_session_timeout`,
  '25P04': ({ role }, reason) =>
    `PostgreSQL ended a transaction too early (${reason}). Run: alter role ${name(role)} reset transaction_timeout`,
  '57P05': ({ role }, reason) =>
    `PostgreSQL ended the session too early (${reason}). Run: alter role ${name(role)} reset idle_session_timeout`,
  53300: ({ role }, reason) =>
    `PostgreSQL has no connection left (${reason}). Raise max_connections, or run: alter role ${name(role)} connection limit -1`,
  53100: (_, reason) => `the disk of PostgreSQL is full (${reason}). Make room there`,
};

/** One sentence, without the name of the setting; null for a fault that is none of the server's. */
export function describeStartFault(error: unknown, session: Session): string | null {
  const describe = FAULTS[codeOf(error)];
  // Nothing of the password: PostgreSQL's messages name roles, databases and tables alone.
  return describe === undefined ? null : `${describe(session, reasonOf(error))}.`;
}
