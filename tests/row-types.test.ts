import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { compareRows } from './statements/compare-rows.ts'
import { collectSourceStatements, type SourceStatement } from './statements/source-statements.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Collects the templates of one file with this text. */
function findTemplates(text: string): SourceStatement[] {
  const project = mkdtempSync(join(folder, 'project-'))
  mkdirSync(join(project, 'src'))
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023'],
    types: ['node'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    strict: true,
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  writeFileSync(join(project, 'src/store.ts'), `import { sql } from 'kysely'\ndeclare const db: never, id: string\n${text}`)
  return collectSourceStatements(join(project, 'tsconfig.json'))
}

it('every template of SQL in the server names the type of its value, and no column may be anything', () => {
  const templates = collectSourceStatements()
  expect(templates.length).toBeGreaterThan(300)
  expect(templates.filter(({ type }) => type === null || /^(any|unknown|object|Record<.*)$/.test(type)).map(({ where }) => where)).toEqual(
    [],
  )
  const untyped = templates.flatMap(({ where, row }) =>
    [...(row ?? [])].filter(([, { kinds }]) => kinds.includes('untyped')).map(([name]) => `${where} ${name}`),
  )
  expect(untyped).toEqual([])
})

describe('a row type is compared with what Postgres returned', () => {
  const columns = [
    { name: 'id', type: 25 },
    { name: 'value', type: 20 },
    { name: 'at', type: 1184 },
    { name: 'names', type: 1009 },
    { name: 'picture', type: 3802 },
    { name: 'comment', type: 25 },
  ]
  const note = { text: 'SELECT x FROM scores WHERE id = $1', columns, nulls: ['comment'] }
  const differences = (row: string) =>
    compareRows(findTemplates(`void sql<${row}>\`SELECT x FROM scores WHERE id = \${id}\`.execute(db)`), [note]).differences.map(each =>
      each.replace(/^\S+ /, ''),
    )
  const RIGHT = 'id: string; value: number; at: Date; names: string[]; picture: { url: string }; comment: string | null'

  it('a right one has no difference', () => {
    expect(differences(`{ ${RIGHT} }`)).toEqual([])
  })

  it.each([
    ['value: number', 'value: string', 'returns value as number, and its type says string'],
    ['at: Date', 'at: number', 'returns at as Date, and its type says number'],
    ['names: string[]', 'names: string', 'returns names as string[], and its type says string'],
    [
      'picture: { url: string }',
      'picture: Date',
      'returns picture as boolean or json or number or number[] or string or string[], and its type says Date',
    ],
    ['comment: string | null', 'comment: string', 'returned NULL as comment, and its type does not say so'],
    ['id: string', 'id?: string', 'returns id as string, and its type says untyped'],
    ['id: string', 'id: unknown', 'returns id as string, and its type says untyped'],
    ['id: string', 'id: string; more: string', 'does not return more'],
    ['id: string; ', '', 'returns id, which its type lacks'],
  ])('%s instead of %s is found', (right, wrong, what) => {
    expect(differences(`{ ${RIGHT.replace(right, wrong)} }`)).toEqual([what])
  })

  it('a statement that is said to return nothing is found if it returns columns', () => {
    expect(differences('never')).toEqual(['returns columns, and its type is never'])
  })

  it('a statement that nobody sent is named', () => {
    const { missing, compared } = compareRows(findTemplates('void sql<{ n: number }>`SELECT 1 AS n`.execute(db)'), [note])
    expect([missing.length, compared]).toEqual([1, 0])
  })
})
