import { useState } from 'react'
import * as m from '#messages'
import { type AccountDoc, usersList } from '../../features/admin/contract.ts'
import { newestFirst, saysName } from '../../features/admin/ui/sort-accounts.ts'
import { useDocuments, useSubscription } from '../../platform/live/hooks.ts'
import { Combobox, type Option } from '../../platform/ui/controls/Combobox.tsx'

const MOST = 8

/** Finds a user by a part of the name. */
export function PersonPicker({ label, onPick }: { label: string; onPick: (userId: string) => void }) {
  const [text, setText] = useState('')
  const wanted = text.trim().slice(0, 100)
  const live = useSubscription(usersList, wanted === '' ? null : { text: wanted, limit: MOST })
  const options = useDocuments<AccountDoc, Option[]>(
    'accounts',
    documents =>
      wanted === ''
        ? []
        : documents
            .filter(each => saysName(each, wanted))
            .sort(newestFirst)
            .slice(0, MOST)
            .map(({ _id, username, displayName }) => ({
              id: _id,
              name: username,
              detail: displayName === username ? undefined : displayName,
            })),
    [wanted],
  )
  return (
    <Combobox
      label={label}
      value={text}
      options={options}
      loading={wanted !== '' && live.state === 'pending'}
      nothing={m.admin_person_none()}
      placeholder={m.admin_person_part()}
      onText={setText}
      onPick={({ id }) => {
        setText('')
        onPick(id)
      }}
    />
  )
}
