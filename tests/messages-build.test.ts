import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
let copy: string

/** Compiles the messages of the copy in a process with a resource limit. @param limit an option of prlimit */
function compile(limit: string): { code: number | null; err: string } {
  rmSync(join(copy, '.messages'), { recursive: true, force: true })
  const { status, stderr } = spawnSync('prlimit', [limit, process.execPath, 'scripts/messages.mjs'], { cwd: copy, encoding: 'utf8' })
  return { code: status, err: stderr }
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'skillshot-messages-'))
  for (const name of ['project.inlang', 'scripts/messages.mjs']) cpSync(join(root, name), join(copy, name), { recursive: true })
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true, filter: path => !/\.\w+$/.test(path) || path.endsWith('.json') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // One language is compiled in a third of the time.
  const settings = join(copy, 'project.inlang/settings.json')
  writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, 'utf8')), locales: ['en'] }))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe.runIf(existsSync('/usr/bin/prlimit'))('compiling the messages', () => {
  it('ends with an error, and is done again the next time, when one cannot be written', () => {
    const { code, err } = compile('--fsize=50000:50000')
    expect(code).toBe(1)
    expect(err).toContain('The messages could not be written: EFBIG')
    expect(existsSync(join(copy, '.messages/stamp'))).toBe(false)
  }, 180_000)
})
