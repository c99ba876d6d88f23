import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextFileField } from '#platform/ui/form/TextFileField.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { machinesImport } from '../contract/machines.ts'
import { readOpdbFile } from './opdb-records.ts'

/** bytes: the export of all machines has about 2 MB */
const MAX_BYTES = 32 * 1024 * 1024

/** Imports the machines of a file that OPDB exports, in parts. */
export function ImportOpdb() {
  const importRecords = useMethod(machinesImport)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [fileError, setFileError] = useState<string | undefined>(undefined)
  const [status, setStatus] = useState('')
  const importFile = async (text: string | null): Promise<void> => {
    setError(null)
    setStatus('')
    const parts = text === null ? null : readOpdbFile(text)
    setFileError(parts === null ? m.machines_import_wrong() : undefined)
    if (parts === null) return
    setBusy(true)
    const total = { added: 0, changed: 0, unchanged: 0, refused: 0 }
    try {
      for (const [index, records] of parts.entries()) {
        setStatus(m.machines_import_running({ percent: plainNumber(Math.round((100 * index) / parts.length)) }))
        const counts = await importRecords({ records })
        for (const key of ['added', 'changed', 'unchanged', 'refused'] as const) total[key] += counts[key]
      }
      setStatus(
        m.machines_import_done({
          added: plainNumber(total.added),
          changed: plainNumber(total.changed),
          unchanged: plainNumber(total.unchanged),
          refused: plainNumber(total.refused),
        }),
      )
    } catch (problem) {
      setStatus('')
      setError(errorMessage(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p>{m.machines_import_words()}</p>
      <TextFileField
        accept=".json,application/json"
        label={m.machines_import_choose()}
        maxBytes={MAX_BYTES}
        busy={busy}
        error={fileError}
        onFile={text => void importFile(text)}
      />
      <FormError message={error} />
      <p role="status">{status}</p>
    </>
  )
}
