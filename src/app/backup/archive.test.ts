import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { extract } from 'tar-stream'
import { afterAll, describe, expect, it } from 'vitest'
import { UsageError } from '../cli/usage-error.ts'
import { ArchiveReader } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { FORMAT, MANIFEST, type Manifest, TITLE } from './manifest.ts'
import { encodeEntry, entryBytes, fits } from './tar.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillshot-tar-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const name = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_.-]{1,90}$/), { minLength: 1, maxLength: 4 })
  .map(parts => parts.join('/'))
  .filter(fits)

describe('an entry of a tar file', () => {
  it('is read as it was written, and is no longer than its header and its blocks', async () => {
    await fc.assert(
      fc.asyncProperty(name, fc.integer({ min: 0, max: 2000 }), async (called, size) => {
        const content = Buffer.alloc(size, called)
        const entry = await encodeEntry(called, content, 1_700_000_000_000)
        expect(entry).toHaveLength(entryBytes(size))
        const archive = extract()
        archive.end(Buffer.concat([entry, Buffer.alloc(1024)]))
        const found: unknown[] = []
        for await (const each of archive) {
          const pieces: Buffer[] = []
          for await (const piece of each) pieces.push(piece)
          found.push([each.header.name, Buffer.concat(pieces)])
        }
        expect(found).toEqual([[called, content]])
      }),
    )
  })

  it('has a time that every program can read, also when it is later than 2038', async () => {
    const entry = await encodeEntry('a', Buffer.alloc(0), Date.UTC(2050, 0))
    expect(entry.toString('latin1', 136, 147)).toBe('17777777777')
  })

  it('holds no name that is too long, nor one with other letters', async () => {
    for (const called of ['x'.repeat(101), `${'y'.repeat(156)}/z`, `dir/${'x'.repeat(101)}`, 'Ł', '', 'a b']) {
      expect(fits(called)).toBe(false)
      await expect(encodeEntry(called, Buffer.alloc(1), 0)).rejects.toThrow('does not fit into a tar file')
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
    for await (const entry of reader.entries('')) found.push([entry.name, entry.bytes])
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

  it('is complete or absent, and never replaces another file', async () => {
    const file = join(dir, 'other.tar')
    const writer = await ArchiveWriter.create(file, 0)
    await expect(ArchiveWriter.create(file, 0)).rejects.toThrow('another backup is writing it, or one was cut off')
    await writer.add(TITLE, 'half')
    expect(() => readFileSync(file)).toThrow('ENOENT')
    await writer.discard()
    expect(() => readFileSync(`${file}.part`)).toThrow('ENOENT')
    writeFileSync(file, 'mine')
    await expect(ArchiveWriter.create(file, 0)).rejects.toThrow('is there already')
    await expect(ArchiveWriter.create(join(dir, 'nowhere/x.tar'), 0)).rejects.toThrow('cannot be written')
  })
})
