import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileMessages } from './messages.mjs'

/** `npm run bench [name] [-- flags]` runs every benchmark of bench/, or the named one. The exit code is the highest of all. */
const folder = fileURLToPath(new URL('../bench', import.meta.url))
const names = readdirSync(folder)
  .filter(file => file.endsWith('.ts'))
  .map(file => file.slice(0, -3))
  .sort()
const [name, ...rest] = process.argv.slice(2)
const named = name !== undefined && !name.startsWith('-')
const flags = named ? rest : process.argv.slice(2)

if (named && !names.includes(name)) {
  console.error(`There is no bench named '${name}'. There are: ${names.join(', ')}.`)
  process.exit(2)
}

await compileMessages()
let worst = 0
for (const each of named ? [name] : names) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', '--import', 'tsx', join(folder, `${each}.ts`), ...flags], {
    stdio: 'inherit',
  })
  worst = Math.max(worst, status ?? 1)
}
process.exitCode = worst
