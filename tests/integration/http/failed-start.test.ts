import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** The user `nobody`. Root may write everywhere, so a test that is run by root starts the server as somebody else. */
const NOBODY = 65_534

let folder: string
let taken: Server
let port: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillshot-failed-start-'))
  chmodSync(folder, 0o755)
  taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  ;({ port } = taken.address() as AddressInfo)
})
afterAll(() => {
  taken.close()
  rmSync(folder, { recursive: true, force: true })
})

function run(program: string, environment: Record<string, string>, args: string[] = []): Promise<{ code: number; err: string }> {
  const env = { PATH: process.env.PATH!, PORT: '0', DATA_DIR: join(folder, 'new'), ...environment }
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const file = join(ROOT, `dist/server/${program}.js`)
  return new Promise(resolve =>
    execFile(process.execPath, [file, ...args], { cwd: folder, env: { ...env, NODE_ENV: 'production' }, ...identity }, (error, _, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), err }),
    ),
  )
}

describe('a start that cannot succeed says so in one sentence, and makes nothing', () => {
  it.each<[what: string, environment: () => Record<string, string>, sentence: RegExp]>([
    [
      'the port is in use',
      () => ({ PORT: String(port) }),
      /^Port \d+ of 127\.0\.0\.1 is in use: stop the program that has it, or set PORT/,
    ],
    ['no such host is known', () => ({ HOST: 'site.invalid' }), /^This computer has no address site\.invalid: set HOST to one/],
    [
      'the folder of its data may not be written',
      () => ({ DATA_DIR: join(folder, 'closed') }),
      /^This user may not write to \S+closed: make/,
    ],
    ['the folder may not be made', () => ({ DATA_DIR: join(folder, 'closed/a/b') }), /^This user may not write to \S+closed: make/],
    [
      'a file is in the place of the folder',
      () => ({ DATA_DIR: join(folder, 'file') }),
      /^\S+file cannot be a folder, because \S+file is a file/,
    ],
    [
      'the folder is below a file',
      () => ({ DATA_DIR: join(folder, 'file/data') }),
      /^\S+file\/data cannot be a folder, because \S+file is a file/,
    ],
  ])('because %s', async (_, environment, sentence) => {
    mkdirSync(join(folder, 'closed'), { recursive: true, mode: 0o555 })
    writeFileSync(join(folder, 'file'), '')
    const before = readdirSync(folder)
    const { code, err } = await run('server', environment())
    expect(code).toBe(1)
    const [first, second, ...rest] = err.trimEnd().split('\n')
    expect(first).toBe('Skillshot could not start.')
    expect(second).toMatch(sentence)
    expect(second).toMatch(/\.$/)
    expect(rest).toEqual([])
    expect(readdirSync(folder)).toEqual(before)
    expect(existsSync(join(folder, 'new'))).toBe(false)
  })

  it('and so does each command beside the server', async () => {
    const closed = { DATA_DIR: join(folder, 'closed/site') }
    for (const [program, ...args] of [['demo'], ['admin', 'roles']]) {
      const { code, err } = await run(program!, closed, args)
      expect(code).toBe(1)
      expect(err).toMatch(/^This user may not write to \S+closed: make it writable, or set DATA_DIR to another folder\.\n$/)
    }
  })
})
