import { chmod, lstat, mkdir, readlink, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHarness, type EmbeddedHarness, isRoot, postmastersOf } from './fixtures/embedded-harness.ts'
import { findClusterPaths } from './paths.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let harness: EmbeddedHarness
beforeEach(() => {
  harness = createHarness()
})
afterEach(() => harness.close())

/** Makes a data folder below a folder that only root may enter, and names a folder that every user can reach. */
async function closedHome() {
  const closed = await harness.folder(0o700)
  return { closed, dataDir: join(closed, 'app', 'data'), elsewhere: join(await harness.folder(), 'shared') }
}

describe.runIf(isRoot)('a data folder that the user of Postgres cannot enter', () => {
  it('holds a link to the database elsewhere, and all works', async () => {
    const { dataDir, elsewhere, closed } = await closedHome()
    const first = await harness.start(dataDir, { fallbackDir: elsewhere })
    expect(harness.logged.join()).toContain(`cannot enter ${closed}`)
    const home = await readlink(join(dataDir, 'postgres'))
    expect(home.startsWith(elsewhere)).toBe(true)
    expect((await stat(home)).mode & 0o777).toBe(0o700)
    expect(postmastersOf(home)).toHaveLength(1)
    const client = await harness.client(first)
    await client.query('CREATE TABLE kept AS SELECT 7 AS n')
    await client.end()
    await first.stop()
    const again = await harness.client(await harness.start(dataDir, { fallbackDir: elsewhere }))
    expect((await again.query('SELECT n FROM kept')).rows).toEqual([{ n: 7 }])
  })

  it('does not silently begin anew when the folder the link leads to is gone', async () => {
    const { dataDir, elsewhere } = await closedHome()
    await findClusterPaths(dataDir, elsewhere, () => {})
    await rm(elsewhere, { recursive: true })
    await expect(harness.start(dataDir, { fallbackDir: elsewhere })).rejects.toThrow(
      /put it back, or delete the link to begin with an empty database/,
    )
  })

  it('says what to do when there is no place elsewhere', async () => {
    const { dataDir, closed } = await closedHome()
    const blocked = join(await harness.folder(), 'file')
    await writeFile(blocked, '')
    await expect(harness.start(dataDir, { fallbackDir: join(blocked, 'x') })).rejects.toThrow(`chmod o+x ${closed}, or set DATA_DIR`)
    await expect(harness.start(dataDir, { fallbackDir: join(closed, 'x') })).rejects.toThrow(`chmod o+x ${closed}, or set DATA_DIR`)
  })

  it('says what to do when it was open at the first start', async () => {
    const parent = await harness.folder()
    const dataDir = join(parent, 'data')
    await findClusterPaths(dataDir, '/nowhere', () => {})
    await chmod(parent, 0o700)
    await expect(harness.start(dataDir)).rejects.toThrow(`cannot enter ${parent}: chmod o+x ${parent}`)
  })

  it('keeps its database when it is moved', async () => {
    const { dataDir, closed, elsewhere } = await closedHome()
    const { home } = await findClusterPaths(dataDir, elsewhere, () => {})
    await rename(join(closed, 'app'), join(closed, 'moved'))
    expect((await findClusterPaths(join(closed, 'moved', 'data'), elsewhere, () => {})).home).toBe(home)
  })
})

describe('the folders of a database', () => {
  it('are found through links', async () => {
    const folder = await harness.folder()
    await mkdir(join(folder, 'real'))
    await symlink('real', join(folder, 'alias'))
    const place = await findClusterPaths(join(folder, 'alias'), '/nowhere', () => {})
    expect(place.home).toBe(join(folder, 'real', 'postgres'))
    expect(await realpath(place.run)).toBe(place.run)
  })

  it.runIf(isRoot)('are not given away when root restored the cluster as its own', async () => {
    const folder = await harness.folder()
    const { data } = await findClusterPaths(folder, '/nowhere', () => {})
    await mkdir(data)
    await expect(findClusterPaths(folder, '/nowhere', () => {})).rejects.toThrow(
      `belongs to root, as which Postgres does not run: chown -R`,
    )
  })

  it.runIf(isRoot)('do not use a socket folder that is a link laid by someone else', async () => {
    const folder = join(await harness.folder(), 'long'.repeat(30))
    const { run } = await findClusterPaths(folder, '/nowhere', () => {})
    await rm(run, { recursive: true })
    const target = await harness.folder()
    await symlink(target, run)
    await expect(findClusterPaths(folder, '/nowhere', () => {})).rejects.toThrow(
      /belongs to someone else: remove it, or choose a shorter DATA_DIR/,
    )
    expect((await lstat(target)).uid).toBe(0)
    await rm(run)
  })
})
