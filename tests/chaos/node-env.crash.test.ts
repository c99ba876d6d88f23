import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ServerProcess } from './server-process.ts'

/** A module that prints at the end of the process which files of React have run. Node also reads, but does not run, what they may pass on. */
const PRINT_REACT = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module'
  process.on('exit', () => {
    for (const [path, { loaded }] of Object.entries(createRequire('/').cache))
      if (loaded && path.includes('/react')) process.stderr.write('has run ' + path + '\\n')
  })`)}`

const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-node-env-'))
chmodSync(dataDir, 0o755)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('a server that is started without NODE_ENV renders with the production build of React', async () => {
  const server = new ServerProcess(dataDir)
  await server.start(['--import', PRINT_REACT])
  const page = await fetch(`http://127.0.0.1:${server.port}/`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<main')])
  expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 })
  const files = server.output.split('\n').filter(line => line.startsWith('has run '))
  for (const file of ['react.production.js', 'react-jsx-runtime.production.js', 'react-dom-server.node.production.js'])
    expect(files).toContainEqual(expect.stringContaining(file))
  expect(files.filter(file => file.includes('.development.'))).toEqual([])
  await server.waitUntilEnded()
})
