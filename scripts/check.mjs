import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build.mjs'
import { compileMessages } from './messages.mjs'

/** Checks types, style, allowed imports and that no exported name has two meanings, that no message has a discouraged word, and that every rule of the protocol and every security requirement is covered. */
const bin = name => join(root, 'node_modules/.bin', name)
const steps = [
  ...['shared', 'browser', 'worker', 'server', 'tests'].map(project => [
    `types: ${project}`,
    bin('tsc'),
    ['-p', `tsconfig.${project}.json`, '--noEmit'],
  ]),
  ['style', bin('biome'), ['check', '--error-on-warnings']],
  ['imports', process.execPath, ['scripts/check-imports.mjs']],
  ['names with one meaning', process.execPath, ['scripts/list-duplicate-exports.mjs']],
  ['words on the screens', process.execPath, ['scripts/check-words.mjs']],
  ['rules with a test', process.execPath, ['scripts/spec-coverage.mjs']],
  ['security with a test or a reason', process.execPath, ['scripts/security-coverage.mjs']],
]
await compileMessages()
let failed = 0
for (const [what, command, args] of steps) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${what}`)
  if (status === 0) continue
  failed++
  process.stdout.write(stdout.slice(0, 20_000))
  process.stderr.write(stderr.slice(0, 20_000))
}
process.exitCode = failed === 0 ? 0 : 1
