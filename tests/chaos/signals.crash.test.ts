import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../scale/wait.ts'
import { ServerProcess } from './server-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A module that prints `listening` when the program has begun to listen for signals, while the rest of it is still being loaded. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  const timer = setInterval(() => {
    if (process.listenerCount('SIGTERM') === 0) return
    clearInterval(timer)
    process.stderr.write('listening\\n')
  }, 1)
  timer.unref()`)}`

const base = mkdtempSync(join(tmpdir(), 'skillshot-signals-'))
chmodSync(base, 0o755)
afterAll(() => rmSync(base, { recursive: true, force: true }))

type Point = [when: string, holds: (server: ServerProcess) => boolean]

const inData = (path: string) => (server: ServerProcess) => existsSync(join(server.dataDir, 'postgres', path))
const says = (text: string) => (server: ServerProcess) => server.output.includes(text)

const points: Point[] = [
  ['it begins to listen for signals', says('listening')],
  ['the folder of the database is made', inData('')],
  ['Postgres is starting', inData('data/postmaster.pid')],
  ['it is ready', says('ready at')],
  ['it has printed the first administrator’s link', says('Nobody administers')],
]

describe.each([
  ['SIGTERM', points],
  ['SIGINT', points.slice(1, 4)],
] as const)('%s', (signal, moments) => {
  const server = new ServerProcess(join(base, signal))

  it.each([...moments])('when %s ends the start without an error, and nothing stays behind', async (when, condition) => {
    await server.startUntil(when, () => condition(server), ['--import', WATCH])
    const { code } = await server.stop(signal)
    expect(server.output).not.toMatch(/could not start|Error|"level":[56]0/)
    expect(code).toBe(0)
    await server.waitUntilEnded()
  })

  it('leaves a data folder with which the next start works', async () => {
    await server.start()
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 })
    await server.waitUntilEnded()
  })
})

describe('npm start', () => {
  const environment = (dataDir: string) => ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
  })

  /** The site's process, and those of its Postgres. */
  const siteOf = (dataDir: string) => {
    const processes = new ServerProcess(dataDir)
    const [postmaster] = processes.postmasters()
    const { parent } = processes.childProcesses().find(({ pid }) => pid === postmaster)!
    return { pid: parent, waitUntilEnded: () => processes.waitUntilEnded() }
  }
  const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves neither the site nor its Postgres behind when npm gets %s', async signal => {
    const dataDir = join(base, `npm-${signal}`)
    const npm = spawn('npm', ['start'], { cwd: ROOT, env: environment(dataDir), stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await waitUntil('the site is ready', () => output.includes('ready at'), 120_000)
    const site = siteOf(dataDir)
    npm.kill(signal)
    await site.waitUntilEnded()
    await waitUntil('the site has ended', () => !isAlive(site.pid))
  })

  it('goes on when the shell ends that started it, in the background or in a session of its own', async () => {
    for (const [name, command] of [
      ['background', 'npm start'],
      ['session', 'setsid npm start'],
    ] as const) {
      const dataDir = join(base, name)
      const log = join(base, `${name}.log`)
      const env = { ...environment(dataDir), LOG: log }
      const shell = spawn('/bin/sh', ['-c', `nohup ${command} >"$LOG" 2>&1 &`], { cwd: ROOT, env, detached: true, stdio: 'ignore' })
      await once(shell, 'exit')
      // It looks for npm every second, and takes longer than that to start.
      await waitUntil('the site is ready', () => existsSync(log) && readFileSync(log, 'utf8').includes('ready at'), 120_000)
      const site = siteOf(dataDir)
      process.kill(site.pid, 'SIGTERM')
      await site.waitUntilEnded()
    }
  })
})
