import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildIfNeeded, root } from './build.mjs'
import { compileMessages } from './messages.mjs'

/**
 * `npm run screenshots [-- SCREEN …] [--out FOLDER]` takes the pictures of every screen, or of the named ones, on an empty site, a usual and a
 * crowded one, and writes a contact sheet of each to docs/screens. Flags: `--sites`, `--languages` (lists with commas), `--data FOLDER` for the
 * sites' data, `--reuse`, which uses the data of the run before, and `--missing`, which
 * takes only the pictures that are not in the folder yet.
 */
await buildIfNeeded(console.log)
await compileMessages()
const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'tests/screens/take.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
})
child.once('exit', code => {
  process.exitCode = code ?? 1
})
