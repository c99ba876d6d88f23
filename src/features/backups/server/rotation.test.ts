import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backupFileName, isBackupFile } from './backup-file.ts'
import { expiredBackups, type KeptBackup } from './rotation.ts'

const TARGETS = ['folder:/a', 's3:b']
const steps = fc.array(
  fc.record({ target: fc.constantFrom(...TARGETS), ok: fc.boolean(), keep: fc.integer({ min: 1, max: 5 }), foreign: fc.boolean() }),
  { maxLength: 40 },
)

it('leaves after each success the newest of its target, and after a failure everything, as a plain list would', () => {
  fc.assert(
    fc.property(steps, runs => {
      let rows: KeptBackup[] = []
      const model: Record<string, string[]> = Object.fromEntries(TARGETS.map(target => [target, []]))
      const foreign: string[] = []
      for (const [i, { target, ok, keep, foreign: strange }] of runs.entries()) {
        if (!ok) continue
        const file = strange ? `by-hand-${i}.tar` : backupFileName(i * 1000, Buffer.from([i, 0, 0, 0]))
        const id = String(i).padStart(4, '0')
        rows.push({ id, file, target, endedAt: new Date(i) })
        if (strange) foreign.push(file)
        else model[target]!.push(file)
        model[target] = model[target]!.slice(-keep)
        const gone = expiredBackups(rows, target, keep, id)
        rows = rows.filter(row => !gone.includes(row))
        expect(rows.map(row => row.file).sort()).toEqual([...Object.values(model).flat(), ...foreign].sort())
        expect(rows.some(row => row.file === file)).toBe(true)
      }
    }),
  )
})

it('never deletes the only backup, whatever is to be kept', () => {
  const row = { id: 'a', file: backupFileName(0, Buffer.alloc(4)), target: 't', endedAt: new Date(0) }
  expect(expiredBackups([row], 't', 0, row.id)).toEqual([])
})

it('never deletes the backup that was just made, also where the clock was set back', () => {
  const row = (id: string, endedAt: number): KeptBackup => ({
    id,
    file: backupFileName(endedAt, Buffer.alloc(4)),
    target: 't',
    endedAt: new Date(endedAt),
  })
  const rows = [row('before', 8000), row('later', 9000), row('made', 1000)]
  expect(expiredBackups(rows, 't', 2, 'made').map(({ id }) => id)).toEqual(['before'])
  expect(expiredBackups(rows, 't', 1, 'made').map(({ id }) => id)).toEqual(['later', 'before'])
})

it('knows its own files by their names', () => {
  expect(backupFileName(Date.UTC(2026, 10, 24, 4, 5, 6), Buffer.from('0a1b2c3d', 'hex'))).toBe('skillshot-20261124-040506-0a1b2c3d.tar')
  for (const name of ['backup.tar', '../skillshot-20261124-040506-0a1b2c3d.tar', 'skillshot-20261124-040506-0a1b2c3d.tar.part', ''])
    expect(isBackupFile(name)).toBe(false)
})
