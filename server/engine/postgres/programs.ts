// Finds PostgreSQL's own programs, which many systems leave off the PATH.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const suffix = process.platform === 'win32' ? '.exe' : '';

/** Where packages install a folder for each major version, and the programs' path within it. */
const versionedHomes: readonly { parent: string; name: RegExp }[] = [
  { parent: '/usr/lib/postgresql', name: /^\d+$/ },
  { parent: '/opt/homebrew/opt', name: /^postgresql(@\d+)?$/ },
  { parent: '/usr/local/opt', name: /^postgresql(@\d+)?$/ },
  { parent: '/Applications/Postgres.app/Contents/Versions', name: /^\d+$/ },
  { parent: 'C:\\Program Files\\PostgreSQL', name: /^\d+$/ },
];

const majorOf = (folder: string) => Number(/\d+$/.exec(folder)?.[0] ?? 0);

function installedFolders(): string[] {
  return versionedHomes.flatMap(({ parent, name }) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((folder) => name.test(folder))
          .toSorted((one, other) => majorOf(other) - majorOf(one))
          .map((folder) => path.join(parent, folder, 'bin'))
      : [],
  );
}

/** The first folder with all of these programs: the PATH, then the newest version; or null. */
export function findPrograms(names: string[]): string | null {
  const searched = [
    ...(process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean),
    ...installedFolders(),
  ];
  return (
    searched.find((folder) =>
      names.every((program) => existsSync(path.join(folder, program + suffix))),
    ) ?? null
  );
}
