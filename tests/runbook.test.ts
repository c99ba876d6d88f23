import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
/** The text without its code blocks. */
const prose = file('docs/runbook.md').replace(/```.*?```/gs, '')
const found = (pattern: RegExp): string[][] => [...prose.matchAll(pattern)].map(match => match.slice(1))

/** Quoted texts that come from other programs. */
const FOREIGN = ['No space left on device', 'MALLOC_ARENA_MAX']

it('the runbook quotes what the site says', () => {
  const src = new URL('../src/', import.meta.url)
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(path => /(?<!\.test)\.tsx?$/.test(path))
  const output = sources.map(path => readFileSync(new URL(path, src), 'utf8')).join('\n')
  const quoted = found(/"([^"]+)"/g).map(([text]) => text!)
  expect(quoted.length).toBeGreaterThan(25)
  expect(quoted.filter(text => !output.includes(text) && !FOREIGN.includes(text))).toEqual([])
})

it('the runbook gives commands that there are', () => {
  const commands = found(/npm run (\w+)(?: -- ([\w-]+))?/g)
  expect(commands.length).toBeGreaterThan(4)
  const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> }
  expect(commands.filter(([script]) => scripts[script!] === undefined)).toEqual([])
  const admin = file('src/app/cli/admin.cli.ts')
  expect(commands.filter(([script, command]) => script === 'admin' && !admin.includes(command!))).toEqual([])
})

it('the runbook names settings that there are', () => {
  const settings = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void settings.add(String(name)) }))
  const names = found(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=\w+)?[`/]/g).map(([name]) => name!)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter(name => !settings.has(name) && !FOREIGN.includes(name))).toEqual([])
})
