import { useId, useRef } from 'react'
import layout from '#platform/ui/styles/layout.module.css'
import { Button } from '../controls/Button.tsx'
import { describedBy, FieldNotes } from './FieldNotes.tsx'

export interface FileFieldProps {
  label: string
  /** what the chooser offers, as the attribute `accept` has it */
  accept: string
  /** true: several files may be chosen at once */
  multiple?: boolean
  busy?: boolean
  /** name of the file that was chosen */
  fileName?: string | undefined
  error?: string | undefined
  onFiles: (files: File[]) => void
}

/** A button that opens the chooser for a file. The same file may be chosen again, as it may have changed. */
export function FileField({ label, accept, multiple = false, busy = false, fileName, error, onFiles }: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const hint = fileName && <bdi>{fileName}</bdi>
  return (
    <div className={layout.stack1}>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          onFiles(files)
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
