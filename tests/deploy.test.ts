import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#platform/config/config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const dir = mkdtempSync(join(tmpdir(), 'skillshot-deploy-'))
chmodSync(dir, 0o755)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** The server's endpoints for health checks. */
const PATHS = ['/healthz', '/readyz']
/** Seconds that work under way gets when the server is told to stop. */
const GRACE = 30

/** The names of all environment variables that the configuration reads. */
const known = new Set<string>()
readConfig(new Proxy({}, { get: (_, name) => void known.add(String(name)) }))
/** Variables that other programs read. */
const FOREIGN = ['NODE_ENV', 'MALLOC_ARENA_MAX']
const unknown = (names: readonly string[]): string[] => names.filter(name => !known.has(name) && !FOREIGN.includes(name))

const pinned = (image: string): boolean => /^[\w./-]+:[\w.-]*\d[\w.-]*$/.test(image)

/** Replaces the paths of `_FILE` variables with the paths of those files on this machine. */
const withFiles = (environment: Record<string, string>, files: (path: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, name.endsWith('_FILE') ? files(value) : value]))

/** Returns the instructions of the Dockerfile with their arguments, by build stage. */
function stages(): { name: string; args: string[] }[][] {
  const found: { name: string; args: string[] }[][] = []
  for (const line of text('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean)) {
    const [name = '', ...args] = line.trim().split(/\s+/)
    if (name === 'FROM') found.push([])
    found.at(-1)!.push({ name, args })
  }
  return found
}

const all = (stage: { name: string; args: string[] }[], name: string): string[][] =>
  stage.filter(each => each.name === name).map(({ args }) => args)

/** What is copied from the build stage into the image: source paths, and the target. */
const copied = all(stages().at(-1)!, 'COPY').map(args => ({
  sources: args.slice(1, -1).map(path => path.replace('/app/', '')),
  to: args.at(-1)!,
}))

describe('the Dockerfile', () => {
  const [build, image] = stages() as [ReturnType<typeof stages>[number], ReturnType<typeof stages>[number]]

  it('begins from one pinned image, and copies what is there', () => {
    expect(stages()).toHaveLength(2)
    expect(all(build, 'FROM')[0]![0]).toBe(all(image, 'FROM')[0]![0])
    expect(pinned(all(build, 'FROM')[0]![0]!)).toBe(true)
    for (const path of all(build, 'COPY')[0]!.slice(0, -1)) expect(existsSync(join(root, path)), path).toBe(true)
    expect(all(image, 'COPY').every(([from]) => from === '--from=build')).toBe(true)
    for (const path of copied.flatMap(({ sources }) => sources)) expect(existsSync(join(root, path)) || path === 'dist', path).toBe(true)
    const ignored = text('.dockerignore').split('\n')
    for (const path of ['src', 'public', 'scripts', 'package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'vite.config.ts'])
      expect(ignored).not.toContain(path)
  })

  it('runs as an unprivileged user, under an init process that reaps zombies, and has a health check', () => {
    expect(all(image, 'USER')).toEqual([['1000:1000']])
    expect(all(image, 'ENTRYPOINT')[0]!.join(' ')).toBe('["/usr/bin/tini", "--"]')
    expect(all(image, 'CMD').at(-1)!.join(' ')).toBe('["node", "scripts/run.mjs", "server"]')
    expect(all(image, 'HEALTHCHECK')[0]!.join(' ')).toContain('/readyz')
    expect(all(image, 'VOLUME')).toEqual([['/data']])
    expect(unknown(all(image, 'ENV').flatMap(args => args.map(arg => arg.split('=')[0]!)))).toEqual([])
  })
})

interface Service {
  image: string
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  healthcheck?: object
  stop_grace_period?: string
  security_opt?: string[]
  [key: string]: unknown
}

describe('compose.yaml', () => {
  const compose = parse(text('compose.yaml').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true }) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
    volumes: Record<string, null>
  }
  const services = Object.entries(compose.services)
  const nodes = services.filter(([name]) => name.startsWith('node-')).map(([, service]) => service)

  beforeAll(() => {
    cpSync(join(root, 'deploy'), join(dir, 'deploy'), { recursive: true, filter: path => !/secrets\/\w/.test(path) })
    execFileSync('sh', [join(dir, 'deploy/make-secrets.sh')])
  })

  it('asks for nothing that is not said in it', () => {
    expect(text('compose.yaml')).not.toMatch(/\$\{\w+(?::?\?|\})/)
    for (const [name, { image, secrets = [], volumes = [], depends_on = [], security_opt }] of services) {
      expect(pinned(image), image).toBe(true)
      for (const secret of secrets) expect(compose.secrets, name).toHaveProperty(secret)
      for (const volume of volumes.map(each => each.split(':')[0]!))
        expect(volume.startsWith('./') ? existsSync(join(root, volume)) : volume in compose.volumes, volume).toBe(true)
      for (const [needed, { condition }] of Object.entries(Array.isArray(depends_on) ? {} : depends_on)) {
        expect(compose.services).toHaveProperty(needed)
        if (condition === 'service_healthy') expect(compose.services[needed]).toHaveProperty('healthcheck')
      }
      if (name !== 'bucket') expect(security_opt, name).toEqual(['no-new-privileges:true'])
    }
  })

  it('has its secrets made once, in a folder for their owner alone', () => {
    const contents = () =>
      Object.fromEntries(Object.entries(compose.secrets).map(([name, { file }]) => [name, readFileSync(join(dir, file), 'utf8')]))
    const before = contents()
    execFileSync('sh', [join(dir, 'deploy/make-secrets.sh')])
    expect(contents()).toEqual(before)
    expect(statSync(join(dir, 'deploy/secrets')).mode & 0o777).toBe(0o700)
    expect(before.postgres_password).toMatch(/^[0-9a-f]{48}$/)
    expect(before.database_url).toBe(`postgres://skillshot:${before.postgres_password}@postgres:5432/skillshot`)
    const [identity] = JSON.parse(before.store!).identities
    expect(identity.credentials).toEqual([{ accessKey: before.s3_access_key_id, secretKey: before.s3_secret_access_key }])
    const { status } = spawnSync('git', ['check-ignore', '-q', 'deploy/secrets/database_url'], { cwd: root })
    // 128: this folder is not a git checkout
    expect([0, 128]).toContain(status)
  })

  it('gives its nodes what the configuration takes, a root that cannot be written, and time to finish', () => {
    expect(nodes).toHaveLength(2)
    for (const node of nodes) {
      expect(unknown(Object.keys(node.environment!))).toEqual([])
      const config = readConfig(withFiles(node.environment!, path => join(dir, compose.secrets[path.replace('/run/secrets/', '')]!.file)))
      expect(config).toMatchObject({ forwardedCount: 1, redisUrl: 'redis://valkey:6379', s3: { bucket: 'skillshot' }, mailUrl: null })
      expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'], volumes: ['data:/data'] })
      expect(Number.parseInt(node.stop_grace_period!, 10)).toBeGreaterThan(GRACE + 4)
    }
    expect(JSON.stringify(compose.services)).not.toMatch(/"\w*(PASSWORD|SECRET_ACCESS_KEY|DATABASE_URL)":/)
  })

  it('has a proxy that knows its nodes and its store', () => {
    const caddyfile = text('deploy/Caddyfile')
    const upstreams = [...caddyfile.matchAll(/reverse_proxy (.*?) ?\{?\n/g)].flatMap(([, list]) => list!.split(' '))
    expect([...new Set(upstreams)]).toEqual(['node-1:3000', 'node-2:3000', 'store:8333'])
    for (const upstream of upstreams) expect(compose.services).toHaveProperty(upstream.split(':')[0]!)
    expect(PATHS).toContain(/health_uri (\S+)/.exec(caddyfile)![1])
  })

  it('has a proxy that sends all requests of a SockJS session to one node', () => {
    const caddyfile = text('deploy/Caddyfile')
    const session = (path: string): string | undefined =>
      new RegExp(/@sockjs path_regexp session (\S+)/.exec(caddyfile)![1]!).exec(path)?.[1]
    for (const transport of ['xhr', 'xhr_send', 'xhr_streaming', 'websocket'])
      expect(session(`/sockjs/123/abcd1234/${transport}`)).toBe('abcd1234')
    for (const path of ['/', '/websocket', '/sockjs', '/sockjs/info', '/sockjs/websocket']) expect(session(path)).toBeUndefined()
    const [, block] = /handle @sockjs \{(.*?)\n\t\}/s.exec(caddyfile)!
    expect(block).toMatch(/request_header (X-\S+) \{re\.session\.1\}.*reverse_proxy node-1:3000 node-2:3000.*lb_policy header \1\n/s)
  })
})

describe('the Kubernetes base', () => {
  const folder = 'deploy/kubernetes'
  const one = (name: string) => parseAllDocuments(text(`${folder}/${name}.yaml`)).map(document => document.toJS())[0]
  const { spec: deployment } = one('deployment')
  const { spec: pod } = deployment.template
  const [container] = pod.containers
  const { data: environment } = one('configmap')

  it('lists what is there, and pins its image', () => {
    const { resources, images } = one('kustomization')
    expect([...resources, 'kustomization.yaml', 'secret.example.yaml', 'ingress.example.yaml'].sort()).toEqual(
      readdirSync(join(root, folder)).sort(),
    )
    expect(images).toEqual([
      { name: container.image, newName: 'registry.example/skillshot', newTag: JSON.parse(text('package.json')).version },
    ])
    for (const name of ['configmap', 'deployment', 'service', 'poddisruptionbudget', 'secret.example', 'ingress.example'])
      expect(one(name).metadata.name).toBe('skillshot')
  })

  it('has an example of an ingress that keeps a SockJS session on one pod', () => {
    const [, sockjs] = parseAllDocuments(text(`${folder}/ingress.example.yaml`)).map(document => document.toJS())
    expect(sockjs.spec.rules[0].http.paths[0].path).toBe('/sockjs')
    expect(sockjs.metadata.annotations['nginx.ingress.kubernetes.io/upstream-hash-by']).toBe('$remote_addr')
  })

  it('has a configuration that is taken, with secrets from files', () => {
    expect(unknown(Object.keys(environment))).toEqual([])
    const { stringData } = one('secret.example')
    const mount = container.volumeMounts.find(({ name }: { name: string }) => name === 'secrets').mountPath
    const files = join(dir, 'kubernetes')
    mkdirSync(files)
    for (const [name, value] of Object.entries<string>(stringData)) writeFileSync(join(files, name), value)
    expect(readConfig(withFiles(environment, path => path.replace(mount, files)))).toMatchObject({
      databaseUrl: stringData.DATABASE_URL,
      redisUrl: stringData.REDIS_URL,
      forwardedCount: 1,
    })
    expect(
      Object.keys(stringData)
        .map(name => `${name}_FILE`)
        .sort(),
    ).toEqual(
      Object.keys(environment)
        .filter(name => name.endsWith('_FILE'))
        .sort(),
    )
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'skillshot' } }])
  })

  it('runs two that may do little, on a root that cannot be written', () => {
    expect(deployment.replicas).toBeGreaterThan(one('poddisruptionbudget').spec.minAvailable)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(pod.automountServiceAccountToken).toBe(false)
    const volumes = pod.volumes.map(({ name }: { name: string }) => name)
    expect(container.volumeMounts.map(({ name }: { name: string }) => name).sort()).toEqual(volumes.sort())
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(
      expect.arrayContaining(['/tmp', '/data']),
    )
  })

  it('asks at paths that are there, at a port that is open, and waits for what is under way', () => {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      expect(PATHS).toContain(container[probe].httpGet.path)
      expect(container.ports.map(({ name }: { name: string }) => name)).toContain(container[probe].httpGet.port)
    }
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    const [image] = stages().slice(-1)
    expect(all(image!, 'EXPOSE')).toEqual([[String(container.ports[0].containerPort)]])
    expect(one('service').spec.ports[0].targetPort).toBe(container.ports[0].name)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(GRACE + Number(container.lifecycle.preStop.exec.command[1]) + 10)
  })

  const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0
  it.skipIf(!kubectl)('is built by Kustomize', () => {
    const built = parseAllDocuments(execFileSync('kubectl', ['kustomize', join(root, folder)], { encoding: 'utf8' })).map(each =>
      each.toJS(),
    )
    expect(built.map(({ kind }) => kind).sort()).toEqual(['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Service'])
    const labels = { 'app.kubernetes.io/name': 'skillshot' }
    for (const { kind, spec } of built) if (kind !== 'ConfigMap') expect(spec.selector.matchLabels ?? spec.selector).toEqual(labels)
    expect(built.find(({ kind }) => kind === 'Deployment').spec.template.metadata.labels).toEqual(labels)
  })
})

describe('the systemd unit', () => {
  const unit = text('deploy/skillshot.service')
  const setting = (name: string): string[] => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)

  it('stops Node alone and gives it time, and lets it write to its own folder only', () => {
    expect(setting('KillMode')).toEqual(['mixed'])
    expect(Number(setting('TimeoutStopSec')[0])).toBeGreaterThan(GRACE + 4)
    expect(setting('ProtectSystem')).toEqual(['strict'])
    expect(setting('NoNewPrivileges')).toEqual(['yes'])
    expect(setting('Environment')[0]).toContain(`DATA_DIR=/var/lib/${setting('StateDirectory')[0]}`)
    expect(
      unknown(
        setting('Environment')[0]!
          .split(' ')
          .map(each => each.split('=')[0]!),
      ),
    ).toEqual([])
    expect(setting('MemoryDenyWriteExecute')).toEqual([])
  })

  const analyze = spawnSync('systemd-analyze', ['--version']).status === 0 && existsSync('/usr/bin/node')
  it.skipIf(!analyze).each(['deploy/skillshot.service', 'deploy/reporter/skillshot-reporter.service'])(
    'is understood by systemd: %s',
    path => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', join(root, path)], { encoding: 'utf8' })
      expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
    },
  )
})

describe('the reporter', () => {
  it('is a service without rights, whose key no list of processes shows', () => {
    const unit = text('deploy/reporter/skillshot-reporter.service')
    for (const line of [
      'DynamicUser=yes',
      'StateDirectory=skillshot-reporter',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'MemoryMax=256M',
    ])
      expect(unit.split('\n')).toContain(line)
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node scripts\/run\.mjs reporter --site \$\{SITE\} --data \/var\/lib\/skillshot-reporter$/m)
    expect(unit).toContain('SKILLSHOT_REPORTER_KEY_FILE=%d/key')
  })

  it('is a container of the same image with the network of its host, where broadcasts arrive', () => {
    const { services, secrets, volumes } = parse(text('deploy/reporter/compose.yaml'))
    const { image } = (parse(text('compose.yaml'), { merge: true }) as { services: Record<string, Service> }).services['node-1']!
    expect(services.reporter).toMatchObject({
      image,
      network_mode: 'host',
      read_only: true,
      cap_drop: ['ALL'],
      volumes: ['reporter:/data'],
    })
    expect([Object.keys(secrets), Object.keys(volumes)]).toEqual([['key'], ['reporter']])
    expect(services.reporter.command.slice(0, 3)).toEqual(['node', 'scripts/run.mjs', 'reporter'])
    for (const path of ['deploy/reporter/key', 'reporter-data/spool.jsonl'])
      expect([0, 128]).toContain(spawnSync('git', ['check-ignore', '-q', path], { cwd: root }).status)
  })
})

describe.skipIf(process.platform !== 'linux')('what the image would hold', () => {
  const app = join(dir, 'app')
  const data = join(dir, 'data')
  const asRoot = process.getuid?.() === 0
  const nobody = asRoot ? { uid: 65_534, gid: 65_534 } : {}

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { env: { PATH: process.env.PATH } })
    mkdirSync(app)
    for (const { sources, to } of copied)
      for (const source of sources.filter(each => each !== 'node_modules')) {
        const target = join(app, to.endsWith('/') ? join(to, source.split('/').at(-1)!) : to)
        cpSync(join(root, source), target, { recursive: true })
      }
    copyProductionPackages(app)
    mkdirSync(data)
    if (asRoot) chownSync(data, 65_534, 65_534)
  }, 120_000)

  it('starts as an unprivileged user on read-only files, gets ready, and exits with 0 on SIGTERM', async () => {
    const settings = Object.fromEntries(all(stages().at(-1)!, 'ENV').flatMap(args => args.map(arg => arg.split('=') as [string, string])))
    const child = spawn(process.execPath, ['scripts/run.mjs', 'server'], {
      cwd: app,
      env: { PATH: process.env.PATH, ...settings, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...nobody,
    })
    let output = ''
    const ready = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          const address = /ready at (\S+)/.exec(output)?.[1]
          if (address !== undefined) resolve(address)
        })
      child.once('exit', code => reject(new Error(`it ended with ${code}:\n${output}`)))
    })
    const address = await ready
    for (const path of PATHS) expect((await fetch(address + path)).status, path).toBe(200)
    const page = await fetch(`${address}/machines`)
    expect(page.status).toBe(200)
    const script = /<script type="module" src="([^"]+)"/.exec(await page.text())![1]!
    expect((await fetch(address + script)).status).toBe(200)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(existsSync(join(data, 'postgres/data/PG_VERSION'))).toBe(true)
    expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false)
    const kilobytes = Number(execFileSync('du', ['-sk', app], { encoding: 'utf8' }).split('\t')[0])
    console.info(`the image would hold ${Math.round(kilobytes / 1000)} MB above node:24-bookworm-slim and tini`)
  }, 120_000)
})

/** Copies the packages that the Dockerfile keeps, as files in another folder, so that they resolve each other and nothing else. */
function copyProductionPackages(app: string): void {
  const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }
  const expected = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path.startsWith('node_modules/') && !dev && !devOptional)
    .map(([path]) => path)
  const tops = expected.filter(path => path.lastIndexOf('node_modules/') === 0 && existsSync(join(root, path)))
  for (const path of tops) {
    mkdirSync(join(app, path, '..'), { recursive: true })
    const linked = spawnSync('cp', ['-alT', join(root, path), join(app, path)])
    if (linked.status !== 0) execFileSync('cp', ['-aT', join(root, path), join(app, path)])
  }
  const removed = /rm -rf (node_modules.*?) \\/.exec(text('Dockerfile'))![1]!.split(' ')
  for (const path of removed) rmSync(join(app, path), { recursive: true, force: true })
  const unread = [...text('Dockerfile').matchAll(/-name '([^']+)'/g)].flatMap(([, pattern], i) => [
    ...(i > 0 ? ['-o'] : []),
    '-name',
    pattern!,
  ])
  execFileSync('find', [join(app, 'node_modules'), '-type', 'f', '(', ...unread, ')', '-delete'])
}
