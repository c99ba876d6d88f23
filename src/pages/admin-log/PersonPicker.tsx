import { useState } from 'react'
import { type AccountDoc, usersList } from '#admin/contract.ts'
import { nameIncludes, newestFirst } from '#admin/ui/sort-accounts.ts'
import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { Combobox, type Option } from '#platform/ui/controls/Combobox.tsx'

const MAX_OPTIONS = 8

/** Finds a user by a part of the name. */
export function PersonPicker({ label, onPick }: { label: string; onPick: (userId: string) => void }) {
  const [text, setText] = useState('')
  const searchText = text.trim().slice(0, 100)
  const live = useSubscription(usersList, searchText === '' ? null : { text: searchText, limit: MAX_OPTIONS })
  const options = useDocuments<AccountDoc, Option[]>(
    'accounts',
    documents =>
      searchText === ''
        ? []
        : documents
            .filter(each => nameIncludes(each, searchText))
            .sort(newestFirst)
            .slice(0, MAX_OPTIONS)
            .map(({ _id, username, displayName }) => ({
              id: _id,
              name: username,
              detail: displayName === username ? undefined : displayName,
            })),
    [searchText],
  )
  return (
    <Combobox
      label={label}
      value={text}
      options={options}
      loading={searchText !== '' && live.state === 'pending'}
      noResultsText={m.admin_person_none()}
      placeholder={m.admin_person_part()}
      onTextChange={setText}
      onPick={({ id }) => {
        setText('')
        onPick(id)
      }}
    />
  )
}
