import * as v from 'valibot'
import { type ImportedPerson, importsPeople } from '#imports/contract.ts'
import { fieldError } from '#platform/live/contract.ts'
import { name } from '#platform/live/schemas.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { foldWords } from '#platform/text/fold.ts'
import { ifpaNumber } from '#players/contract/players.ts'
import { derivedId } from '../derived-id.ts'
import { MAX_CSV_ROWS, readCsv } from '../read-csv.ts'
import { findSameImport, type ImportsServices, recordImport } from '../services.ts'

const mustHaveColumns = fieldRule('csv-people', 'must be a table whose first line names the column name')
const tooManyRows = fieldRule('csv-rows', 'must have at most {max} rows', { max: MAX_CSV_ROWS })
const personName = name(1, 60)

const foldName = (text: string): string => foldWords(text).join(' ')

export const importPeople = handle(importsPeople, async (call, { groups, database }: ImportsServices) => {
  const userId = signedIn(call)
  const { _id: importId, groupId, csv, dryRun } = call.input
  const everybody = await groups.peopleLists.list(groupId, userId)
  const table = readCsv(csv, ['name'])
  if (table === null) throw fieldError('csv', mustHaveColumns)
  if (table.length > MAX_CSV_ROWS) throw fieldError('csv', tooManyRows)
  const fingerprint = fingerprintValues(groupId, csv)
  const made = dryRun ? null : await findSameImport(database.db, { id: importId, userId, fingerprint })
  // Those whom this import has put on the list are new when it is sent again.
  const ownIds = new Set(table.map(({ line }) => derivedId(importId, `person ${line}`)))
  const listed = everybody.filter(({ id }) => !ownIds.has(id))
  const numbers = new Set(listed.map(person => person.ifpaNumber).filter(number => number !== null))
  const names = new Set(listed.map(person => foldName(person.name)))
  const rows = table.map(({ line, cells }): ImportedPerson => {
    const parsedName = v.safeParse(personName, cells.name ?? '')
    const parsedNumber = cells.ifpa === undefined ? null : v.safeParse(ifpaNumber, cells.ifpa)
    const shown = {
      ...{ line, name: parsedName.success ? parsedName.output : (cells.name ?? '').slice(0, 60) },
      ...(parsedNumber?.success === true ? { ifpaNumber: parsedNumber.output } : {}),
    }
    if (!parsedName.success) return { ...shown, fate: 'failed', problem: 'no-name' }
    if (parsedNumber?.success === false) return { ...shown, fate: 'failed', problem: 'bad-number' }
    // Two people may have one name if their numbers tell them apart.
    const { ifpaNumber: number } = shown
    const isKnown = number === undefined ? names.has(foldName(shown.name)) : numbers.has(number)
    if (isKnown) return { ...shown, fate: 'known' }
    names.add(foldName(shown.name))
    if (number !== undefined) numbers.add(number)
    return { ...shown, fate: 'new' }
  })
  const fresh = rows.filter(({ fate }) => fate === 'new')
  if (dryRun || made !== null) return { rows, added: made?.added ?? 0 }
  const people = fresh.map(({ line, name: personsName, ifpaNumber: number }) => ({
    id: derivedId(importId, `person ${line}`),
    name: personsName,
    ...(number === undefined ? {} : { ifpaNumber: number }),
  }))
  await call.commit(async tx => {
    const changes = people.length === 0 ? [] : await groups.peopleLists.add(tx, { groupId, by: userId, people })
    const ids = people.map(({ id }) => id)
    await recordImport(tx, { id: importId, userId, kind: 'people', title: 'CSV', ids, added: ids.length, groupId, fingerprint })
    return changes
  })
  return { rows, added: people.length }
})
