import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { withFault } from '../scripts/test/fault-copy.mjs'
import config from '../vitest.config.ts'
import { FAULTS } from './faults/faults.mjs'

/** Suites that are not in the gate, but a part of test:long. */
const LONG = ['soak', 'pages']

it('a planted fault replaces a text that is there exactly once', () => {
  const fault = { ...FAULTS[0]!, id: 'x', file: 'a.ts', find: 'two', replace: '$& three' }
  expect(withFault('one two', fault)).toBe('one $& three')
  for (const text of ['one', 'two two'])
    expect(() => withFault(text, fault)).toThrow(/^x does not apply: its text occurs [02] times in a\.ts, not once\./)
})

it.each(FAULTS.map(fault => [fault.id, fault] as const))(
  'the fault %s applies to the code as it is, and names tests that are there',
  (_, fault) => {
    const text = readFileSync(fault.file, 'utf8')
    const planted = withFault(text, fault)
    expect(planted).not.toBe(text)
    // A fault that names what is no longer there could not be built.
    if (/\.(tsx?|mjs)$/.test(fault.file)) expect(parseSync(fault.file, planted, { showSemanticErrors: true }).errors).toEqual([])
    expect(fault.tests.filter(path => !existsSync(path))).toEqual([])
    // Without a pattern for what it prints, any failure of the program would count.
    if (fault.suite === 'check') return expect(fault.name).toBeDefined()
    const sources = fault.tests.map(path => readFileSync(path, 'utf8')).join('\n')
    const titles = fault.name?.split('|') ?? []
    expect(titles.filter(title => !sources.includes(title))).toEqual([])
  },
)

it.each(FAULTS.filter(({ tests }) => tests.includes('scripts/check-imports.mjs')).map(fault => [fault.id, fault] as const))(
  'the import check finds the fault %s, and says what its pattern expects',
  async (_, fault) => {
    const program = fileURLToPath(new URL('../scripts/check-imports.mjs', import.meta.url))
    const { check, formatViolation } = await import(/* @vite-ignore */ program)
    const tree = mkdtempSync(join(tmpdir(), 'skillshot-fault-'))
    try {
      cpSync('src', join(tree, 'src'), { recursive: true })
      writeFileSync(join(tree, fault.file), withFault(readFileSync(fault.file, 'utf8'), fault))
      const printed = check(tree).map(formatViolation).join('\n')
      expect(printed).toMatch(new RegExp(fault.name!))
    } finally {
      rmSync(tree, { recursive: true })
    }
  },
)

it('every suite of the gate has a fault to find, there are twenty at least, and no two have the same name', () => {
  const suites = config.test!.projects!.map(project => (project as { test: { name: string } }).test.name)
  expect(suites).toContain('unit')
  // These read what the integration suite has noted, so they cannot run by themselves.
  const expected = [...suites.filter(name => !LONG.includes(name) && !['statements', 'row-types'].includes(name)), 'postgres', 'check']
  // `unit-alone` is a part of the suite `unit`.
  expect(expected.filter(name => !FAULTS.some(({ suite }) => name === suite || name.startsWith(`${suite}-`)))).toEqual([])
  expect(FAULTS.length).toBeGreaterThanOrEqual(20)
  expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length)
})
