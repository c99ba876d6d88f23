import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { ListDialog } from '#platform/ui/controls/ListDialog.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { usePlayerSearch } from '#players/ui/use-player-search.ts'
import { venueManagersChanged, venuesSetManagers } from '#venues/contract.ts'
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
  const [text, setText] = useState('')
  const { found, loading } = usePlayerSearch(text)
  return (
    <ListDialog
      title={m.venues_managers()}
      label={m.venues_managers()}
      ordered={false}
      saved={managers.map(({ userId, displayName }) => ({ id: userId, name: displayName }))}
      save={(userIds, was) => set({ venueId, userIds, was })}
      conflict={venueManagersChanged}
      onClose={onClose}
    >
      {(items, add) => (
        <>
          <p className={layout.quiet}>{m.venues_managers_words()}</p>
          <Combobox
            label={m.venues_add_manager()}
            value={text}
            options={found
              .filter(({ userId }) => items.every(({ id }) => id !== userId))
              .map(({ userId, displayName, username }) => ({
                id: userId,
                name: displayName,
                ...(username === displayName ? {} : { detail: username }),
              }))}
            loading={loading}
            onTextChange={setText}
            onPick={({ id, name }) => {
              setText('')
              add({ id, name })
            }}
          />
        </>
      )}
    </ListDialog>
  )
}
