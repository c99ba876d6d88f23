import { useState } from 'react'
import { RemoveButton } from '#events/ui/OrderButtons.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { usePlayerSearch } from '#players/ui/use-player-search.ts'
import { venuesSetManagers } from '#venues/contract.ts'
import type { ShownVenueManager } from '#venues/ui/use-venue.ts'

/** Who manages a venue. */
export function ManagersDialog({
  venueId,
  managers,
  onClose,
}: {
  venueId: string
  managers: readonly ShownVenueManager[]
  onClose: () => void
}) {
  const set = useMethod(venuesSetManagers)
  const [was] = useState(() => managers.map(({ userId }) => userId))
  const [rows, setRows] = useState(() => managers.map(({ userId, displayName }) => ({ userId, displayName })))
  const [text, setText] = useState('')
  const { found, loading } = usePlayerSearch(text)
  const ids = rows.map(({ userId }) => userId)
  const { busy, error, start } = useAsyncAction(async () => {
    await set({ venueId, userIds: ids, was })
    onClose()
  })
  return (
    <Dialog
      open
      title={m.venues_managers()}
      isDirty={ids.join(' ') !== was.join(' ')}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} onClick={start}>
          {m.ui_save_changes()}
        </Button>
      }
    >
      <div className={layout.stack3}>
        <p className={layout.quiet}>{m.venues_managers_words()}</p>
        <Combobox
          label={m.venues_add_manager()}
          value={text}
          options={found
            .filter(({ userId }) => !ids.includes(userId))
            .map(({ userId, displayName, username }) => ({
              id: userId,
              name: displayName,
              ...(username === displayName ? {} : { detail: username }),
            }))}
          loading={loading}
          onTextChange={setText}
          onPick={({ id, name }) => {
            setText('')
            setRows([...rows, { userId: id, displayName: name }])
          }}
        />
        <List className={layout.stack} aria-label={m.venues_managers()}>
          {rows.map(({ userId, displayName }) => (
            <li key={userId} className={layout.between}>
              <bdi className={layout.strong}>{displayName}</bdi>
              <RemoveButton
                label={m.venues_remove_manager({ name: displayName })}
                onClick={() => setRows(rows.filter(each => each.userId !== userId))}
              />
            </li>
          ))}
        </List>
        <FormError message={error} />
      </div>
    </Dialog>
  )
}
