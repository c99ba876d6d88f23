import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '../../../../platform/live/hooks.ts'
import { Combobox, type Option } from '../../../../platform/ui/controls/Combobox.tsx'
import { Dialog } from '../../../../platform/ui/controls/Dialog.tsx'
import { FormBody } from '../../../../platform/ui/form/FormBody.tsx'
import { useForm } from '../../../../platform/ui/form/use-form.ts'
import type { FoundPlayer } from '../../../players/contract.ts'
import { useFoundPlayers } from '../../../players/ui/use-found-players.ts'
import { eventsHandOver } from '../../contract/admin.ts'
import type { ShownEvent } from '../types.ts'
import { useAnnounce } from './action-area.tsx'

const toOption = ({ userId, username, displayName }: FoundPlayer): Option => ({
  id: userId,
  name: displayName,
  detail: username === displayName ? undefined : username,
})

/** Dialog in which the director chooses another player, who then directs the event. */
export function HandOver({ event: { _id: eventId, name, directorId }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const handOver = useMethod(eventsHandOver)
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const { found, loading } = useFoundPlayers(text)
  const form = useForm({
    initial: { userId: '', name: '' },
    check: ({ userId }) => ({ userId: userId === '' ? m.events_state_hand_over_none() : undefined }),
    send: async ({ userId, name: chosenName }) => {
      await handOver({ eventId, userId })
      announce(m.events_state_hand_over_done({ name: chosenName }))
      onClose()
    },
  })
  const choose = (userId: string, chosenName: string): void => {
    form.set('userId', userId)
    form.set('name', chosenName)
  }
  return (
    <Dialog open title={m.events_state_hand_over_title({ name })} onClose={onClose}>
      <p>{m.events_state_hand_over_words()}</p>
      <FormBody form={form} action={m.events_state_hand_over_yes()} kind="danger" wide>
        <Combobox
          label={m.events_state_hand_over_find()}
          hint={m.events_state_hand_over_hint()}
          noResultsText={m.events_state_hand_over_no_such()}
          value={text}
          options={found.filter(({ userId }) => userId !== directorId).map(toOption)}
          loading={loading}
          error={form.field('userId').error}
          onTextChange={typed => {
            setText(typed)
            choose('', '')
          }}
          onPick={player => {
            setText(player.name)
            choose(player.id, player.name)
          }}
        />
      </FormBody>
    </Dialog>
  )
}
