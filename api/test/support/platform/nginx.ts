import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'

/** Ports that nobody had a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0

/** deploy/nginx.conf, without its certificate, as a server of its own that keeps to one folder. */
function configuration(folder: string, front: number, [one, other]: readonly number[]): string {
  const shipped = readFileSync(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8')
  const site = shipped
    .replace(/server \{\n {2}listen 80;[^}]*\}/, '')
    .replace(/ {2}listen 443 .*\n/, `  listen 127.0.0.1:${front};\n`)
    .replace(/ {2}(listen \[::\]|ssl_).*\n/g, '')
    .replace('127.0.0.1:3001', `127.0.0.1:${one}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${other}`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${places.join(' ')}\n${site}}\n`
}

/** nginx before the portals on two ports, as deploy/nginx.conf has it. */
export async function startNginx(
  folder: string,
  ports: readonly number[],
): Promise<{ address: string; stop(): Promise<void> }> {
  const file = join(folder, 'nginx.conf')
  const [front = 0] = await freePorts(1)
  writeFileSync(file, configuration(folder, front, ports))
  const nginx = spawn('nginx', ['-e', join(folder, 'error.log'), '-c', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(nginx, 'exit')
  const end = () => nginx.kill('SIGTERM')
  process.once('exit', end)
  return {
    address: `http://127.0.0.1:${front}`,
    async stop() {
      nginx.kill('SIGQUIT')
      await ended
      process.off('exit', end)
    },
  }
}
