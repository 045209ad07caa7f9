// Warns once in the log if a proxy seems to hide the visitors' addresses: all of them then share
// the limits of one.
import { BlockList, isIP } from 'node:net';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { RequestParts } from './requests.ts';

const NOT_SET =
  'a request was forwarded, but TRUST_PROXY is not set: all visitors behind your proxy count as one address. Set it to the address of your proxy, or to false if there is none';
const HIDDEN =
  'a request was forwarded from a private address, although APP_URL is public. If it did not come from your own network, something in front of your proxy hides visitors, and they all count as one address: in Docker, a network without enable_ipv6, or Docker before 27 without ip6tables; else a proxy that TRUST_PROXY or the proxy behind it does not know';

const unroutable = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  unroutable.addSubnet(network, bits, 'ipv4');
unroutable.addAddress('::1', 'ipv6');
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  unroutable.addSubnet(network, bits, 'ipv6');

/** Whether the address is of a machine, a container or a network at home or at work. */
function isPrivate(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && unroutable.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Names that only a network at home or at work knows. */
const LOCAL_NAME = /^[^.]+$|\.(?:local|localdomain|localhost|lan|home|internal|home\.arpa|test)$/;

function isPublic(appUrl: string): boolean {
  const hostname = new URL(appUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(hostname) === 0 ? !LOCAL_NAME.test(hostname) : !isPrivate(hostname);
}

const isForwarded = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

export function warnOfProxies(
  app: FastifyInstance,
  { appUrl, trustProxy }: Pick<RequestParts, 'appUrl' | 'trustProxy'>,
): void {
  if (trustProxy === undefined) warnOnce(app, NOT_SET, isForwarded);
  else if (trustProxy !== false && isPublic(appUrl))
    warnOnce(app, HIDDEN, (request) => isForwarded(request) && isPrivate(request.ip));
}

function warnOnce(
  app: FastifyInstance,
  message: string,
  isFault: (request: FastifyRequest) => boolean,
): void {
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTold && isFault(request)) {
      isTold = true;
      request.log.warn(message);
    }
    done();
  });
}
