import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** The program of a process that starts a watchdog for itself, ends the watchdog, and has nothing else to wait for. */
const BRIEF = `
import { watch } from './src/platform/db/embedded/watchdog.ts'
const place = { home: '/', data: '/nowhere', run: '/', log: '/', adopted: '/nowhere', identity: undefined }
await watch(process.pid, place).release()
console.log('gone home')
`

describe('a watchdog sent home', () => {
  it('harms nobody, and is waited for by a process that has nothing else to do', () => {
    const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', BRIEF], { encoding: 'utf8' })
    expect({ stdout, status }).toEqual({ stdout: 'gone home\n', status: 0 })
  })
})
