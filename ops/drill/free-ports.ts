// Free ports on the loopback address, all different.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

interface FreePorts {
  readonly ports: readonly number[];
  /** Leaves them to the programs that are to listen there. Until then nobody else gets them. */
  readonly release: () => Promise<void>;
}

export async function reservePorts(count: number): Promise<FreePorts> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  return {
    ports: probes.map((probe) => (probe.address() as AddressInfo).port),
    async release() {
      for (const probe of probes) probe.close();
      await Promise.all(probes.map((probe) => once(probe, 'close')));
    },
  };
}
