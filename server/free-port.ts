// Finds a free port on the loopback address.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Another program may take the port before the caller does. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
