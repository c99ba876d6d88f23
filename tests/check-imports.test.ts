import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createSourceTree } from './source-tree.ts'

type Violation = { file: string; line: number; what: string; rule: number; instead: string }
type CheckImports = { check: (root: string) => Violation[]; formatViolation: (violation: Violation) => string }

const script = fileURLToPath(new URL('../scripts/check-imports.mjs', import.meta.url))
const imports: CheckImports = await import(/* @vite-ignore */ script)

const violationsIn = (file: string, text: string) => imports.check(createSourceTree({ [file]: text }))
const from = (specifier: string) => `import { x } from '${specifier}'\n`

it('finds no violation in this project', () => {
  expect(imports.check(fileURLToPath(new URL('..', import.meta.url))).map(imports.formatViolation)).toEqual([])
})

describe('[rule 11] the tables of a feature', () => {
  const migrations = `sql\`CREATE TABLE users (id text)\`; sql\`CREATE VIEW user_cards AS SELECT id FROM users\``
  const inScores = (text: string, file = 'features/scores/server/store.ts'): string[] =>
    imports
      .check(
        createSourceTree({
          'features/accounts/server/migrations.ts': migrations,
          'features/scores/server/migrations.ts':
            'sql`CREATE TABLE scores (user_id text REFERENCES users)`; sql`CREATE VIEW best AS SELECT * FROM scores`',
          'platform/db/migration.ts': 'sql`CREATE TABLE IF NOT EXISTS feed (n bigint)`',
          [file]: text,
        }),
      )
      .map(({ rule, what }) => `${rule} ${what}`)

  it.each([
    ['sql`SELECT s.id FROM scores s JOIN users u ON u.id = s.user_id`', '11 names the table users of accounts'],
    ['sql`DELETE FROM scores s USING users u`', '11 names the table users of accounts'],
    ['sql`SELECT 1 FROM scores s, users u`', '11 names the table users of accounts'],
    ["db.selectFrom('users as u')", '11 names the table users of accounts'],
    ["db.selectFrom('scores').innerJoin('users', 'id', 'user_id')", '11 names the table users of accounts'],
    ["tx.updateTable('users')", '11 names the table users of accounts'],
    ['sql`UPDATE users SET id = 1`', '11 names the table users of accounts'],
    ['sql`LOCK TABLE users IN SHARE MODE`', '11 names the table users of accounts'],
    ['sql`INSERT INTO user_cards (id) VALUES (1)`', '11 changes the view user_cards of accounts'],
    ['sql`CREATE VIEW counts AS SELECT count(*) AS n FROM scores`', '11 makes the view counts, which is not plain'],
  ])('are named by no other feature: %s', (text, what) => {
    expect(inScores(text)).toEqual([what])
  })

  it.each(['app/cli/admin.ts', 'app/server/app.ts', 'platform/db/pool.ts'])('are not named by %s either', file => {
    expect(inScores("db.selectFrom('users')", file)).toEqual(['11 names the table users of accounts'])
    expect(inScores('sql`SELECT n FROM feed`', file)).toEqual([])
  })

  it('may be read through its views, by features above it', () => {
    expect(inScores('sql`SELECT id FROM user_cards`; sql`UPDATE scores SET a = 1`; sql`INSERT INTO feed (n) VALUES (1)`')).toEqual([])
    expect(inScores('sql`SELECT 1 FROM best`', 'features/events/server/store.ts')).toEqual([
      '11 reads the view best of scores, a feature above',
    ])
    expect(inScores('sql`SELECT id FROM user_cards`', 'app/cli/admin.ts')).toEqual([])
    expect(inScores('sql`SELECT id FROM user_cards`', 'platform/db/pool.ts')).toHaveLength(1)
  })
})

describe('rule', () => {
  it.each<[rule: number, file: string, text: string]>([
    [1, 'ddp/server/session.ts', from('../../platform/log/logger.ts')],
    [1, 'ddp/server/session.ts', from('../../ranking/board.ts')],
    [1, 'ddp/server/session.ts', from('ws')],
    [1, 'ddp/server/session.ts', from('node:crypto')],
    [1, 'ddp/transport/browser.ts', from('ws')],
    [1, 'ddp/transport/node/socket.ts', from('pino')],
    [1, 'ranking/board.ts', from('../ddp/wire/ejson.ts')],
    [1, 'ranking/board.ts', from('valibot')],
    [2, 'platform/db/pool.ts', from('../../features/scores/contract.ts')],
    [2, 'platform/db/pool.ts', from('../../ranking/board.ts')],
    [2, 'platform/ui/button.tsx', from('../http/app.ts')],
    [2, 'platform/ui/button.tsx', from('../live/server/publish.ts')],
    [2, 'platform/live/provider.tsx', from('./server/publish.ts')],
    [2, 'platform/live/provider.tsx', from('node:fs')],
    [2, 'platform/live/provider.tsx', from('fs')],
    [2, 'platform/live/provider.tsx', from('../../ddp/transport/node/socket.ts')],
    ...['config', 'db', 'pubsub', 'storage', 'images', 'mail', 'jobs', 'http', 'render', 'log'].map((module): [number, string, string] => [
      2,
      'platform/live/use-live.ts',
      from(`../${module}/x.ts`),
    ]),
    [3, 'features/scores/contract.ts', from('../../ddp/server/session.ts')],
    [3, 'features/scores/contract.ts', from('../../platform/live/use-live.ts')],
    [3, 'features/scores/contract.ts', from('../../ranking/comparator.ts')],
    [3, 'features/scores/rules.ts', from('../supporters/rules.ts')],
    [3, 'features/scores/rules.ts', from('../machines/server/api.ts')],
    [3, 'features/scores/rules.ts', from('./server/store.ts')],
    [3, 'features/scores/rules.ts', from('node:crypto')],
    [4, 'features/scores/server/service.ts', from('../../machines/server/store.ts')],
    [4, 'features/scores/server/service.ts', from('../../machines/ui/picker.tsx')],
    [4, 'features/scores/server/service.ts', from('../ui/form.tsx')],
    [5, 'features/scores/ui/form.tsx', from('../server/store.ts')],
    [5, 'features/scores/ui/form.tsx', from('../../machines/server/api.ts')],
    [5, 'features/scores/ui/form.tsx', from('../../machines/words.ts')],
    [5, 'features/scores/ui/form.tsx', from('../../supporters/ui/panel.tsx')],
    [5, 'features/scores/ui/form.tsx', from('../../../platform/db/pool.ts')],
    [5, 'features/scores/ui/form.tsx', from('../../../platform/live/server/publish.ts')],
    [5, 'features/scores/ui/form.tsx', from('../../../ddp/server/session.ts')],
    [5, 'features/scores/ui/form.tsx', from('../../../ranking/comparator.ts')],
    [5, 'features/scores/ui/form.tsx', from('node:path')],
    [6, 'features/scores/ui/form.tsx', from('../../../app/routes.ts')],
    [6, 'ddp/client/connection.ts', from('../../app/context.ts')],
    [6, 'platform/render/html-document.ts', from('#pages')],
    [6, 'platform/db/pool.ts', from('../../../tests/integration/helpers/test-app.ts')],
    [6, 'app/server/main.server.ts', from('../../../bench/load.ts')],
    [6, 'lib/misc.ts', from('../ranking/comparator.ts')],
    [7, 'features/machines/server/service.ts', from('../../scores/server/api.ts')],
    [7, 'features/machines/server/service.ts', from('../../scores/contract.ts')],
    [7, 'features/pets/server/service.ts', from('../contract.ts')],
    [7, 'features/scores/server/service.ts', from('../../pets/contract.ts')],
    [7, 'features/scores/server/service.ts', "live.changeLog.on('score', apply)"],
    [7, 'features/scores/server/service.ts', 'this.#changeLog.onEvery(apply)'],
    [7, 'features/scores/server/service.ts', 'const set = ddp.resultSet()'],
    [7, 'features/scores/server/service.ts', from('../../../ddp/server/result-set.ts')],
    [8, 'platform/ui/index.ts', ''],
    [8, 'features/scores/ui/index.tsx', ''],
    [8, 'ddp/server/session.ts', 'const at = Date.now()'],
    [8, 'ranking/top-n-diff.ts', 'const at = new Date()'],
    [8, 'ranking/top-n-diff.ts', 'const at = new Date'],
    [8, 'features/scores/server/service.ts', 'setTimeout(run, 5)'],
    [8, 'features/scores/server/service.ts', 'globalThis.setInterval(run, 5)'],
    [8, 'features/scores/server/service.ts', from('node:timers/promises')],
    [8, 'features/scores/rules.ts', 'export const late = (at: Date) => at < new Date( )'],
    [8, 'features/scores/contract.ts', 'const at = Date.now ()'],
    [8, 'ddp/timing/heartbeat.ts', 'setInterval(run, 5)'],
    [8, 'app/server/main.server.ts', 'const port = process.env.PORT'],
    [8, 'platform/db/pool.ts', 'const { PGHOST } = process?.env'],
    [8, 'platform/db/pool.ts', "import { argv, env } from 'node:process'"],
    [9, 'app/Root.tsx', from('../pages/home/HomePage.tsx')],
    [9, 'app/route-table.tsx', from('../pages/home/HomePage.tsx')],
    [9, 'features/scores/ui/form.tsx', from('../../../pages/home/HomePage.tsx')],
    [9, 'platform/ui/button.tsx', from('../../pages/home/route.ts')],
    [9, 'pages/home/HomePage.tsx', from('../machine/MachinePage.tsx')],
    [9, 'pages/home/HomePage.tsx', from('../../platform/db/pool.ts')],
    [9, 'pages/home/HomePage.tsx', from('../../platform/live/server/publish.ts')],
    [9, 'pages/home/HomePage.tsx', from('../../ranking/board.ts')],
    [9, 'pages/home/HomePage.tsx', from('node:fs')],
    [5, 'pages/home/HomePage.tsx', from('../../features/scores/server/api.ts')],
    [6, 'pages/home/HomePage.tsx', from('../../app/route-table.tsx')],
    [10, 'ranking/tree.ts', from('./tree.ts')],
    [1, 'ddp/server/session.ts', from('#platform/log/logger.ts')],
    [4, 'features/scores/server/service.ts', from('#machines/server/store.ts')],
    [7, 'features/machines/server/service.ts', from('#scores/server/api.ts')],
    [12, 'features/scores/server/submit/submit-store.ts', from('../../contract.ts')],
    [12, 'features/scores/server/service.ts', from('../../machines/contract.ts')],
    [12, 'platform/db/pool.ts', from('../log/logger.ts')],
  ])('%i refuses, in %s: %s', (rule, file, text) => {
    expect(violationsIn(file, text)).toMatchObject([{ rule, file: `src/${file}`, line: 1 }])
  })

  it.each<[file: string, text: string]>([
    ['ddp/server/session.ts', from('../wire/ejson.ts')],
    ['ddp/transport/node/socket.ts', from('ws') + from('node:http') + from('../memory.ts')],
    ['ddp/timing/system-clock.ts', 'setTimeout(run, Date.now())'],
    ['ddp/transport/browser.ts', 'setTimeout(run, 5)'],
    ['ddp/server/session.ts', 'clock.setTimeout(run, new Date(5)); new DateLike()'],
    ['ranking/board.ts', from('./comparator.ts')],
    ['platform/db/pool.ts', from('#platform/log/logger.ts') + from('#ddp/wire/ejson.ts') + from('pg') + from('node:net')],
    ['platform/live/server/publish.ts', from('#platform/db/pool.ts') + from('../contract.ts') + from('node:crypto')],
    ['platform/live/provider.tsx', from('react') + from('#ddp/client/connection.ts') + from('#platform/ui/toast.tsx')],
    ['platform/config/environment.ts', 'export const read = () => process.env'],
    ['features/scores/contract.ts', from('valibot') + from('#ddp/wire/error.ts') + from('#platform/live/contract.ts')],
    ['features/scores/rules.ts', from('./contract.ts') + from('#machines/rules.ts') + from('#accounts/contract.ts')],
    ['features/scores/server/service.ts', from('./store.ts') + from('../rules.ts') + from('#ranking/board.ts') + from('kysely')],
    ['features/scores/server/service.ts', from('#machines/server/api.ts') + from('#machines/contract.ts')],
    ['features/scores/server/service.ts', from('#platform/db/pool.ts') + from('#ddp/server/session.ts')],
    ['features/scores/ui/form.tsx', from('#machines/ui/picker.tsx') + from('#machines/rules/backglass.ts') + from('react')],
    ['features/scores/ui/form.tsx', from('#platform/live/use-call.ts') + from('#platform/ui/button.tsx')],
    ['features/scores/ui/form.tsx', `${from('#ddp/client/store.ts')}import './form.module.css'\nsetTimeout(run, Date.now())`],
    ['features/scores/contract.ts', from('#platform/text/names.ts')],
    ['pages/home/route.ts', from('./HomePage.tsx') + from('#platform/live/route.ts')],
    ['pages/home/HomePage.tsx', from('#scores/ui/cards/ScoreCard.tsx') + from('#policies/contract.ts')],
    ['pages/home/HomePage.tsx', from('#platform/ui/button.tsx') + from('#ddp/wire/error.ts') + from('react')],
    ['app/route-table.tsx', "const home = () => import('../pages/home/route.ts')"],
    ['app/server/main.server.ts', from('#scores/server/feature.ts') + from('#pages') + from('#package.json')],
    ['ddp/server/session.test.ts', from('vitest') + from('#app/context.ts')],
    ['features/scores/ui/form.test.tsx', from('../server/store.ts')],
  ])('allows, in %s: %s', (file, text) => {
    expect(violationsIn(file, text)).toEqual([])
  })
})

describe('a cycle', () => {
  const cyclesIn = (files: Record<string, string>) =>
    imports.check(createSourceTree(files)).map(({ file, line, what }) => `${file}:${line} ${what}`)

  it('is found whatever its length, and reported once by its shortest path', () => {
    expect(
      cyclesIn({
        'ranking/a.ts': `\n${from('./b.ts')}`,
        'ranking/b.ts': from('./c.ts'),
        'ranking/c.ts': from('./d.ts') + from('./a.ts'),
        'ranking/d.ts': from('./e.ts'),
        'ranking/e.ts': '',
      }),
    ).toEqual(['src/ranking/a.ts:2 imports ./b.ts, in a cycle: ranking/a.ts → ranking/b.ts → ranking/c.ts → ranking/a.ts'])
  })

  it.each(["import type { X } from './a.ts'", "export { x } from './a.ts'", "const a = () => import('./a.ts')"])('is made by %s', text => {
    expect(cyclesIn({ 'ranking/a.ts': from('./b.ts'), 'ranking/b.ts': text })).toHaveLength(1)
  })

  it('is not made by a test, nor by two ways to one file', () => {
    expect(
      cyclesIn({
        'ranking/a.ts': from('./b.ts') + from('./c.ts'),
        'ranking/b.ts': from('./c.ts'),
        'ranking/c.ts': '',
        'ranking/c.test.ts': from('./a.ts'),
      }),
    ).toEqual([])
  })
})

describe('an import', () => {
  it.each([
    "import pg from 'pg'",
    "import type { Pool } from 'pg'",
    'import * as pg from "pg"',
    "import 'pg'",
    "import pool, {\n  type Pool as P,\n} from 'pg'",
    "export { Pool } from 'pg'",
    "export * from 'pg'",
    "export type * as pg from 'pg'",
    "const pg = await import('pg')",
    'const pg = await import(\n  `pg`)',
    "type Pool = import('pg').Pool",
  ])('is found however it is written: %s', text => {
    expect(violationsIn('ddp/server/session.ts', text)).toMatchObject([{ what: 'imports pg', rule: 1 }])
  })

  it.each([
    "// import pg from 'pg'",
    "/* import pg from 'pg'\n Date.now() */",
    "/** as in `import pg from 'pg'` */ export const a = 'it is // fine'",
    "const text = Array.from('pg')",
    'const sql = \'select 1 from "pg"\'',
  ])('is not found where there is none: %s', text => {
    expect(violationsIn('ddp/server/session.ts', text)).toEqual([])
  })

  it('is found after a string that looks like a comment', () => {
    expect(violationsIn('ddp/server/session.ts', "const a = 'http://x'; import('pg')")).toMatchObject([{ what: 'imports pg' }])
  })

  it('is reported with its line', () => {
    expect(violationsIn('ranking/comparator.ts', `/*\n\n*/\n${from('./board.ts')}import {\n  y,\n} from 'pg'\nDate.now()\n`)).toMatchObject(
      [
        { line: 7, what: 'imports pg' },
        { line: 8, what: 'uses Date.now(' },
      ],
    )
  })
})

describe('the command', () => {
  it('prints a line for each violation and fails', () => {
    const root = createSourceTree({ 'ranking/comparator.ts': from('pg'), 'app/index.ts': '' })
    const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^src\/app\/index\.ts:1 is a barrel — rule 8: no barrels: .* instead$/),
      expect.stringMatching(/^src\/ranking\/comparator\.ts:1 imports pg — rule 1: .* instead$/),
    ])
  })

  it('prints nothing if there are no violations, and fails if there is nothing to read', () => {
    expect(execFileSync(process.execPath, [script, createSourceTree({ 'app/routes.ts': '' })], { encoding: 'utf8' })).toBe('')
    expect(spawnSync(process.execPath, [script, join(createSourceTree({}), 'nowhere')]).status).not.toBe(0)
  })
})
