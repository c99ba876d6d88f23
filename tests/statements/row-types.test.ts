import { expect, it } from 'vitest'
import { readNotes } from './collect.ts'
import { compareRows } from './compare-rows.ts'
import { collectSourceStatements } from './source-statements.ts'

it('every statement of the source returned the columns that its row type says', () => {
  const { differences, missing, compared } = compareRows(collectSourceStatements(), readNotes())
  console.info(`${compared} statements were compared`)
  expect(differences).toEqual([])
  // What no test sends is not compared: write a test that sends it.
  expect(missing).toEqual([])
})
