import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchSection, describeBench, FILE, HEAD } from './bench/performance.mjs'
import { compileMessages } from './messages.mjs'
import { describeRun, writeSection } from './report-file.mjs'

/**
 * `npm run bench -- [name] [--write] [flags]` runs every benchmark of bench/, or the named one. With `--write` the results replace those
 * of the same benchmarks in docs/performance.md. The exit code is the highest of all.
 */
const folder = fileURLToPath(new URL('../bench', import.meta.url))
const names = readdirSync(folder)
  .filter(file => file.endsWith('.ts'))
  .map(file => file.slice(0, -3))
  .sort()
const args = process.argv.slice(2).filter(each => each !== '--write')
const write = args.length < process.argv.length - 2
const name = args[0]?.startsWith('-') ? undefined : args.shift()

if (name !== undefined && !names.includes(name)) {
  console.error(`There is no bench named '${name}'. There are: ${names.join(', ')}.`)
  process.exit(2)
}

/** Runs one benchmark, shows what it prints, and returns its exit code. */
function runBench(each) {
  const flags = args.length === 0 ? '' : ` · with \`${args.join(' ')}\``
  const run = `${describeRun(FILE)}, Node ${process.versions.node} · load ${loadavg()[0].toFixed(1)}${flags}`
  const file = join(folder, `${each}.ts`)
  console.log(`\n${run}`)
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', '--import', 'tsx', file, ...args], {
    stdio: ['inherit', write ? 'pipe' : 'inherit', 'inherit'],
    encoding: 'utf8',
  })
  if (!write) return status ?? 1
  process.stdout.write(stdout)
  const section = benchSection({ description: describeBench(readFileSync(file, 'utf8'), each), run, output: stdout })
  if (section === null) console.error(`${each}: no results, so ${FILE} keeps the former ones`)
  else writeSection(FILE, HEAD, each, section)
  return status ?? 1
}

await compileMessages()
let worst = 0
for (const each of name === undefined ? names : [name]) worst = Math.max(worst, runBench(each))
process.exitCode = worst
