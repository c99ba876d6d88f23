import { machinesImport } from '#machines/contract/machines.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { importOpdb } from '../catalogue/load.ts'
import type { MachinesServices } from '../machines.ts'

/** @throws DdpError 400 naming a text that is not JSON */
const parseRecords = (records: readonly string[]): unknown[] =>
  records.map((text, index) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw fieldError(`records.${index}`, malformed('must be JSON'))
    }
  })

export const importRecords = handle(machinesImport, async (call, { database, audit, requireAdmin }: MachinesServices) => {
  const by = await requireAdmin(call)
  const { refused, changes, ...counts } = await importOpdb(database, parseRecords(call.input.records), (tx, details) =>
    audit.write(tx, { by, action: 'machines.import', subject: { kind: 'catalogue', id: 'opdb', label: 'OPDB' }, details }),
  )
  await call.committed(changes)
  return { ...counts, refused: refused.length }
})
