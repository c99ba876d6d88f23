import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { UsageError } from '../cli/cli-runtime.ts'
import { ArchiveReader } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { FORMAT, MANIFEST, type Manifest, TITLE } from './manifest.ts'
import { fits, readTarHeader, tarHeader } from './tar.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillshot-tar-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const name = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_.-]{1,90}$/), { minLength: 1, maxLength: 4 })
  .map(parts => parts.join('/'))
  .filter(fits)

describe('a header of a tar file', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(name, fc.integer({ min: 0, max: 0o77777777777 }), (called, size) => {
        expect(readTarHeader(tarHeader({ name: called, size }, 1_700_000_000_000))).toEqual({ name: called, size })
      }),
    )
  })

  it('holds no name that is too long, nor one with other letters', () => {
    for (const called of ['x'.repeat(101), `${'y'.repeat(156)}/z`, `dir/${'x'.repeat(101)}`, 'Ł', '', 'a b']) {
      expect(fits(called)).toBe(false)
      expect(() => tarHeader({ name: called, size: 1 }, 0)).toThrow('does not fit into a tar file')
    }
    expect(fits(`${'y'.repeat(155)}/${'z'.repeat(100)}`)).toBe(true)
  })
})

describe('an archive', () => {
  const manifest: Manifest = { format: FORMAT, at: '2026-01-01', migrations: [], tables: [], sequences: {}, files: 0, objects: 2 }
  const contents: [string, Buffer][] = [
    [TITLE, Buffer.from('A title\n')],
    ['objects/one', Buffer.alloc(1500, 'one')],
    [`objects/${'folder/'.repeat(12)}${'n'.repeat(60)}`, Buffer.alloc(512, 'two')],
    ['objects/empty', Buffer.alloc(0)],
    [MANIFEST, Buffer.from(JSON.stringify(manifest))],
  ]
  let made = 0
  async function written(): Promise<string> {
    const file = join(dir, `${++made}.tar`)
    const writer = await ArchiveWriter.create(file, 1_700_000_000_000)
    for (const [entry, bytes] of contents) await writer.add(entry, bytes)
    await writer.finish()
    return file
  }

  it('gives back what was put in, also to tar itself', async () => {
    const file = await written()
    const reader = await ArchiveReader.open(file)
    expect(reader.manifest).toEqual(manifest)
    const found: [string, Buffer][] = []
    for await (const entry of reader.entries()) found.push([entry.name, await entry.read()])
    await reader.close()
    expect(found.slice(0, -1)).toEqual(contents)
    for (const [entry, bytes] of contents) expect(execFileSync('tar', ['-xOf', file, entry])).toEqual(bytes)
  })

  it('is refused wherever it is cut, and whatever byte of it is another', async () => {
    const whole = readFileSync(await written())
    const changed = join(dir, 'changed.tar')
    const refusal = async (bytes: Buffer): Promise<unknown> => {
      writeFileSync(changed, bytes)
      const reader = await ArchiveReader.open(changed).catch((error: unknown) => error)
      if (reader instanceof ArchiveReader) await reader.close()
      return reader
    }
    const meaningless = 2 * 512 + 512 - 65
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async at => {
        expect(await refusal(whole.subarray(0, at))).toBeInstanceOf(UsageError)
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - meaningless - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        const other = Buffer.from(whole)
        other[at]! ^= bits
        expect(await refusal(other)).toBeInstanceOf(UsageError)
      }),
      // The byte after the digits of the checksum in the last header: no checksum covers it.
      { examples: [[whole.length - 4 * 512 + 154, 1]] },
    )
  })

  it('is there whole or not at all, and never takes the place of another', async () => {
    const file = join(dir, 'other.tar')
    const writer = await ArchiveWriter.create(file, 0)
    await expect(ArchiveWriter.create(file, 0)).rejects.toThrow('another backup is writing it, or one was cut off')
    await writer.add(TITLE, 'half')
    expect(() => readFileSync(file)).toThrow('ENOENT')
    await writer.drop()
    expect(() => readFileSync(`${file}.part`)).toThrow('ENOENT')
    writeFileSync(file, 'mine')
    await expect(ArchiveWriter.create(file, 0)).rejects.toThrow('is there already')
    await expect(ArchiveWriter.create(join(dir, 'nowhere/x.tar'), 0)).rejects.toThrow('cannot be written')
  })
})
