// Puts a new version beside the running one: unpacks it, installs its packages and builds it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';

import * as z from 'zod/mini';

import { buildsFolder, currentFile, readCurrent } from '../../server/site/pages/builds.ts';
import { UpgradeFault } from './fault.ts';
import { currentVersion, type Installation, type Owner, versionsFolder } from './installation.ts';
import { runProgram, runScript } from './programs.ts';

/** What the copy of a folder leaves out: the new version installs and builds for itself. */
const LEFT_OUT = new Set(['.git', '.cache', 'node_modules', 'dist', 'data', 'test-results']);
/** Settings, in any folder: they have passwords, and everybody here can read the copy. */
const SETTINGS = /^\.env(?!.*\.example$)/;
const PART = '.part';
const ROOT = { uid: 0, gid: 0 };
const packageSchema = z.object({ version: z.string() });

interface PreparationOptions {
  readonly source: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Returns the folder of the built version. A killed preparation leaves a folder that the next
 * removes.
 */
export async function prepareVersion(
  installation: Installation,
  options: PreparationOptions,
): Promise<string> {
  const { source, signal, say } = options;
  const versions = versionsFolder(installation);
  mkdirSync(versions, { recursive: true });
  for (const name of readdirSync(versions).filter((each) => each.endsWith(PART)))
    rmSync(path.join(versions, name), { recursive: true });
  const isFolder = existsSync(path.join(source, 'package.json'));
  const name = isFolder ? nameOf(source) : source.replaceAll('/', '-');
  const folder = path.join(versions, name);
  if (folder === currentVersion(installation))
    throw new UpgradeFault(`${name} is the version that runs already.`);
  rmSync(folder, { recursive: true, force: true });
  const part = folder + PART;
  mkdirSync(part);
  if (isFolder)
    cpSync(source, part, {
      recursive: true,
      filter: (file) =>
        !LEFT_OUT.has(path.relative(source, file)) && !SETTINGS.test(path.basename(file)),
    });
  else await unpackTag(installation, { ...options, part });
  keepBuild(currentVersion(installation), part);
  const { owner } = installation;
  // Packages run scripts of their own while it is built. Afterwards it is root's, who runs the next
  // upgrade from it.
  if (owner !== null) await giveTo(owner, part);
  say(`Building ${name}: this takes about two minutes ...`);
  await runScript(part, ['build'], `${name} could not be built.`, { owner, signal });
  if (owner !== null) await giveTo(ROOT, part);
  renameSync(part, folder);
  return folder;
}

const giveTo = ({ uid, gid }: NonNullable<Owner>, folder: string) =>
  runProgram(['chown', '-R', `${uid}:${gid}`, folder], 'The new folder could not be given away.', {
    cwd: folder,
  });

function nameOf(folder: string): string {
  const { version } = z.parse(
    packageSchema,
    JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')),
  );
  return `${version}-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
}

async function unpackTag(
  { site, owner }: Installation,
  { source, part, signal, say }: PreparationOptions & { part: string },
): Promise<void> {
  const repository = path.join(site, 'source.git');
  const git = (...args: string[]) => ['git', '-c', 'safe.directory=*', '-C', repository, ...args];
  if (!existsSync(repository) || source.startsWith('-'))
    throw new UpgradeFault(
      `There is no folder ${source} with a version, and no repository ${repository} with a tag of this name.`,
    );
  // The home folder belongs to the server's user, whose settings of git may name commands.
  const env = owner === null ? process.env : { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' };
  const options = { cwd: site, signal, env };
  try {
    await runProgram(git('fetch', '--quiet', '--tags', 'origin'), 'No answer.', options);
  } catch (error) {
    if (!(error instanceof UpgradeFault)) throw error;
    say('The repository did not answer; looking among the tags that are here.');
  }
  const archive = path.join(part, '..', `${path.basename(part)}.tar`);
  try {
    await runProgram(
      git('archive', '--output', archive, source),
      `There is no tag ${source} in ${repository}.`,
      options,
    );
    await runProgram(
      ['tar', '-x', '-f', archive, '-C', part],
      'It could not be unpacked.',
      options,
    );
  } finally {
    rmSync(archive, { force: true });
  }
}

/**
 * Open pages still ask for the scripts of earlier builds, so the new build begins with the old one.
 */
function keepBuild(from: string, to: string): void {
  const [old, dist] = [path.join(from, 'dist'), path.join(to, 'dist')];
  const current = readCurrent(old);
  if (current === null) return;
  for (const file of [current.build, `${current.build}.lock`])
    cpSync(path.join(buildsFolder(old), file), path.join(buildsFolder(dist), file), {
      recursive: true,
    });
  cpSync(currentFile(old), currentFile(dist));
}
