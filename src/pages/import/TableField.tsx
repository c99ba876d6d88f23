import { useState } from 'react'
import { MAX_CSV } from '#imports/contract.ts'
import * as m from '#messages'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextFileField } from '#platform/ui/form/TextFileField.tsx'
import layout from '#platform/ui/styles/layout.module.css'

/** A table that is pasted, or taken from a file. */
export function TableField({ text, hint, onText }: { text: string; hint: string; onText: (text: string) => void }) {
  const [file, setFile] = useState<{ name: string; failed: boolean } | null>(null)
  return (
    <div className={layout.stack3}>
      <TextArea
        label={m.imports_table()}
        hint={hint}
        rows={6}
        maxLength={MAX_CSV}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setFile(null)
          onText(target.value)
        }}
      />
      <TextFileField
        label={m.imports_file()}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        maxBytes={MAX_CSV * 4}
        fileName={file?.failed ? undefined : file?.name}
        error={file?.failed ? m.imports_file_wrong() : undefined}
        onFile={(read, name) => {
          const failed = read === null || read.length > MAX_CSV
          setFile({ name, failed })
          if (!failed) onText(read)
        }}
      />
    </div>
  )
}
