import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { benchSection, describeBench } from '../scripts/bench/performance.mjs'
import { describeRun, withSection } from '../scripts/report-file.mjs'

const head = '# Results\n\nWho writes this file.'

it('replaces the section of the part that ran, and leaves the others', () => {
  const text = `${head}\n\n## soak\n\nold\n\n### more\n\n## docker\n\nkept\n`
  expect(withSection(text, head, 'soak', 'new')).toBe(`${head}\n\n## soak\n\nnew\n\n## docker\n\nkept\n`)
  expect(withSection('', head, 'soak', 'first\n\n')).toBe(`${head}\n\n## soak\n\nfirst\n`)
  expect(withSection(text, head, 'node-22', 'first')).toBe(`${text}\n## node-22\n\nfirst\n`)
})

it('brings the head of the file up to date, and finds a part by its whole name', () => {
  expect(withSection('# Old\n\n## submit-more\n\nkept\n', head, 'submit', 'new')).toBe(
    `${head}\n\n## submit-more\n\nkept\n\n## submit\n\nnew\n`,
  )
})

it('says when, at which commit and on which machine a run was', () => {
  expect(describeRun('docs/performance.md')).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d UTC · (commit [0-9a-f]{7,}( with changes)?|unknown commit) · \d+ × .+, \d+ GB, \w+$/,
  )
})

it('takes what a bench measures, and its command, from the first doc comment with the command', () => {
  const source = '/** A helper. */\n/**\n * Measures this,\n * compared with that:\n * `npm run bench some -- [--ms 3]`.\n */\n/** More. */'
  expect(describeBench(source, 'some')).toBe('Measures this, compared with that: `npm run bench some -- [--ms 3]`.')
  expect(() => describeBench(source, 'other')).toThrow('bench/other.ts has no doc comment')
})

it('every bench says what it measures', () => {
  const folder = fileURLToPath(new URL('../bench/', import.meta.url))
  const files = readdirSync(folder).filter(file => file.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(describeBench(readFileSync(folder + file, 'utf8'), file.slice(0, -3))).not.toBe('')
})

it('puts what a bench printed below its description, with its headings below that of the section', () => {
  const output = '\n## Of two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- reached: a goal\n'
  expect(benchSection({ description: 'Measures.', run: 'today', output })).toBe(
    'Measures.\n\ntoday\n\n### Of two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- reached: a goal',
  )
})

it('a bench that failed before it printed a table has no section', () => {
  expect(benchSection({ description: 'Measures.', run: 'today', output: 'started\n' })).toBeNull()
})
