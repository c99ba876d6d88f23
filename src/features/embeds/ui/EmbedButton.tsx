import { useState } from 'react'
import { type GroupDoc, groupsOne } from '#groups/contract.ts'
import * as m from '#messages'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import type { EmbedKind } from '../rules.ts'

const EmbedDialog = lazyComponent(async () => (await import('./EmbedDialog.tsx')).EmbedDialog)

/**
 * Opens the dialog with the code by which other sites show a board, standings or a venue. What only the members of a private group may see has
 * none, since an embed shows what everybody may see.
 * @param id of the machine or event, or the venue's slug
 * @param groupId of the group to which it belongs
 */
export function EmbedButton({ kind, id, name, groupId }: { kind: EmbedKind; id: string; name: string; groupId?: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  useSubscription(groupsOne, groupId === undefined ? null : { groupId })
  const group = useDocument<GroupDoc>('groups', groupId ?? null)
  if (groupId !== undefined && group?.visibility !== 'public') return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        {kind === 'board' ? m.embeds_open_board() : kind === 'event' ? m.embeds_open_event() : m.embeds_open_venue()}
      </Button>
      {isOpen && <EmbedDialog kind={kind} id={id} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}
