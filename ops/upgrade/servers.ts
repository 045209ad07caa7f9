// The servers that an upgrade stops and starts: their addresses, and the commands.
import { existsSync } from 'node:fs';

import { UpgradeFault } from './fault.ts';
import { runProgram } from './programs.ts';
import type { Plan } from './switch.ts';

interface ServerOptions {
  /** '3001,3002' */
  ports?: string | undefined;
  stop?: string | undefined;
  start?: string | undefined;
}

/** By default the units of systemd, where it runs. Throws an UpgradeFault. */
export async function serversOf({
  ports,
  stop,
  start,
}: ServerOptions): Promise<Pick<Plan, 'at' | 'stop' | 'start'>> {
  const chosen = ports?.split(',').map((port) => port.trim()) ?? null;
  const wrong = chosen?.find((port) => !/^\d+$/.test(port));
  if (wrong !== undefined) throw new UpgradeFault(`--ports: '${wrong}' is no port.`);
  const at = (chosen ?? [process.env['PORT'] || '3000']).map(addressOf);
  if (stop !== undefined && start !== undefined) return { at, stop, start };
  if (!existsSync('/run/systemd/system'))
    throw new UpgradeFault(
      'systemd does not run here: say how the server stops and starts, with --stop and --start.',
    );
  const units = chosen?.map((port) => `lessons@${port}.service`) ?? ['lessons.service'];
  requireUnits(units, await activeUnits());
  const names = units.join(' ');
  return {
    at,
    stop: stop ?? `systemctl stop ${names}`,
    // A version that failed too often may not start otherwise.
    start: start ?? `systemctl reset-failed ${names} || true; systemctl start ${names}`,
  };
}

function addressOf(port: string): string {
  const { HOST = '' } = process.env;
  if (['', '0.0.0.0', '::'].includes(HOST)) return `http://127.0.0.1:${port}`;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}

async function activeUnits(): Promise<string[]> {
  const list = ['list-units', '--plain', '--no-legend', '--state=active,activating'];
  const output = await runProgram(
    ['systemctl', ...list, 'lessons.service', 'lessons@*.service'],
    'systemd does not say which servers run.',
    { cwd: '/' },
  );
  return output.split('\n').flatMap((line) => line.trim().split(/\s+/)[0] || []);
}

/** All that run have to be stopped, and none is started that did not run; unless none runs. */
export function requireUnits(chosen: string[], active: string[]): void {
  if (active.length === 0 || new Set(chosen).symmetricDifference(new Set(active)).size === 0)
    return;
  const ports = active.flatMap((unit) => /@(\d+)\./.exec(unit)?.[1] ?? []);
  const way = ports.length === active.length ? `--ports ${ports.join(',')}` : 'no --ports';
  throw new UpgradeFault(
    `${active.join(' and ')} run here, but the upgrade would stop and start ${chosen.join(' and ')}. Say ${way}, or stop what should not run.`,
  );
}
