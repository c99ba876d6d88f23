import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NvramError } from '#stations/rules/nvram/nvram-error.ts'
import { type NvramScore, readHighScores } from '#stations/rules/nvram/read-high-scores.ts'
import { findMemoryMap } from '#stations/server/nvram-maps.ts'

/** A copy of github.com/tomlogic/pinmame-nvram-maps, which is not part of this repository. */
const maps = process.env.NVRAM_MAPS_TEST
/** Files of PinMAME (`ROM.nv`, `ROM-more.nv`), each beside what another reader has read from it (`ROM.nv.json`), as in github.com/francisdb/pinmame-nvram. */
const files = process.env.NVRAM_FILES_TEST

const readIndex = (folder: string): Record<string, string> => {
  const { _note, ...index } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Record<string, string>
  return index
}

it.skipIf(maps === undefined)('nearly all maps of the public project can be read', async () => {
  const index = readIndex(maps!)
  const paths = new Set(Object.values(index))
  const unreadable = new Set<string>()
  let rows = 0
  for (const path of paths) {
    const rom = Object.keys(index).find(each => index[each] === path)!
    const map = await findMemoryMap(maps!, rom).catch((error: unknown) => {
      expect(error).toBeInstanceOf(NvramError)
      unreadable.add(path)
      return null
    })
    rows += map?.highScores.length ?? 0
  }
  console.info(
    `${paths.size - unreadable.size} of ${paths.size} maps can be read (${rows} high scores), not: ${[...unreadable].join(', ') || 'none'}`,
  )
  expect(unreadable.size).toBeLessThan(paths.size / 50)
})

interface ReadByOthers {
  high_scores?: { initials?: { value: string | null }; score: { value: number } }[]
}

it.skipIf(maps === undefined || files === undefined)('real files are read as another reader reads them', async () => {
  const index = readIndex(maps!)
  const differing: string[] = []
  let read = 0
  for (const name of readdirSync(files!).filter(each => each.endsWith('.nv') && existsSync(join(files!, `${each}.json`)))) {
    const rom = /^[^.-]+/.exec(name)![0]
    if (index[rom] === undefined) continue
    const map = await findMemoryMap(maps!, rom).catch(() => null)
    if (map === null) continue
    read++
    const rows = readHighScores(map, readFileSync(join(files!, name)))
    const theirs = JSON.parse(readFileSync(join(files!, `${name}.json`), 'utf8')) as ReadByOthers
    const expected = (theirs.high_scores ?? []).map(({ initials, score }) => ({ initials: initials?.value ?? '', score: score.value }))
    if (!isSame(rows, expected)) differing.push(name)
  }
  console.info(`${read - differing.length} of ${read} real files are read alike, not: ${differing.join(', ') || 'none'}`)
  // The maps may be older or newer than those of the other reader.
  expect(differing.length).toBeLessThanOrEqual(read / 50)
})

/** Compares rows without those that have no points. */
function isSame(rows: readonly NvramScore[], expected: readonly { initials: string; score: number }[]): boolean {
  const write = ({ initials, score }: { initials: string; score: number }) => `${initials.replace(/[^\x20-\x7e]/g, '').trim()} ${score}`
  const used = expected.filter(({ score }) => score > 0)
  const ours = new Set(rows.map(write))
  return rows.every(row => used.map(write).includes(write(row))) && used.every(row => ours.has(write(row)))
}
