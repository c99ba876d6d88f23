import { useState } from 'react'
import * as m from '#messages'
import { Combobox, type Option } from '#platform/ui/controls/Combobox.tsx'
import type { FoundPlayer } from '#players/contract/players.ts'
import { usePlayerSearch } from '#players/ui/use-player-search.ts'

const toOption = ({ userId, username, displayName }: FoundPlayer): Option => ({
  id: userId,
  name: displayName,
  detail: username === displayName ? undefined : username,
})

export interface PlayerPickerProps {
  label: string
  /** ids of users that are not offered */
  without: readonly string[]
  error: string | undefined
  /** `userId` and `name` are empty while the text names nobody */
  onChoose: (player: { userId: string; name: string }) => void
}

/** A field that finds a player with an account by name; unlisted players by their exact user name. */
export function PlayerPicker({ label, without, error, onChoose }: PlayerPickerProps) {
  const [text, setText] = useState('')
  const { found, loading } = usePlayerSearch(text)
  return (
    <Combobox
      label={label}
      hint={m.events_state_hand_over_hint()}
      noResultsText={m.events_state_hand_over_no_such()}
      value={text}
      options={found.filter(({ userId }) => !without.includes(userId)).map(toOption)}
      loading={loading}
      error={error}
      onTextChange={typed => {
        setText(typed)
        onChoose({ userId: '', name: '' })
      }}
      onPick={player => {
        setText(player.name)
        onChoose({ userId: player.id, name: player.name })
      }}
    />
  )
}
