// The tutor's settings and the marks of daily work: one row.
import type { Generated } from 'kysely';

import type { Fixed } from './columns.ts';
import type { Engine } from './triggers.ts';

/** PostgreSQL fails with an error of its own about what is no JSON. */
const isJson = {
  sqlite: 'json_valid(overrides)',
  postgres: 'overrides::json is not null',
} as const;

const table = (engine: Engine) => `
create table settings (
  id integer primary key check (id = 1),
  -- JSON, the settings that the tutor has set; the others have their defaults.
  overrides text not null default '{}' check (${isJson[engine]}),
  -- The UK date of the last morning whose summary was sent or not needed.
  summary_sent_on text,
  -- The UK date of the last day on which old data was deleted.
  forgotten_on text,
  -- Makes the hashes of this site differ from those of any other.
  salt text not null
);
`;

const firstRow = {
  sqlite: 'insert into settings (id, salt) values (1, lower(hex(randomblob(16))))',
  postgres: `insert into settings (id, salt)
    values (1, replace(cast(gen_random_uuid() as text), '-', ''))`,
} as const;

export const settingsTable = (engine: Engine): string[] => [table(engine), firstRow[engine]];

export interface SettingsTable {
  settings: {
    id: Fixed<number>;
    overrides: Generated<string>;
    summary_sent_on: string | null;
    forgotten_on: string | null;
    salt: Fixed<string>;
  };
}
