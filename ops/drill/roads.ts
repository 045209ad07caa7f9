// Two network namespaces with a router between them, on which a hole in the network can be opened.
// Every packet passes the kernel's own TCP on both sides. Needs root and iproute2.
import { execFileSync } from 'node:child_process';

interface Roads {
  /** The namespaces of the server and of the class. */
  readonly school: string;
  readonly home: string;
  /** The server's address, as the class sees it. */
  readonly address: string;
  /** The namespace that `openHole` and `closeHole` take. */
  readonly router: string;
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/** Routes packets between two ends, or drops all of them without a word. */
function forward(router: string, isOn: boolean): void {
  const write = `echo ${isOn ? 1 : 0} > /proc/sys/net/ipv4/ip_forward`;
  ip('netns', 'exec', router, 'sh', '-c', write);
}

export const openHole = (router: string): void => forward(router, false);
export const closeHole = (router: string): void => forward(router, true);

/** Names the namespaces after this process, so that two drills do not meet. */
export function namesOfRoads(): Roads {
  const [school = '', home = '', router = ''] = ['school', 'home', 'router'].map(
    (end) => `drill-${process.pid}-${end}`,
  );
  return { school, home, router, address: '10.87.1.2' };
}

export function makeRoads({ school, home, router, address }: Roads): void {
  const ends = [
    { end: school, own: address, way: '10.87.1.1', device: 'school' },
    { end: home, own: '10.87.2.2', way: '10.87.2.1', device: 'home' },
  ];
  for (const name of [router, school, home]) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  for (const { end, own, way, device } of ends) {
    ip('link', 'add', 'road', 'netns', end, 'type', 'veth', 'peer', device, 'netns', router);
    ip('-n', end, 'address', 'add', `${own}/24`, 'dev', 'road');
    ip('-n', router, 'address', 'add', `${way}/24`, 'dev', device);
    ip('-n', end, 'link', 'set', 'road', 'up');
    ip('-n', router, 'link', 'set', device, 'up');
    ip('-n', end, 'route', 'add', 'default', 'via', way);
  }
  closeHole(router);
}

/** Removes what is there of them. */
export function removeRoads({ school, home, router }: Roads): void {
  const there = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  for (const name of [school, home, router]) if (there.includes(name)) ip('netns', 'del', name);
}
