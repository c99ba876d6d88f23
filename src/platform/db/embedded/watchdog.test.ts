import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** The program of a process that starts a watchdog for itself, ends the watchdog, and has nothing else to wait for. */
const BRIEF = `
import { startWatchdog } from './src/platform/db/embedded/watchdog.ts'
const paths = { home: '/', data: '/nowhere', run: '/', log: '/', adoptionFile: '/nowhere', osUser: undefined }
await startWatchdog(process.pid, paths).release()
console.log('released')
`

describe('a released watchdog', () => {
  it('stops no process, and keeps the process alive until it has ended', () => {
    const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', BRIEF], { encoding: 'utf8' })
    expect({ stdout, status }).toEqual({ stdout: 'released\n', status: 0 })
  })
})
