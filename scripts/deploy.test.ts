import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { engineEnvironment } from '../engine/runtime/config.ts'
import { gatewayEnvironment } from '../gateway/app/readConfig.ts'
import { launcherEnvironment } from './launch/settings.ts'

/** What of `deploy/` can be checked without a container runtime: by parsers, and by systemd's and nginx' own checkers where they are installed. */
const read = (file: string) => readFileSync(path.join('deploy', file), 'utf8')
const has = (tool: string, flag: string) => spawnSync(tool, [flag]).status === 0
const HAS_SYSTEMD = has('systemd-analyze', '--version')
const HAS_NGINX = has('nginx', '-v')
for (const [tool, there] of Object.entries({ 'systemd-analyze': HAS_SYSTEMD, nginx: HAS_NGINX }))
  if (!there) process.stderr.write(`${tool} is not installed: the files of deploy/ for it are only parsed.\n`)

const compiled = z.object({ include: z.array(z.string()) }).parse(JSON.parse(readFileSync('tsconfig.build.json', 'utf8'))).include
/** Whether the build makes a file of dist/. */
const isBuilt = (file: string) => {
  const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts')
  return existsSync(source) && compiled.some((included) => source === included || source.startsWith(`${included}/`))
}
const programsIn = (text: string) => [...new Set(text.match(/dist\/[\w/]+\.js/g) ?? [])]
const KNOWN = new Set([gatewayEnvironment, engineEnvironment, launcherEnvironment].flatMap(({ shape }) => Object.keys(shape)))
const SERVERS = ['sakha-engine.service', 'sakha-gateway.service', 'sakha-sandbox.service']
/** Read by the image, by Node.js and by the backup command. */
const OTHERS = ['HEALTH_URL', 'NODE_ENV', 'BACKUP_KEY']

describe('item 38: deploy/Dockerfile', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const of = (instruction: string) => last.filter((line) => line.startsWith(`${instruction} `))

  it('has two stages, of which the last holds no sources, compiler or package manager’s cache', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2)
    expect(of('COPY')).toEqual(['COPY --from=build --chown=root:root /app /app'])
    expect(of('RUN').join('\n')).not.toMatch(/npm|apt/)
  })

  it('installs packages before the sources are there, so that a change of these leaves that layer as it is', () => {
    const first = lines.slice(
      0,
      lines.findIndex((line) => line === 'COPY . .'),
    )
    expect(first).toContain('COPY package.json package-lock.json ./')
    expect(first.at(-1)).toBe('RUN node scripts/run.mjs install')
    // What that step runs has to be there.
    const imports = [...readFileSync('scripts/run.mjs', 'utf8').matchAll(/^import .* from '\.\/(.+)'$/gm)].map(
      ([, file]) => `scripts/${file}`,
    )
    for (const file of ['scripts/run.mjs', ...imports]) expect(first.join('\n')).toContain(file)
  })

  it('runs as a user without rights, whose files root owns, with a health check and programs that the build makes', () => {
    expect(of('USER')).toEqual(['USER 10001:10001'])
    expect(of('HEALTHCHECK')).toHaveLength(1)
    const programs = programsIn(last.join('\n'))
    expect(programs.length).toBeGreaterThan(0)
    expect(programs.filter((file) => !isBuilt(file))).toEqual([])
  })
})

describe('item 38: deploy/compose.yaml', () => {
  const service = z.object({
    image: z.string(),
    command: z.array(z.string()).optional(),
    read_only: z.boolean().optional(),
    cap_drop: z.array(z.string()).optional(),
    security_opt: z.array(z.string()).optional(),
    restart: z.string().optional(),
    init: z.boolean().optional(),
    ports: z.array(z.string()).optional(),
    environment: z.record(z.string(), z.string()).optional(),
    depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
    volumes: z.array(z.string()).optional(),
  })
  const { services, volumes } = z
    .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
    .parse(parse(read('compose.yaml'), { merge: true }))
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('sakha:'))

  it('has one database, one engine, and one gateway that is reached through the proxy alone', () => {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['db', 'engine', 'gateway', 'proxy']))
    expect(Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['proxy'])
    expect(services['gateway']?.environment).toMatchObject({ TRUSTED_PROXIES: '1' })
  })

  it('runs our processes on a read-only file system, without a capability', () => {
    expect(ours.length).toBeGreaterThan(4)
    for (const [name, { read_only, cap_drop, security_opt }] of ours)
      expect({ name, read_only, cap_drop, security_opt }).toEqual({
        ...{ name, read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      })
  })

  it('lets one Prometheus scrape engine and gateway where METRICS_HOST says so, and nobody else reach them', () => {
    for (const name of ['engine', 'gateway']) expect(services[name]?.environment?.['METRICS_HOST']).toBe('${METRICS_HOST:-}')
    expect(read('compose.env.example')).toMatch(/^METRICS_HOST=$/m)
  })

  it('has a PostgreSQL that keeps which statements are slow', () => {
    expect(read('postgres/postgresql.conf')).toMatch(/^shared_preload_libraries = 'pg_stat_statements'$/m)
    expect(read('postgres/make-runtime-role.sh')).toContain('CREATE EXTENSION IF NOT EXISTS pg_stat_statements;')
  })

  it('gives the proxy room for some thousand sockets in each worker', () => {
    const main = read('nginx-main.conf')
    const [connections, files] = [/worker_connections (\d+);/, /worker_rlimit_nofile (\d+);/].map((what) => Number(what.exec(main)?.[1]))
    expect(connections).toBeGreaterThan(10_000)
    expect(files).toBeGreaterThan(2 * connections!)
    expect(services['proxy']?.volumes).toContain('./nginx-main.conf:/etc/nginx/nginx.conf:ro')
  })

  it('starts again what has ended itself, which process 1 of a container could not do', () => {
    for (const name of ['engine', 'gateway', 'sandbox'])
      expect({ name, ...services[name] }).toMatchObject({ name, init: true, restart: 'unless-stopped' })
  })

  it('starts engine and gateway when the tables are up to date, and no other order waits for a service that is not there', () => {
    for (const name of ['engine', 'gateway'])
      expect(services[name]?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
    const wanted = Object.values(services).flatMap(({ depends_on }) => Object.keys(depends_on ?? {}))
    expect(wanted.filter((name) => !(name in services))).toEqual([])
  })

  it('mounts volumes only where the image has a folder that its user may write to', () => {
    const folders: readonly string[] = /install --directory --owner=sakha [^&|]*/.exec(read('Dockerfile'))?.[0].match(/\/var\/\S+/g) ?? []
    const places = ours.flatMap(([, { volumes: given }]) => given ?? []).map((mount) => mount.split(':')[1])
    expect(places.length).toBeGreaterThan(4)
    expect(places.filter((place) => !folders.includes(place ?? ''))).toEqual([])
  })

  it('names programs that the build makes, settings that there are, files of this folder and volumes of its own', () => {
    const programs = programsIn(read('compose.yaml'))
    expect(programs.filter((file) => !isBuilt(file))).toEqual([])
    const settings = new Set(ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})))
    expect([...settings].filter((name) => !KNOWN.has(name) && !OTHERS.includes(name))).toEqual([])
    const mounts = Object.values(services).flatMap((given) => (given.volumes ?? []).map((mount) => mount.split(':')[0] ?? ''))
    for (const mount of mounts.filter((name) => !name.startsWith('$')))
      expect(mount.startsWith('./') ? existsSync(path.join('deploy', mount)) : mount in volumes, mount).toBe(true)
    const variables = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    expect(variables.filter((name) => !read('compose.env.example').includes(`\n${name}=`))).toEqual([])
  })
})

describe('item 38: deploy/systemd', () => {
  const units = readdirSync('deploy/systemd')
  const services = units.filter((name) => name.endsWith('.service'))

  it('names programs that the build makes', () => {
    expect(units).toEqual(['sakha-backup-failed.service', 'sakha-backup.service', 'sakha-backup.timer', ...SERVERS])
    for (const name of services) {
      const programs = programsIn(read(`systemd/${name}`))
      expect(programs).toHaveLength(1)
      expect(programs.filter((file) => !isBuilt(file))).toEqual([])
    }
  })

  it('lets the engine list the addresses of the machine, which its broker is told', () => {
    expect(read('systemd/sakha-engine.service')).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m)
  })

  it('tells of a backup that fails', () => {
    expect(read('systemd/sakha-backup.service')).toMatch(/^OnFailure=sakha-backup-failed\.service$/m)
    expect(read('systemd/sakha-backup-failed.service')).toMatch(/^ExecStart=.* dist\/scripts\/backup\.js failed$/m)
  })

  it('watches engine, gateway and sandbox', () => {
    for (const name of SERVERS) expect(read(`systemd/${name}`)).toMatch(/^Type=notify$[^]*^Restart=always$[^]*^WatchdogSec=30$/m)
  })

  it('does not start engine and gateway again where they will not go', () => {
    for (const name of ['sakha-engine.service', 'sakha-gateway.service'])
      expect(read(`systemd/${name}`)).toMatch(/^RestartPreventExitStatus=3$/m)
  })

  it.runIf(HAS_SYSTEMD).each(services)('%s is exposed by 3 at most, by systemd’s own measure', (name) => {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', path.join('deploy/systemd', name)], {
      encoding: 'utf8',
    })
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout + stderr)?.[1]
    expect(Number(exposure)).toBeLessThanOrEqual(3)
  })

  it.runIf(HAS_SYSTEMD).each(units)('%s has no directive that systemd does not know', (name) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path.join('deploy/systemd', name)], { encoding: 'utf8' })
    // What is installed on this machine, Node.js say, is no matter of the file.
    expect(stderr.split('\n').filter((line) => /Unknown|Invalid|Failed to parse|bad unit/i.test(line))).toEqual([])
  })
})

describe('item 38: deploy/nginx.conf', () => {
  const conf = read('nginx.conf')

  it('says TLS, HSTS and who asked, and believes nothing that a client says of that', () => {
    expect(conf).toMatch(/ssl_protocols TLSv1\.2 TLSv1\.3;/)
    expect(conf).toMatch(/add_header Strict-Transport-Security "max-age=\d{8,}; includeSubDomains" always;/)
    expect(conf).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(conf).not.toContain('$proxy_add_x_forwarded_for')
  })

  it('asks for the address of the gateway again and again', () => {
    expect(conf).toMatch(/resolver 127\.0\.0\.11 valid=5s/)
    expect(conf).toContain('server gateway:4000 resolve;')
  })

  it.runIf(HAS_NGINX && has('openssl', 'version'))('is taken by nginx', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sakha-nginx-'))
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')]
    spawnSync('openssl', ['req', '-x509', '-days', '1', '-subj', '/CN=sakha.example', ...key])
    writeFileSync(
      path.join(folder, 'site.conf'),
      conf
        .replaceAll('/etc/sakha/tls', folder)
        // Older ones do not know what is for containers.
        .replace('gateway:4000 resolve', '127.0.0.1:4000')
        .replace(/^ {2}(zone|resolver) .*\n/gm, ''),
    )
    const whole = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${folder}/site.conf; }`
    writeFileSync(path.join(folder, 'nginx.conf'), whole)
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf')], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect({ status, stderr }).toMatchObject({ status: 0 })
  })
})
