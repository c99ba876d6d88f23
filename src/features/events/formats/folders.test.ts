import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { FORMAT_KINDS } from './registry.ts'
import { formatServer } from './server/registry.ts'
import { fetchFormatForm } from './ui/forms.ts'
import { formatLabels, LISTED_KINDS } from './ui/labels.ts'

const src = fileURLToPath(new URL('../../..', import.meta.url))
const events = fileURLToPath(new URL('..', import.meta.url))

it('every format has a server part, labels and a form in the folder of its name', async () => {
  expect([...LISTED_KINDS].sort()).toEqual([...FORMAT_KINDS].sort())
  for (const kind of FORMAT_KINDS) {
    expect(formatLabels({ kind }).name()).not.toBe('')
    expect(formatServer({ kind })).toBeDefined()
    expect((await fetchFormatForm(kind)).initial).toBeDefined()
  }
})

it('no file outside of the formats’ folders names a format', () => {
  const named = new RegExp(`['"\`](${FORMAT_KINDS.join('|')})['"\`]`)
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
  )
  const formatsFolder = relative(src, join(events, 'formats'))
  // The demo plays events of each format, a migration knows the formats of its time, the examples of `events.add` and of finals have one, and
  // an import says which format another site's is: they have to name them.
  const contracts = ['features/events/contract/admin.ts', 'features/events/contract/stages.ts']
  const mayName = [
    `${formatsFolder}/`,
    'app/demo/',
    'features/events/server/migrations.ts',
    ...contracts,
    'features/imports/rules/match-play/formats.ts',
  ]
  const outside = files.filter(file => mayName.every(path => !file.startsWith(path)))
  expect(outside.length).toBeGreaterThan(500)
  expect(outside.filter(file => named.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
  // An option that one format alone has stands for its kind as well.
  const ownOption = /['"`](targets|missed|attemptsPerMachine)['"`] in |-> *'(targets|missed|attemptsPerMachine)'/
  expect(outside.filter(file => ownOption.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
})
