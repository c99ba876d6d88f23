import { useEffect, useRef } from 'react'
import * as m from '#messages'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { SearchField } from './SearchField.tsx'

export interface SearchDialogProps {
  onClose: () => void
}

/** The search for screens without room for a field in the layout. */
export function SearchDialog({ onClose }: SearchDialogProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  // Runs after the dialog's own effect, which opens it.
  useEffect(() => inputRef.current?.focus(), [])
  return (
    <Dialog open title={m.search_search()} isDirty={false} onClose={onClose}>
      <SearchField inputRef={inputRef} inDialog onPick={onClose} />
    </Dialog>
  )
}
