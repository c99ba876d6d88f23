import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NvramError } from '../rules/nvram/nvram-error.ts'
import { countMaps, findMemoryMap } from './nvram-maps.ts'

const map = (platform: string): object => ({
  _fileformat: 0.8,
  _metadata: { platform },
  high_scores: [{ label: 'Champion', score: { encoding: 'bcd', start: 0 } }],
})
const platform = { memory_layout: [{ type: 'nvram', address: 0, size: 16 }] }

let around: string
let folder: string

const write = async (path: string, content: unknown): Promise<void> => {
  await mkdir(dirname(join(around, path)), { recursive: true })
  await writeFile(join(around, path), typeof content === 'string' ? content : JSON.stringify(content))
}

beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'maps-'))
  folder = join(around, 'copy')
  await write('outside.json', map('plain'))
  await write('copy/maps/good.map.json', map('plain'))
  await write('copy/maps/lost.map.json', map('nowhere'))
  await write('copy/maps/climbing.map.json', map('../../outside'))
  await write('copy/maps/broken.map.json', '{')
  await write('copy/maps/large.map.json', `"${'x'.repeat(3 << 20)}"`)
  await write('copy/platforms/plain.json', platform)
  await symlink(join(around, 'outside.json'), join(folder, 'maps/link.map.json'))
  await write('copy/index.json', {
    _note: 'made by hand',
    good_l1: 'maps/good.map.json',
    lost: 'maps/lost.map.json',
    climbing: 'maps/climbing.map.json',
    broken: 'maps/broken.map.json',
    large: 'maps/large.map.json',
    missing: 'maps/missing.map.json',
    above: '../outside.json',
    roundabout: 'maps/../../outside.json',
    absolute: join(around, 'outside.json'),
    linked: 'maps/link.map.json',
    number: 7,
  })
})
afterAll(() => rm(around, { recursive: true }))

const problem = async (rom: string, from = folder): Promise<string | null> => {
  const error = await findMemoryMap(from, rom).then(
    () => null,
    (cause: unknown) => cause,
  )
  if (error === null) return null
  expect(error).toBeInstanceOf(NvramError)
  return (error as NvramError).problem
}

it('the map of a ROM is found by the index', async () => {
  expect(await findMemoryMap(folder, 'good_l1')).toMatchObject({ highScores: [{ label: 'Champion' }] })
  expect(await problem('unknown')).toBe('no-map')
  expect(await problem('number')).toBe('no-map')
  expect(await problem('constructor')).toBe('no-map')
  expect(await countMaps(folder)).toBe(11)
})

it('no file outside of the folder is read, by whatever name', async () => {
  for (const rom of ['above', 'roundabout', 'absolute', 'linked', 'climbing']) expect(await problem(rom), rom).toBe('map-unreadable')
})

it('what is missing, broken or too large is no map', async () => {
  for (const rom of ['lost', 'broken', 'large', 'missing']) expect(await problem(rom), rom).toBe('map-unreadable')
  expect(await problem('good_l1', join(around, 'nowhere'))).toBe('map-unreadable')
  expect(await countMaps(join(around, 'nowhere'))).toBe(0)
})
