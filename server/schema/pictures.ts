// The tutor's pictures, the files that visitors get, and where they are used. Foreign keys keep a
// picture that is used.
import type { Fixed, Instant } from './columns.ts';
import type { Engine } from './triggers.ts';

const statements = (bytes: string) => `
create table pictures (
  -- The hash of the file that was uploaded.
  id text primary key check (length(id) = 32),
  -- Upright.
  width integer not null check (width >= 1),
  height integer not null check (height >= 1),
  -- Last: the same file can be uploaded again.
  uploaded_at bigint not null
);
create index pictures_age on pictures (uploaded_at);

create table picture_files (
  picture_id text not null references pictures (id) on delete cascade,
  width integer not null check (width >= 1),
  format text not null check (format in ('avif', 'webp', 'jpg')),
  bytes ${bytes} not null,
  primary key (picture_id, width, format)
);

create table draft_pictures (
  picture_id text primary key references pictures (id)
);

create table version_pictures (
  picture_id text not null references pictures (id),
  version integer not null references site_versions (version),
  primary key (picture_id, version)
);
create index version_pictures_of_version on version_pictures (version);
`;

export const pictureTables = (engine: Engine): string[] => [
  statements(engine === 'sqlite' ? 'blob' : 'bytea'),
];

export interface PictureTables {
  pictures: {
    id: Fixed<string>;
    width: Fixed<number>;
    height: Fixed<number>;
    uploaded_at: Instant;
  };
  picture_files: {
    picture_id: Fixed<string>;
    width: Fixed<number>;
    format: Fixed<'avif' | 'webp' | 'jpg'>;
    bytes: Fixed<Buffer>;
  };
  draft_pictures: { picture_id: Fixed<string> };
  version_pictures: { picture_id: Fixed<string>; version: Fixed<number> };
}
