import { type ComponentType, type FormEvent, use, useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { isSearchShortcut, isTextInput } from './is-search-shortcut.ts'
import type { SearchDialogProps } from './SearchDialog.tsx'
import { SearchField } from './SearchField.tsx'
import styles from './search.module.css'

/** The search in the app's layout: a field if there is room for one, else a button that opens a dialog. `/`, Ctrl+K and ⌘K open it. */
export function SearchBox() {
  const navigate = use(NavigateContext)
  const inputRef = useRef<HTMLInputElement>(null)
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps> | null>(null)
  const [open, setOpen] = useState(false)

  const openDialog = useCallback(() => {
    setOpen(true)
    import('./SearchDialog.tsx').then(
      module => setDialog(() => module.SearchDialog),
      () => navigate?.('/machines'),
    )
  }, [navigate])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { activeElement } = document
      const typing = isTextInput(activeElement) && (activeElement !== inputRef.current || event.key === '/')
      if (!isSearchShortcut(event, typing) || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      if (inputRef.current?.offsetParent == null) openDialog()
      else inputRef.current.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [openDialog])

  const press = (event: FormEvent) => {
    if (navigate === undefined) return
    event.preventDefault()
    openDialog()
  }
  return (
    <>
      <div className={styles.wide}>
        <SearchField inputRef={inputRef} />
      </div>
      <form className={styles.narrow} action="/machines" onSubmit={press}>
        <Button kind="plain" type="submit" className={styles.button}>
          <Icon name="search" />
          <VisuallyHidden>{m.search_search()}</VisuallyHidden>
        </Button>
      </form>
      {Dialog !== null && open && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}
