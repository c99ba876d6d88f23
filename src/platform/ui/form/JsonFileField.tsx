import { useId, useRef } from 'react'
import layout from '#platform/ui/styles/layout.module.css'
import { Button } from '../controls/Button.tsx'
import { describedBy, FieldNotes } from './FieldNotes.tsx'

export interface JsonFileFieldProps {
  label: string
  /** A larger file is not read. */
  maxBytes: number
  busy?: boolean
  /** name of the file that was chosen */
  fileName?: string | undefined
  error?: string | undefined
  /** takes the text of the chosen file; null: it is too large, or cannot be read */
  onFile: (text: string | null, name: string) => void
}

/** A button that opens the chooser for a file of JSON. The same file may be chosen again, as it may have changed. */
export function JsonFileField({ label, maxBytes, busy = false, fileName, error, onFile }: JsonFileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const hint = fileName && <bdi>{fileName}</bdi>
  return (
    <div className={layout.stack1}>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file === undefined) return
          onFile(file.size > maxBytes ? null : await file.text().catch(() => null), file.name)
        }}
      />
      <div>
        <Button busy={busy} aria-describedby={describedBy(id, { hint, error })} onClick={() => input.current?.click()}>
          {label}
        </Button>
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
