import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, root } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'

/** Runs the server, and builds and restarts it whenever a source changes. */
let child = null
let timer = null
let stopping = false

async function restart() {
  try {
    await buildIfNeeded()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return
  }
  if (child !== null) {
    const before = child
    await new Promise(resolve => {
      before.once('exit', resolve)
      before.kill('SIGTERM')
    })
  }
  if (!stopping)
    child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'server'], {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development' },
    })
}

watch(join(root, 'src'), { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(() => void restart(), 200)
})
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopping = true
    if (child === null || child.exitCode !== null) process.exit(0)
    child.once('exit', () => process.exit(0))
    child.kill('SIGTERM')
  })
}
endWithNpm('node scripts/dev.mjs')
await restart()
