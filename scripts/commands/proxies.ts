// Starts the proxy samples of ops/deploy/ on loopback, with names, ports and folders of a test.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { findTool } from '../test/find-tool.ts';
import { root } from '../test/steps.ts';

export interface Place {
  /** An empty folder for its files and logs. */
  readonly folder: string;
  /** Where it listens for https, on loopback. */
  readonly port: number;
  readonly plainPort: number;
  readonly upstreams: readonly number[];
  /** Changes the sample further. */
  readonly edit?: (sample: string) => string;
}

export interface Proxy {
  readonly child: ChildProcess;
  /** Everything it has written to its logs. */
  readonly logs: () => string;
  /** Makes it read its file again; empty where it watches the servers itself. */
  readonly reloadCommand: string;
  stop(): Promise<void>;
}

const PAGES = path.join(root, 'ops/deploy/www');
export const PROXIES = ['nginx', 'caddy'] as const;

/** Throws if the sample has no such text: it would be tested unchanged. */
function replace(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the sample lacks ${from}`);
  return text.replaceAll(from, to);
}

const sampleOf = (name: string) => readFileSync(path.join(root, 'ops/deploy', name), 'utf8');

/** Null if the program is not here. */
export async function startProxy(
  name: (typeof PROXIES)[number],
  place: Place,
): Promise<Proxy | null> {
  const program = findTool(name);
  if (program === null) return null;
  return name === 'nginx' ? startNginx(program, place) : startCaddy(program, place);
}

async function startNginx(program: string, place: Place): Promise<Proxy> {
  const { folder, port, plainPort, upstreams, edit = String } = place;
  for (const sub of ['log', 'temp']) mkdirSync(path.join(folder, sub), { recursive: true });
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  const servers = upstreams.map((each) => `server 127.0.0.1:${each} max_fails=0;`);
  const changes: readonly (readonly [string, string])[] = [
    ['  listen [::]:443 ssl http2;\n', ''],
    ['  listen [::]:80;\n', ''],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['server 127.0.0.1:3000 max_fails=0;', servers.join('\n  ')],
    ['/etc/letsencrypt/live/lessons.example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/lessons.example.com/privkey.pem', key],
    ['lessons.example.com', 'localhost'],
    ['/var/log/nginx', path.join(folder, 'log')],
    ['/srv/lessons/current/ops/deploy/www', PAGES],
  ];
  const sample = changes.reduce(
    (text, [from, to]) => replace(text, from, to),
    sampleOf('nginx/lessons.conf'),
  );
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${path.join(folder, 'temp', each)};`,
  );
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;\ndaemon off;\npid ${path.join(folder, 'pid')};\nevents {}\nhttp {\n${temporary.join('\n')}\n${edit(sample)}}\n`,
  );
  const args = ['-c', file, '-p', folder, '-e', path.join(folder, 'log', 'start.log')];
  execFileSync(program, ['-t', ...args], { stdio: 'pipe' });
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const readOutput = listen(child.stderr);
  return {
    child,
    logs: () =>
      ['lessons.log', 'lessons-error.log', 'start.log']
        .map((each) => path.join(folder, 'log', each))
        .filter((each) => existsSync(each))
        .map((each) => readFileSync(each, 'utf8'))
        .join('') + readOutput(),
    reloadCommand: [program, '-s', 'reload', ...args].join(' '),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function startCaddy(program: string, place: Place): Promise<Proxy> {
  const { folder, port, plainPort, upstreams, edit = String } = place;
  const sample = replace(
    sampleOf('caddy/Caddyfile'),
    '{\n\t# How long',
    `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n\t# How long`,
  );
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, edit(sample));
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE: 'localhost',
    UPSTREAMS: upstreams.map((each) => `127.0.0.1:${each}`).join(' '),
    PAGES,
  };
  const args = ['--config', file, '--adapter', 'caddyfile'];
  execFileSync(program, ['validate', ...args], { env, stdio: 'pipe' });
  const child = spawn(program, ['run', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const readers = [listen(child.stdout), listen(child.stderr)];
  return {
    child,
    logs: () => readers.map((each) => each()).join(''),
    reloadCommand: '',
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A proxy without a sample: its lines stand in the manual. */
export const OTHERS = ['haproxy', 'apache2'] as const;

/** The lines for a proxy in docs/operations.md. */
function linesOf(language: string): string {
  const manual = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const [, lines] = new RegExp(`\n\`\`\`${language}\n(.*?)\`\`\`\n`, 's').exec(manual) ?? [];
  if (lines === undefined) throw new Error(`docs/operations.md has no lines for ${language}`);
  return lines;
}

const MODULES = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'headers'];

/** Starts it without TLS on `plainPort`. Null if the program is not here. */
export async function startOther(
  name: (typeof OTHERS)[number],
  { folder, plainPort, upstreams: [upstream = 0] }: Place,
): Promise<Pick<Proxy, 'stop'> | null> {
  const program = findTool(name);
  if (program === null) return null;
  const file = path.join(folder, 'conf');
  const to = (lines: string) => replace(lines, '127.0.0.1:3000', `127.0.0.1:${upstream}`);
  if (name === 'haproxy') {
    const bind = 'bind :443 ssl crt /etc/haproxy/lessons.pem alpn h2,http/1.1';
    writeFileSync(file, replace(to(linesOf(name)), bind, `bind 127.0.0.1:${plainPort}`));
  } else
    writeFileSync(
      file,
      [
        ...MODULES.map(
          (each) => `LoadModule ${each}_module /usr/lib/apache2/modules/mod_${each}.so`,
        ),
        `Listen 127.0.0.1:${plainPort}`,
        'ServerName localhost',
        `PidFile ${folder}/pid`,
        `DefaultRuntimeDir ${folder}`,
        `ErrorLog ${folder}/error.log`,
        to(linesOf('apache')),
      ].join('\n'),
    );
  const args = name === 'haproxy' ? ['-db', '-f', file] : ['-X', '-f', file];
  const child = spawn(program, args, { stdio: 'ignore' });
  return {
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Collects what a process writes. */
function listen(stream: NodeJS.ReadableStream): () => string {
  let output = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return () => output;
}
