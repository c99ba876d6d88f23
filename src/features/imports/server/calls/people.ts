import * as v from 'valibot'
import { type ImportedPerson, importsPeople } from '#imports/contract.ts'
import { tableNameKey } from '#imports/rules/table-name-key.ts'
import { name } from '#platform/live/schemas.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { cutText } from '#platform/text/parameters.ts'
import { ifpaNumber } from '#players/contract/players.ts'
import { ifpaNumberKey } from '#players/rules/ifpa-number.ts'
import { derivedId } from '../derived-id.ts'
import type { CsvRow } from '../read-csv.ts'
import { requireTable } from '../require-table.ts'
import { findSameImport, type ImportsServices, recordImport } from '../services.ts'

const mustHaveColumns = fieldRule('csv-people', 'must be a table whose first line names the column name')
const personName = name(1, 60)

/** Somebody who is on the list, or in an earlier row. */
interface Known {
  numberKey: string | null
  /** the person's id, or the row; null: an account has claimed the person, whose number is its own */
  who: string | ImportedPerson | null
}

/** Finds who is there already. Two people may have one name if their numbers tell them apart. */
class KnownPeople {
  readonly #byName = new Map<string, Known[]>()
  readonly #numbers = new Set<string>()

  add(personsName: string, known: Known): void {
    const key = tableNameKey(personsName)
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), known])
    if (known.numberKey !== null) this.#numbers.add(known.numberKey)
  }

  /** @returns null: nobody is; otherwise `numberless`: the one person of this name who has no number, if there is exactly one */
  find(personsName: string, numberKey: string | null): { numberless: Known | null } | null {
    if (numberKey !== null && this.#numbers.has(numberKey)) return { numberless: null }
    const namesakes = this.#byName.get(tableNameKey(personsName)) ?? []
    const numberless = namesakes.filter(known => known.numberKey === null)
    if (namesakes.length === 0 || (numberKey !== null && numberless.length === 0)) return null
    return { numberless: numberKey !== null && numberless.length === 1 ? numberless[0]! : null }
  }

  setNumber(known: Known, numberKey: string): void {
    known.numberKey = numberKey
    this.#numbers.add(numberKey)
  }
}

/** Says what becomes of each row. @returns also the numbers for those who are on the list without one, by their ids */
function plan(table: readonly CsvRow[], known: KnownPeople): { rows: ImportedPerson[]; numbers: Map<string, string> } {
  const numbers = new Map<string, string>()
  const rows = table.map(({ line, cells, isTooLong }): ImportedPerson => {
    const parsedName = v.safeParse(personName, cells.name ?? '')
    const parsedNumber = ifpaNumberKey(cells.ifpa) === null ? null : v.safeParse(ifpaNumber, cells.ifpa)
    const shown: Omit<ImportedPerson, 'fate'> = {
      ...{ line, name: parsedName.success ? parsedName.output : cutText(cells.name ?? '', 60) },
      ...(parsedNumber?.success === true ? { ifpaNumber: parsedNumber.output } : {}),
    }
    if (isTooLong) return { ...shown, fate: 'failed', problem: 'too-long' }
    if (!parsedName.success) return { ...shown, fate: 'failed', problem: 'no-name' }
    if (parsedNumber?.success === false) return { ...shown, fate: 'failed', problem: 'bad-number' }
    const numberKey = ifpaNumberKey(shown.ifpaNumber)
    const found = known.find(shown.name, numberKey)
    if (found === null) {
      const row: ImportedPerson = { ...shown, fate: 'new' }
      known.add(row.name, { numberKey, who: row })
      return row
    }
    const { numberless } = found
    if (!numberless?.who) return { ...shown, fate: 'known' }
    known.setNumber(numberless, numberKey!)
    if (typeof numberless.who === 'string') {
      numbers.set(numberless.who, shown.ifpaNumber!)
      return { ...shown, fate: 'numbered' }
    }
    numberless.who.ifpaNumber = shown.ifpaNumber!
    return { ...shown, fate: 'known' }
  })
  return { rows, numbers }
}

export const importPeople = handle(importsPeople, async (call, { clock, groups, database }: ImportsServices) => {
  const userId = signedIn(call)
  const { _id: importId, groupId, csv, dryRun } = call.input
  const listed = await groups.peopleLists.list(groupId, userId)
  const table = requireTable(csv, ['name'], mustHaveColumns)
  const fingerprint = fingerprintValues(groupId, csv)
  const made = dryRun ? null : await findSameImport(database.db, { id: importId, userId, fingerprint })
  const idOf = ({ line }: { line: number }): string => derivedId(importId, `person ${line}`)
  const ownIds = new Set(table.map(idOf))
  const known = new KnownPeople()
  for (const { id, name: personsName, ifpaNumber: number, userId: account } of listed) {
    // What this import has done is as if it were not done when it is sent again.
    if (ownIds.has(id)) continue
    const numberKey = made?.numbered.includes(id) ? null : ifpaNumberKey(number ?? undefined)
    known.add(personsName, { numberKey, who: account === null ? id : null })
  }
  const { rows, numbers } = plan(table, known)
  if (dryRun || made !== null) return { rows, added: made?.added ?? 0 }
  const people = rows
    .filter(({ fate }) => fate === 'new')
    .map(row => ({ id: idOf(row), name: row.name, ...(row.ifpaNumber === undefined ? {} : { ifpaNumber: row.ifpaNumber }) }))
  const added = people.length + numbers.size
  const at = clock.now()
  await call.commit(async tx => {
    const changes = people.length === 0 ? [] : await groups.peopleLists.add(tx, { groupId, by: userId, people })
    if (numbers.size > 0) changes.push(...(await groups.peopleLists.setNumbers(tx, { groupId, by: userId, numbers, at })))
    const ids = people.map(({ id }) => id)
    await recordImport(tx, {
      ...{ id: importId, userId, kind: 'people', title: 'CSV', ids, numbered: [...numbers.keys()], added },
      ...{ groupId, fingerprint, createdAt: new Date(at) },
    })
    return changes
  })
  return { rows, added }
})
