import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packageFor, prepareBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { createHarness, type EmbeddedHarness } from './fixtures/embedded-harness.ts'
import { findClusterPaths } from './paths.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let harness: EmbeddedHarness
beforeEach(() => {
  harness = createHarness()
})
afterEach(() => harness.close())

async function prepare() {
  const place = await findClusterPaths(await harness.folder(), '/nowhere', () => {})
  return { place, binaries: await prepareBinaries(packageFor(process.platform, process.arch), place.home, '/nowhere', place.osUser) }
}

const GONE_PID = 2 ** 22 - 1

describe('the first start', () => {
  it('leaves a cluster and nothing else', async () => {
    const { place, binaries } = await prepare()
    await ensureCluster(binaries, place, () => {})
    expect((await readdir(place.home)).sort()).toEqual(['data', 'run'])
    expect(await readFile(join(place.data, 'PG_VERSION'), 'utf8')).toBe('18\n')
  })

  it('gives two at the same time the same cluster', async () => {
    const { place, binaries } = await prepare()
    await Promise.all([ensureCluster(binaries, place, () => {}), ensureCluster(binaries, place, () => {})])
    expect((await readdir(place.home)).sort()).toEqual(['data', 'run'])
  })

  it('clears away what a killed one left, but not the work of a living one', async () => {
    const { place, binaries } = await prepare()
    const [dead, alive] = [join(place.home, `new-${GONE_PID}-x`), join(place.home, `new-${process.ppid}-x`)]
    for (const folder of [dead, alive]) {
      await mkdir(folder)
      await writeFile(join(folder, 'PG_VERSION'), '18\n')
      const { uid, gid } = await stat(place.home)
      for (const path of [folder, join(folder, 'PG_VERSION')]) await chown(path, uid, gid)
    }
    await ensureCluster(binaries, place, () => {})
    expect((await readdir(place.home)).sort()).toEqual(['data', `new-${process.ppid}-x`, 'run'])
  })

  it('says what is wrong with a folder that holds something else', async () => {
    const { place, binaries } = await prepare()
    await mkdir(place.data)
    await writeFile(join(place.data, 'holiday.jpg'), '')
    await expect(ensureCluster(binaries, place, () => {})).rejects.toThrow(/not empty and no database either: move it away/)
  })

  it('passes on what initdb says, and says when it cannot be run', async () => {
    const { place, binaries } = await prepare()
    await expect(ensureCluster({ ...binaries, initdb: '/bin/false' }, place, () => {})).rejects.toThrow(/initdb ended with 1/)
    await expect(ensureCluster({ ...binaries, initdb: '/no/such' }, place, () => {})).rejects.toThrow(/cannot be run.*DATABASE_URL/)
    expect(await readdir(place.home)).toEqual(['run'])
  })
})
