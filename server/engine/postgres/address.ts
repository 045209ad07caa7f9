// Parses DATABASE_URL like PostgreSQL's own programs: one server or several, by name, IP address or
// socket.

const ADDRESS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
/**
 * A host name, an IPv4 address, an IPv6 address in brackets or an encoded path, with or without a
 * port.
 */
const SERVER = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;

/**
 * Returns one connection string per server, in the given order, or null when this is not a
 * PostgreSQL address. Several servers are written as `host1:5432,host2:5432` or
 * `?host=host1,host2&port=5432`.
 */
export function readPostgresAddress(address: string): readonly string[] | null {
  const [, scheme = '', user, authority = '', path = '', search = ''] = ADDRESS.exec(address) ?? [];
  if (scheme === '' || !isDecodable(address)) return null;
  const query = new URLSearchParams(search);
  const servers = readServers(authority, query);
  if (servers === null) return null;
  // The driver parses every form of a single server.
  if (servers.length === 1) return isReadable(address) ? [address] : null;
  const each = servers.map(({ host, port }) => {
    const own = new URLSearchParams(query);
    own.set('host', host);
    own.set('port', port);
    return `${scheme}${user === undefined ? '' : `${user}@`}server${path}?${own.toString()}`;
  });
  return each.every(isReadable) ? each : null;
}

/**
 * The address as the driver has to be given it, so that `sslmode` means what it does for
 * PostgreSQL's own programs: the driver alone would verify the certificate even for `require`. Two
 * things differ. Without `sslmode` nothing is encrypted, and `prefer` needs a server that can
 * encrypt.
 */
export function forDriver(address: string): string {
  const [whole, search] = /\?([^#]*)$/.exec(address) ?? [];
  const query = new URLSearchParams(search);
  const mode = query.get('sslmode');
  if (whole === undefined || mode === null || query.has('uselibpqcompat')) return address;
  if (mode === 'no-verify') return address;
  // psql tries without encryption first.
  if (mode === 'allow') query.set('sslmode', 'disable');
  if (query.get('sslrootcert') === 'system') {
    query.delete('sslrootcert');
    query.set('sslmode', 'verify-full');
  }
  query.set('uselibpqcompat', 'true');
  return `${address.slice(0, -whole.length)}?${query.toString()}`;
}

/** The address of another database on the same server. */
export function withName(address: string, name: string): string {
  const [, scheme = '', user, authority = '', , search] = ADDRESS.exec(address) ?? [];
  const query = new URLSearchParams(search);
  for (const own of ['dbname', 'database']) query.delete(own);
  const rest = query.size === 0 ? '' : `?${query.toString().replaceAll('+', '%20')}`;
  return `${scheme}${user === undefined ? '' : `${user}@`}${authority}/${name}${rest}`;
}

/** What only the driver knows; PostgreSQL's programs refuse an address with it. */
const DRIVERS_OWN = ['ssl', 'uselibpqcompat', 'encoding'];

/**
 * The address for PostgreSQL's own programs, and the password by itself: every user of the machine
 * can read the arguments of a program.
 */
export function splitPassword(address: string): {
  readonly address: string;
  readonly password: string | null;
} {
  const [, scheme = '', user, authority = '', path = '', search = ''] = ADDRESS.exec(address) ?? [];
  const [name = '', ...words] = user?.split(':') ?? [];
  const query = new URLSearchParams(search);
  const written = words.length === 0 ? null : decodeURIComponent(words.join(':'));
  const password = query.get('password') ?? written;
  if (query.get('sslmode') === 'no-verify' || ['true', '1'].includes(query.get('ssl') ?? ''))
    query.set('sslmode', 'require');
  for (const own of ['password', ...DRIVERS_OWN]) query.delete(own);
  // Where a form writes '+' for a space, PostgreSQL reads a plus sign.
  const rest = query.size === 0 ? '' : `?${query.toString().replaceAll('+', '%20')}`;
  const at = user === undefined ? '' : `${name}@`;
  return { address: `${scheme}${at}${authority}${path}${rest}`, password };
}

/**
 * The environment of PostgreSQL's own programs. Several servers may be named: as the server does,
 * they take one that accepts writes.
 */
export const environmentWith = (password: string | null) => ({
  ...process.env,
  PGTARGETSESSIONATTRS: 'read-write',
  ...(password === null ? {} : { PGPASSWORD: password }),
});

const isReadable = (address: string) => URL.canParse(address.replace('@/', '@server/'));

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

interface Server {
  readonly host: string;
  readonly port: string;
}

const DEFAULT_PORT = '5432';

function readServers(authority: string, query: URLSearchParams): readonly Server[] | null {
  const hosts = query.get('host');
  const written = hosts === null ? authority.split(',') : hosts.split(',');
  const ports = query.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== written.length) return null;
  const servers = written.map((text, index): Server | null => {
    const port = ports[index] ?? ports[0];
    if (hosts !== null) return { host: text, port: port ?? DEFAULT_PORT };
    if (text === '' && written.length === 1) return { host: '', port: port ?? DEFAULT_PORT };
    const [, name, own] = SERVER.exec(text) ?? [];
    if (name === undefined) return null;
    const host = decodeURIComponent(name.replace(/^\[(.*)\]$/, '$1'));
    return { host, port: own ?? port ?? DEFAULT_PORT };
  });
  const isWhole = servers.every(
    (server) =>
      server !== null &&
      Number(server.port) <= 65_535 &&
      (written.length === 1 || server.host !== ''),
  );
  return isWhole ? servers.filter((server) => server !== null) : null;
}
