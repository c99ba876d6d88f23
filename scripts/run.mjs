import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { isBuilt, root } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'

/** Runs one of the built programs and builds them first if needed: `node scripts/run.mjs server`. */
process.env.NODE_ENV ??= 'production'
const [, , program, ...rest] = process.argv
// The reporter runs on small computers. What it makes of a datagram lives for milliseconds, so its young generation need not grow, as V8 lets it.
if (program === 'reporter') setFlagsFromString('--semi-space-growth-factor=1')
const signals = ['SIGINT', 'SIGTERM']

/** A signal during the server's start ends the process without an error. Once the server handles signals itself, this does nothing. */
const stop = signal => {
  if (process.listenerCount(signal) === 1) process.exit(0)
}
if (program === 'server') for (const signal of signals) process.on(signal, stop)
endWithNpm(`node scripts/run.mjs ${program}`)

/**
 * Builds in a separate process, because the bundler takes hundreds of megabytes that it never releases. A signal ends both processes.
 * @returns the exit code, or null to go on
 */
async function build() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('build.mjs', import.meta.url))], { stdio: ['ignore', 2, 2, 'ipc'] })
  let stopping = false
  const end = signal => {
    stopping = true
    child.kill(signal)
  }
  for (const signal of signals) {
    process.off(signal, stop)
    process.on(signal, end)
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...how) => resolve(how))
  })
  if (program === 'server') for (const each of signals) process.on(each, stop)
  for (const each of signals) process.off(each, end)
  if (stopping) return program === 'server' ? 0 : 1
  if (code === 0) return null
  console.error(`The build failed (${signal ?? `exit code ${code}`}), so nothing was started. What is wrong stands above.`)
  return code ?? 1
}

// Reading all sources takes 10 MB that the process keeps; of the reporter another process reads them.
const failed = program !== 'reporter' && isBuilt() ? null : await build()
if (failed !== null) process.exit(failed)
process.argv.splice(2, process.argv.length, ...rest)
await import(pathToFileURL(join(root, 'dist/server', `${program}.js`)).href)
