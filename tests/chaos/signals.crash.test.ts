import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ServerProcess } from './server-process.ts'

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
