// The network that a client's address belongs to: limits count networks, because a client has many
// addresses.
import { isIP, isIPv6 } from 'node:net';

/** Anything that is not an address counts together: a trusted proxy may pass on invented text. */
const NO_ADDRESS = 'no address';

/**
 * An IPv4 address, or the /64 of an IPv6 one: a household has a whole /64, and so does an attacker.
 * Drops the port that some proxies add, because a client chooses it.
 */
export function networkOf(address: string): string {
  const [, ipv6, ipv4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const bare = ipv6 ?? ipv4 ?? address;
  if (isIP(bare) === 4) return bare;
  if (!isIPv6(bare)) return NO_ADDRESS;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * The /48 of a /64; null for IPv4. Providers give that much, 65,536 networks, to anybody who asks,
 * and each network would have its own limits.
 */
export function siteOf(network: string): string | null {
  return network.endsWith('/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}

/** The eight groups of a valid IPv6 address in any notation. */
function groupsOf(ipv6: string): number[] {
  const [text = ''] = ipv6.split('%');
  const inGroups = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = [], tail] = inGroups
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  if (tail === undefined) return head.map((group) => Number.parseInt(group, 16));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
