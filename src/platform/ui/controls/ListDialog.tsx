import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { type CallError, isCallError } from '#platform/live/call-errors.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { FormError } from '../form/FormError.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ListConflict } from './ListConflict.tsx'
import { type NamedItem, OrderedList } from './OrderedList.tsx'

const toIds = (items: readonly NamedItem[]): string[] => items.map(({ id }) => id)

export interface ListDialogProps {
  title: string
  /** what screen readers call the list */
  label: string
  /** false: the order means nothing */
  ordered?: boolean
  saveLabel?: string
  /** what is saved; it may change while the dialog is open */
  saved: readonly NamedItem[]
  /** Saves the list, unless something else than `was` is saved now: then it rejects with `conflict`. */
  save: (ids: string[], was: string[]) => Promise<unknown>
  conflict: CallError
  onClose: () => void
  /** renders the field that adds to the list, which is above it */
  children: (items: readonly NamedItem[], add: (item: NamedItem) => void) => ReactNode
}

/**
 * Changes a list as a whole: nothing is saved until the user says so. If somebody else has saved the list meanwhile, the dialog tells what they
 * have changed, keeps what was entered, and lets the user save it in place of theirs.
 */
export function ListDialog({ title, label, ordered = true, saveLabel, saved, save, conflict, onClose, children }: ListDialogProps) {
  const [items, setItems] = useState(saved)
  /** what the user has seen of what is saved: first and last */
  const [[first, seen], setSeen] = useState([saved, saved])
  /** why the list was not saved, until the page has what somebody else has saved */
  const [refusal, setRefusal] = useState<string | null>(null)
  const isSame = (a: readonly NamedItem[], b: readonly NamedItem[]): boolean => {
    const [ids, others] = ordered ? [toIds(a), toIds(b)] : [toIds(a).sort(), toIds(b).sort()]
    return ids.join(' ') === others.join(' ')
  }
  if (refusal !== null && !isSame(saved, seen)) {
    setSeen([first, saved])
    setRefusal(null)
  }
  const { busy, error, start } = useAsyncAction(async () => {
    try {
      setRefusal(null)
      await save(toIds(items), toIds(seen))
      onClose()
    } catch (problem) {
      if (!isCallError(problem, conflict)) throw problem
      setRefusal(errorMessage(problem))
    }
  })
  return (
    <Dialog
      open
      title={title}
      isDirty={!isSame(items, first)}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} onClick={start}>
          {saveLabel ?? m.ui_save_changes()}
        </Button>
      }
    >
      <div className={layout.stack3}>
        {children(items, item => setItems([...items, item]))}
        <OrderedList label={label} items={items} onChange={setItems} ordered={ordered} />
        {/* Beside the button that was pressed: the list may be longer than the screen. */}
        {seen !== first && <ListConflict before={first} now={seen} words={m.ui_conflict_words()} />}
        <FormError message={refusal ?? error} />
      </div>
    </Dialog>
  )
}
