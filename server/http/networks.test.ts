// Which network an address counts for, in every notation.
import { expect, test } from 'vitest';

import { networkOf } from './networks.ts';

test.for([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::192.0.2.7', '2001:db8:0:0::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['::', '0:0:0:0::/64'],
  // As some proxies write it, with the port of the client.
  ['192.0.2.7:51234', '192.0.2.7'],
  ['[2001:db8:1:2::1]:51234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7]:51234', '192.0.2.7'],
  // What is no address at all.
  ['', 'no address'],
  ['unknown', 'no address'],
  ['_hidden:1', 'no address'],
  ['192.0.2.7:port', 'no address'],
  ['192.0.2.700:80', 'no address'],
  ['[192.0.2.7', 'no address'],
  ['[]:80', 'no address'],
  ['192.0.2.7:51234:51235', 'no address'],
] as const)('counts %s as %s', ([address, network]) => {
  expect(networkOf(address)).toBe(network);
});
