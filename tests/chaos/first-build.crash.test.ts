import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../scale/wait.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A checkout without a build: a copy of everything that a build needs. */
let checkout: string
let child: ChildProcess | null = null
let output = ''

/** Some machines let a process open no more than 1,024 files, so the build has to do with them. */
const LIMIT_OPEN_FILES = existsSync('/usr/bin/prlimit') ? ['/usr/bin/prlimit', '--nofile=1024:1024'] : []

/** Runs what `npm start` runs, in the checkout. */
function start(): ChildProcess {
  output = ''
  const [program, ...args] = [...LIMIT_OPEN_FILES, process.execPath, 'scripts/run.mjs', 'server']
  const started = spawn(program!, args, {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: join(checkout, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child = started
  return started
}

/** The processes that run the checkout's build script. */
const running = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${checkout}/scripts/build.mjs`)
      } catch {
        return false
      }
    })
    .map(Number)

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'skillshot-build-'))
  // If root runs the tests, Postgres runs as another user, who has to enter the folder.
  chmodSync(checkout, 0o755)
  const parts = ['src', 'public', 'scripts', 'project.inlang', 'vite.config.ts', 'package.json', 'package-lock.json']
  for (const name of parts) cpSync(join(ROOT, name), join(checkout, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
})
afterEach(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

describe('the first start, which builds', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends without an error on %s, and the build with it', async signal => {
    const started = start()
    await waitUntil('the build is under way', () => output.includes('Building') && running().length === 1)
    const ended = once(started, 'exit')
    started.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(running()).toEqual([])
    expect(existsSync(join(checkout, 'dist/stamp'))).toBe(false)
    expect(output).not.toMatch(/failed|Error/)
  })

  it('leaves no build behind when it is killed', async () => {
    const started = start()
    await waitUntil('the build is under way', () => output.includes('Building') && running().length === 1)
    const ended = once(started, 'exit')
    started.kill('SIGKILL')
    await ended
    await waitUntil('the build has ended', () => running().length === 0)
  })

  it('ends with the build’s exit code and says so when that fails', async () => {
    const page = join(checkout, 'src/app/missing/NotFoundPage.tsx')
    const source = readFileSync(page, 'utf8')
    writeFileSync(page, `import './nowhere.ts'\n${source}`)
    const [code] = await once(start(), 'exit')
    writeFileSync(page, source)
    expect(code).toBe(1)
    expect(output).toContain('nowhere.ts')
    expect(output).toContain('The build failed (exit code 1), so nothing was started. What is wrong stands above.\n')
    expect(output).not.toMatch(/^ {4}at /m)
  })

  it('ends with a site that is ready, without the memory that the build took', async () => {
    const started = start()
    await waitUntil('the site is ready', () => output.includes('Skillshot is ready at'), 120_000)
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${started.pid}/status`, 'utf8'))!
    expect(Number(kilobytes)).toBeLessThan(300_000)
    expect(existsSync(join(checkout, 'dist/stamp'))).toBe(true)
    const ended = once(started, 'exit')
    started.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('is the only one that builds, also after a tool has touched the sources without changing them', async () => {
    const now = new Date()
    for (const path of ['project.inlang/settings.json', 'src/app/messages/en.json', 'package-lock.json'])
      utimesSync(join(checkout, path), now, now)
    const started = start()
    await waitUntil('the site is ready', () => output.includes('Skillshot is ready at'), 120_000)
    expect(output).not.toContain('Building')
    const ended = once(started, 'exit')
    started.kill('SIGTERM')
    await ended
  })
})
